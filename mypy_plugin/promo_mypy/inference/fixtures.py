"""Finds the pytest fixture for a parameter: the nearest one of its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Final, NamedTuple, TypeAlias

from mypy.nodes import (
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    MypyFile,
    StrExpr,
    SymbolTable,
)
from mypy.server.subexpr import get_subexpressions

from promo_mypy.by_module import ByModule
from promo_mypy.inference.conftests import CONFTEST
from promo_mypy.inference.names import name_of
from promo_mypy.inference.waiting import is_analysed
from promo_mypy.statements import decorated, statements

_FIXTURE: Final = "fixture"
_CONFTEST: Final = f"{CONFTEST}.py"
_HOOK: Final = "pytest_"
_TEST_CASE: Final = "TestCase"
_SETTING: Final = "x64"
_AUTOMATIC: Final = "autouse"

Modules: TypeAlias = Mapping[str, MypyFile]


class Fixture(NamedTuple):
    """A fixture: a function that makes the argument for the parameter of its name.

    ``params`` is the argument of that name of ``@pytest.fixture``, if there is one: the values that
    ``request.param`` has in the cases.
    """

    function: FuncDef
    params: Expression | None


class _Said(NamedTuple):
    """What a module says about fixtures.

    Attributes:
        words: the words in strings outside of functions, as ``pytestmark`` names parameters.
        hooks: the words in functions ``pytest_*``, which may give values to parameters.
        fixtures: the names of the module's fixtures, each with the parameters that it needs.
        automatic: the fixtures with ``autouse``, which tests use without naming them.
        changing: the fixtures that may change JAX's setting for x64.
    """

    words: frozenset[str]
    hooks: frozenset[str]
    fixtures: Mapping[str, Sequence[str]]
    automatic: frozenset[str]
    changing: frozenset[str]


class Fixtures:
    """Finds fixtures: in the class of a test, its module, and the ``conftest.py`` files above."""

    def __init__(self) -> None:
        """Start without a module."""
        self._said = ByModule(_said)
        self._conftests: dict[str, Sequence[MypyFile]] = {}

    def of(
        self, name: str, function: FuncDef, module: MypyFile, modules: Modules
    ) -> Fixture | None:
        """Return the fixture for a parameter; None if it may get anything else.

        Args:
            name: the name of the parameter.
            function: the test or fixture that has it.
            module: the module of the function.
            modules: all modules of the program.
        """
        around = [module, *self._above(module, modules)]
        if not all(map(is_analysed, around)) or not _is_collected(function):
            return None
        if any(self._may_replace(name, each) for each in around):
            return None
        owners = [each.names for each in function.info.mro] if function.info else []
        for names in (*owners, *(each.names for each in around)):
            if name in names:
                return _fixture(names, name)
        return None

    def change_settings(
        self, test: FuncDef, marks: Sequence[Expression], module: MypyFile, modules: Modules
    ) -> bool:
        """Whether a test may use, judged by names, a fixture that changes JAX's settings.

        Args:
            test: the test.
            marks: the decorators of the test.
            module: the module of the test.
            modules: all modules of the program.
        """
        around = [self._said.of(each) for each in (module, *self._above(module, modules))]
        if not any(each.changing for each in around):
            return False
        used = {*test.arg_names, *words(e for each in marks for e in _parts(each))}
        used |= self._said.of(module).words.union(*(each.automatic for each in around))
        rest = list(used)
        while rest:
            name = rest.pop()
            needed = {each for said in around for each in said.fixtures.get(name or "", ())} - used
            used |= needed
            rest.extend(needed)
        return any(not each.changing.isdisjoint(used) for each in around)

    def _may_replace(self, name: str, module: MypyFile) -> bool:
        said = self._said.of(module)
        return name in said.words or any(each and each in name for each in said.hooks)

    def _above(self, module: MypyFile, modules: Modules) -> Sequence[MypyFile]:
        """The ``conftest.py`` files in the folders around a module, the innermost first."""
        if module.path not in self._conftests:
            folders = PurePath(module.path).parents
            by_path = {
                PurePath(each.path): each
                for each in modules.values()
                if each.path.endswith(_CONFTEST)
            }
            found = (by_path.get(folder / _CONFTEST) for folder in folders)
            self._conftests[module.path] = [each for each in found if each is not None]
        return [each for each in self._conftests[module.path] if each is not module]


def is_fixture(decorator: Expression) -> bool:
    """Whether a decorator makes a fixture of a function."""
    called = decorator.callee if isinstance(decorator, CallExpr) else decorator
    return name_of(called) == _FIXTURE


def _is_collected(function: FuncDef) -> bool:
    """Whether pytest gives fixtures to a function; methods of unittest get none."""
    if not function.info:
        return True
    bases = function.info.mro
    return not function.info.fallback_to_any and not any(_TEST_CASE in each.name for each in bases)


def _fixture(names: SymbolTable, name: str) -> Fixture | None:
    """The fixture of a name; None for anything else, a second decorator or ``name=`` included."""
    node = names[name].node
    if not isinstance(node, Decorator) or len(node.original_decorators) != 1:
        return None
    made = node.original_decorators[0]
    if not is_fixture(made):
        return None
    given = dict(zip(made.arg_names, made.args, strict=True)) if isinstance(made, CallExpr) else {}
    return None if "name" in given else Fixture(node.func, given.get("params"))


def _said(module: MypyFile) -> _Said:
    by_function = decorated(module.defs)
    fixtures = [at for at in by_function.values() if any(map(is_fixture, at.decorators))]
    return _Said(
        frozenset(words(_outside(module, by_function.values()))),
        frozenset(words(_in_hooks(module))),
        {each.name: [name for name in each.func.arg_names if name] for each in fixtures},
        frozenset(each.name for each in fixtures if _is_automatic(each)),
        frozenset(each.name for each in fixtures if _changes_settings(each.func)),
    )


def _outside(module: MypyFile, functions: Iterable[Decorator]) -> Iterator[Expression]:
    """Yield the expressions outside of functions and their decorators; class decorators count."""
    placed = [at.statement for at in statements(module.defs)]
    bodies = (each for each in placed if isinstance(each, FuncDef))
    inside = {each for body in bodies for each in get_subexpressions(body)}
    inside |= {each for at in functions for mark in at.decorators for each in _parts(mark)}
    yield from (each for each in get_subexpressions(module) if each not in inside)
    for each in placed:
        if isinstance(each, ClassDef):
            yield from (part for mark in each.decorators for part in _parts(mark))


def _in_hooks(module: MypyFile) -> Iterator[Expression]:
    for statement in module.defs:
        if isinstance(statement, FuncDef) and statement.name.startswith(_HOOK):
            yield from get_subexpressions(statement)


def _is_automatic(fixture: Decorator) -> bool:
    made = [each for each in fixture.decorators if isinstance(each, CallExpr)]
    return any(_AUTOMATIC in each.arg_names for each in made)


def _changes_settings(function: FuncDef) -> bool:
    return any(_SETTING in each for each in _names(function))


def _parts(expression: Expression) -> Sequence[Expression]:
    return [expression, *get_subexpressions(expression)]


def _names(function: FuncDef) -> Iterator[str]:
    for each in get_subexpressions(function):
        yield each.value if isinstance(each, StrExpr) else name_of(each)


def words(expressions: Iterable[Expression]) -> Iterator[str]:
    """Yield the names in strings, such as x and y in ``"x, y"``, and the names of arguments."""
    for each in expressions:
        if isinstance(each, StrExpr):
            yield from (part.strip() for part in each.value.split(","))
        elif isinstance(each, CallExpr):
            yield from (name for name in each.arg_names if name is not None)
