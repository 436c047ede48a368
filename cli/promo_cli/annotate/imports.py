"""Adds imports and type variables to a module, in the places where a programmer would."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

import libcst as cst
from libcst.helpers import get_full_name_for_node

from promo_cli.annotate.bindings import imported_names, is_for_checkers
from promo_cli.annotate.spelling import Import, Speller

Statement: TypeAlias = cst.SimpleStatementLine | cst.BaseCompoundStatement
Statements: TypeAlias = Sequence[Statement]

_FUTURE, _STANDARD, _INSTALLED, _LOCAL = range(4)
_BLANK: Final = cst.EmptyLine(indent=False)


def with_imports(module: cst.Module, speller: Speller) -> cst.Module:
    """Return a module with the imports and type variables that its new annotations need."""
    at_run_time = speller.at_run_time
    now = [
        each
        for dotted, each in speller.imports.items()
        if at_run_time or dotted in speller.run_time_imports
    ]
    later = [each for each in speller.imports.values() if each not in now]
    body: list[Statement] = list(module.body)
    if later:
        body = _with_checkers_imports(body, later, speller)
    if later and not _has(body, "TYPE_CHECKING"):
        now.append(Import("typing", "TYPE_CHECKING", "TYPE_CHECKING"))
    body = _with_each(body, now)
    return module.with_changes(body=_with_variables(body, speller))


def _with_each(body: Statements, imports: Iterable[Import]) -> list[Statement]:
    found = list(body)
    for each in sorted(imports, key=lambda each: (each.module, each.name or "")):
        found = _merged(found, each) or _inserted(found, each)
    return found


def _imports_of(statement: cst.CSTNode) -> cst.Import | cst.ImportFrom | None:
    match statement:
        case cst.SimpleStatementLine(body=[(cst.Import() | cst.ImportFrom()) as found]):
            return found
    return None


def _has(body: Statements, name: str) -> bool:
    imports = (_imports_of(each) for each in body)
    return any(name in dict(imported_names(each)) for each in imports if each is not None)


def _merged(body: Statements, new: Import) -> list[Statement] | None:
    """The statements with the name added to an existing ``from`` import of its module, or None."""
    for number, statement in enumerate(body):
        found = _imports_of(statement)
        if new.name is None or not isinstance(found, cst.ImportFrom) or found.relative:
            continue
        module = get_full_name_for_node(found.module) if found.module else None
        if module == new.module and not isinstance(found.names, cst.ImportStar):
            changed = found.with_changes(names=_with_alias(list(found.names), new))
            kept = statement.with_changes(body=[changed])
            return [*body[:number], kept, *body[number + 1 :]]
    return None


def _with_alias(names: Sequence[cst.ImportAlias], new: Import) -> list[cst.ImportAlias]:
    """Add a name to an import: in its sorted place, or last if the names are not sorted."""
    name = new.name or ""
    place = _place(name, [each.evaluated_name for each in names])
    as_name = None if new.alias == name else cst.AsName(cst.Name(new.alias))
    comma = next((each.comma for each in names[:-1]), cst.Comma(whitespace_after=_SPACE))
    found = [*names[:place], cst.ImportAlias(cst.Name(name), as_name), *names[place:]]
    last = found[-1].with_changes(comma=names[-1].comma)
    return [*(each.with_changes(comma=comma) for each in found[:-1]), last]


def _place(name: str, names: Sequence[str]) -> int:
    for order in (_by_case, _by_name):
        if sorted(names, key=order) == names:
            return sum(order(each) < order(name) for each in names)
    return len(names)


_SPACE: Final = cst.SimpleWhitespace(" ")


def _by_case(name: str) -> tuple[int, str]:
    """The sort key of isort and ruff: constants, then classes, then functions."""
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2
    return kind, name


def _by_name(name: str) -> tuple[int, str]:
    return 0, name.lower()


def _section(module: str, relative: bool) -> int:
    if relative:
        return _LOCAL
    if module == "__future__":
        return _FUTURE
    return _STANDARD if module.partition(".")[0] in sys.stdlib_module_names else _INSTALLED


_Key: TypeAlias = tuple[int, bool, str]


def _key(statement: cst.CSTNode) -> _Key | None:
    """The sort key of an import: its section, ``import`` before ``from``, its name."""
    found = _imports_of(statement)
    if isinstance(found, cst.Import):
        module = found.names[0].evaluated_name
        return _section(module, False), False, module
    if isinstance(found, cst.ImportFrom):
        module = (get_full_name_for_node(found.module) if found.module else None) or ""
        return _section(module, bool(found.relative)), True, module
    return None


def _new_key(new: Import) -> _Key:
    return _section(new.module, False), new.name is not None, new.module


def _statement(new: Import) -> cst.SimpleStatementLine:
    if new.name is None:
        alias = "" if new.alias == new.module else f" as {new.alias}"
        text = f"import {new.module}{alias}"
    else:
        alias = "" if new.alias == new.name else f" as {new.alias}"
        text = f"from {new.module} import {new.name}{alias}"
    found = cst.parse_statement(text)
    assert isinstance(found, cst.SimpleStatementLine)
    return found


def _inserted(body: Statements, new: Import) -> list[Statement]:
    """The statements with an import among those of its section."""
    key = _new_key(new)
    keys = [(number, found) for number, found in _keys(body)]
    same = [(number, found) for number, found in keys if found[0] == key[0]]
    statement = _statement(new)
    for number, found in same:
        if found > key:
            return _before(body, number, statement)
    if same:
        return _at(body, same[-1][0] + 1, statement)
    earlier = [number for number, found in keys if found[0] < key[0]]
    later = [number for number, found in keys if found[0] > key[0]]
    apart = statement.with_changes(leading_lines=[_BLANK])
    if earlier:
        return _at(body, earlier[-1] + 1, apart)
    if later:
        return _with_gap(_before(body, later[0], statement), later[0] + 1)
    place = _first_place(body)
    return _with_gap(_at(body, place, apart if place else statement), place + 1)


def _keys(body: Statements) -> Iterator[tuple[int, _Key]]:
    """The imports above the first function or class."""
    for number, statement in enumerate(body):
        if isinstance(statement, (cst.FunctionDef, cst.ClassDef)):
            return
        found = _key(statement)
        if found is not None:
            yield number, found


def _at(body: Statements, place: int, new: Statement) -> list[Statement]:
    return [*body[:place], new, *body[place:]]


def _before(body: Statements, place: int, new: Statement) -> list[Statement]:
    """Put a statement before another one, below the empty lines above that."""
    old = body[place]
    lines = list(getattr(old, "leading_lines", ()))
    blank = 0
    while blank < len(lines) and lines[blank].comment is None:
        blank += 1
    above = new.with_changes(leading_lines=lines[:blank])
    return [*body[:place], above, old.with_changes(leading_lines=lines[blank:]), *body[place + 1 :]]


def _with_gap(body: list[Statement], place: int) -> list[Statement]:
    """Ensure that a statement has an empty line above it."""
    if place < len(body):
        lines = list(getattr(body[place], "leading_lines", ()))
        if not lines:
            body[place] = body[place].with_changes(leading_lines=[_BLANK])
    return body


def _first_place(body: Statements) -> int:
    """The place below the docstring."""
    match body[:1]:
        case [cst.SimpleStatementLine(body=[cst.Expr(cst.SimpleString())])]:
            return 1
    return 0


def _end_of_imports(body: Statements) -> int:
    """The place below all imports, also those for type checkers and those in ``try``."""
    last = _first_place(body)
    for number, statement in enumerate(body):
        if isinstance(statement, (cst.FunctionDef, cst.ClassDef)):
            break
        if _key(statement) is not None or _holds_imports(statement):
            last = number + 1
    return last


def _holds_imports(statement: Statement) -> bool:
    if not isinstance(statement, (cst.If, cst.Try)):
        return False
    return any(_imports_of(each) is not None for each in statement.body.body)


def _with_checkers_imports(
    body: list[Statement], imports: Sequence[Import], speller: Speller
) -> list[Statement]:
    """Put imports into the ``if TYPE_CHECKING:`` block; add the block if there is none."""
    for number, statement in enumerate(body):
        if isinstance(statement, cst.If) and is_for_checkers(statement):
            inner = _with_each(statement.body.body, imports)  # type: ignore[arg-type]
            suite = statement.body.with_changes(body=inner)
            return [*body[:number], statement.with_changes(body=suite), *body[number + 1 :]]
    lines = _with_each([], imports)
    lines = [each.with_changes(leading_lines=[]) for each in lines]
    block = cst.If(cst.Name("TYPE_CHECKING"), cst.IndentedBlock(lines), leading_lines=[_BLANK])
    return _at(body, _end_of_imports(body), block)


def _with_variables(body: list[Statement], speller: Speller) -> list[Statement]:
    """Define the type variables that the module does not have yet."""
    found, place = body, _end_of_imports(body)
    leading = [_BLANK]
    for variable, name in speller.variables.items():
        if name in speller.bindings.variables:
            continue
        constraints = ", ".join(speller.dtype(each, at_run_time=True) for each in variable.dtypes)
        function = speller.name("typing.TypeVar", at_run_time=True)
        statement = cst.parse_statement(f'{name} = {function}("{name}", {constraints})')
        found = _at(found, place, statement.with_changes(leading_lines=leading))
        leading, place = [], place + 1
    return found
