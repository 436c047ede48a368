"""The names that a module binds: its imports, with their full names, and all others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

import libcst as cst
from libcst.helpers import get_full_name_for_node

_TYPE_CHECKING: Final = frozenset({"TYPE_CHECKING", "typing.TYPE_CHECKING"})


@dataclass
class Bindings:
    """The names that a module binds.

    Attributes:
        imported: imported names with their full names: ``jnp`` with ``jax.numpy``. Relative imports
            keep their dots.
        for_checkers: imported names that exist only under ``if TYPE_CHECKING:``.
        others: all names that something other than an import binds, anywhere in the module. A new
            import must not use them.
        classes: the classes at the top of the module.
        aliases: names at the top with the dotted name that they are assigned.
        variables: names at the top with the call that they are assigned, such as ``TypeVar("D")``.
        modules: the modules of ``import a.b`` without ``as``.
        postponed: whether the module has ``from __future__ import annotations``.
        follow: maps the full name of an import to the name's definition in another module.
    """

    imported: dict[str, str] = field(default_factory=dict)
    for_checkers: set[str] = field(default_factory=set)
    others: set[str] = field(default_factory=set)
    classes: set[str] = field(default_factory=set)
    aliases: dict[str, str] = field(default_factory=dict)
    variables: dict[str, cst.Call] = field(default_factory=dict)
    modules: set[str] = field(default_factory=set)
    postponed: bool = False
    follow: Callable[[str], str] = str

    def stands_for(self, dotted: str) -> str:
        """Return the full name of a dotted name: ``jax.numpy.ndarray`` for ``jnp.ndarray``."""
        first, _, rest = dotted.partition(".")
        passed = set[str]()
        while first in self.aliases.keys() - passed:
            passed.add(first)
            first, _, more = self.aliases[first].partition(".")
            rest = ".".join(filter(None, [more, rest]))
        found = ".".join(filter(None, [self.imported.get(first, first), rest]))
        return self.follow(found) if first in self.imported else found

    def name_of(self, dotted: str, *, at_run_time: bool) -> str | None:
        """Return the name under which the module imports ``dotted``; None if it does not."""
        for name, found in self.imported.items():
            hidden = name in self.others or (at_run_time and name in self.for_checkers)
            if found == dotted and not hidden:
                return name
        first = dotted.partition(".")[0]
        if dotted in self.modules and self.name_of(first, at_run_time=at_run_time) == first:
            return dotted
        return None

    def is_free(self, name: str) -> bool:
        """Whether a name is bound nowhere in the module."""
        return name not in self.imported and name not in self.others

    def free(self, *names: str) -> str | None:
        """Return the first name that is bound nowhere in the module; None if all are bound."""
        return next(filter(self.is_free, names), None)


def read_bindings(module: cst.Module) -> Bindings:
    """Return the names that a module binds."""
    found = Bindings()
    for statement, for_checkers in _top(module.body):
        _read(statement, for_checkers, found)
    module.visit(_OtherNames(found.others))
    return found


def _top(
    body: Iterable[cst.CSTNode], for_checkers: bool = False
) -> Iterator[tuple[cst.CSTNode, bool]]:
    """The top-level statements, those in branches too; and whether only a type checker sees each.

    ``for_checkers`` is that answer for ``body`` as a whole.
    """
    for statement in body:
        if isinstance(statement, cst.SimpleStatementLine):
            yield from ((each, for_checkers) for each in statement.body)
        elif isinstance(statement, (cst.FunctionDef, cst.ClassDef)):
            yield statement, for_checkers
        else:
            checkers = for_checkers or is_for_checkers(statement)
            yield from _top(statement.children, checkers)


def is_for_checkers(statement: cst.CSTNode) -> bool:
    """Whether a statement is ``if TYPE_CHECKING:``."""
    if not isinstance(statement, cst.If):
        return False
    return (get_full_name_for_node(statement.test) or "") in _TYPE_CHECKING


def _read(statement: cst.CSTNode, for_checkers: bool, found: Bindings) -> None:
    match statement:
        case cst.Import() | cst.ImportFrom():
            found.modules |= _whole_names(statement)
            for name, dotted in imported_names(statement):
                found.imported.setdefault(name, dotted)
                if for_checkers:
                    found.for_checkers.add(name)
                else:
                    found.for_checkers.discard(name)
                found.postponed = found.postponed or dotted == "__future__.annotations"
        case cst.ClassDef(name=cst.Name(value=name)):
            found.classes.add(name)
        case cst.Assign(targets=[cst.AssignTarget(cst.Name(value=name))], value=cst.Call() as call):
            found.variables[name] = call
        case (
            cst.Assign(
                targets=[cst.AssignTarget(cst.Name(value=name))],
                value=(cst.Name() | cst.Attribute()) as other,
            )
            | cst.AnnAssign(
                target=cst.Name(value=name), value=(cst.Name() | cst.Attribute()) as other
            )
            | cst.TypeAlias(
                name=cst.Name(value=name), value=(cst.Name() | cst.Attribute()) as other
            )
        ):
            found.aliases[name] = get_full_name_for_node(other) or ""


def imported_names(statement: cst.Import | cst.ImportFrom) -> Iterator[tuple[str, str]]:
    """Yield the names that an import binds, each with its full name."""
    if isinstance(statement, cst.Import):
        for alias in statement.names:
            whole = alias.evaluated_name
            first = whole.partition(".")[0]
            yield (alias.evaluated_alias, whole) if alias.evaluated_alias else (first, first)
        return
    if isinstance(statement.names, cst.ImportStar):
        return
    package = get_full_name_for_node(statement.module) if statement.module else ""
    prefix = "." * len(statement.relative) + (package or "")
    for alias in statement.names:
        joint = "" if prefix.endswith(".") or not prefix else "."
        name = alias.evaluated_name
        yield alias.evaluated_alias or name, f"{prefix}{joint}{name}"


def _whole_names(statement: cst.Import | cst.ImportFrom) -> set[str]:
    """The modules that are imported without another name."""
    names = statement.names if isinstance(statement, cst.Import) else ()
    return {each.evaluated_name for each in names if each.evaluated_alias is None}


class _OtherNames(cst.CSTVisitor):
    """Collects all names that something other than an import binds."""

    def __init__(self, found: set[str]) -> None:
        super().__init__()
        self._found = found

    def visit_AssignTarget(self, node: cst.AssignTarget) -> None:  # noqa: N802
        self._add(node.target)

    def visit_AnnAssign(self, node: cst.AnnAssign) -> None:  # noqa: N802
        self._add(node.target)

    def visit_NamedExpr(self, node: cst.NamedExpr) -> None:  # noqa: N802
        self._add(node.target)

    def visit_For(self, node: cst.For) -> None:  # noqa: N802
        self._add(node.target)

    def visit_CompFor(self, node: cst.CompFor) -> None:  # noqa: N802
        self._add(node.target)

    def visit_AsName(self, node: cst.AsName) -> None:  # noqa: N802
        if not isinstance(node.name, cst.Name):
            self._add(node.name)

    def visit_Param(self, node: cst.Param) -> None:  # noqa: N802
        self._add(node.name)

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:  # noqa: N802
        self._add(node.name)

    def visit_ClassDef(self, node: cst.ClassDef) -> None:  # noqa: N802
        self._add(node.name)

    def _add(self, target: cst.CSTNode) -> None:
        match target:
            case cst.Name(value):
                self._found.add(value)
            case cst.Tuple(elements) | cst.List(elements):
                for each in elements:
                    self._add(each.value)
            case cst.StarredElement(value=inner):
                self._add(inner)
