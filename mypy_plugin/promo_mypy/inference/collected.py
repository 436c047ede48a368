"""How pytest and absl call the tests of a program, which the program itself never calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncDef, MypyFile
from mypy.types import CallableType, Type

from promo_mypy.by_module import ByModule
from promo_mypy.inference import parameters
from promo_mypy.inference.fixture_types import FixtureTypes
from promo_mypy.inference.given_values import GivenValues
from promo_mypy.inference.modules import Functions
from promo_mypy.inference.parametrized import Case, cases
from promo_mypy.inference.signatures import receiver
from promo_mypy.inference.source_types import typed
from promo_mypy.statements import decorated, statements
from promo_mypy.types.sameness import are_same
from promo_typing.core.program_files import is_program_file

_PREFIX: Final = "test"
_MOST_CALLS: Final = 24

Given = Mapping[str, Type]
"""The types of the arguments that a test gets, by the names of its parameters."""


class Collected:
    """The tests of a program."""

    def __init__(self, values: GivenValues, fixtures: FixtureTypes, functions: Functions) -> None:
        """Use the types of values outside of functions, and the types that fixtures make."""
        self._values = values
        self._fixtures = fixtures
        self._functions = functions
        self._decorated = ByModule(lambda module: decorated(module.defs))
        self._tests = ByModule(_tests)
        self._reached: dict[tuple[str, int], int] = {}
        self._settled = set[FuncDef]()

    def due(self, module: MypyFile, line: int, pass_number: int) -> Iterator[FuncDef]:
        """Yield the tests of a module up to a line, each once in a pass of mypy."""
        tests, at = self._tests.of(module), (module.fullname, pass_number)
        first = self._reached.get(at, 0)
        if first == len(tests) or tests[first].line > line:
            return
        last = next((n for n, each in enumerate(tests) if each.line > line), len(tests))
        self._reached[at] = last
        yield from (each for each in tests[first:last] if each not in self._settled)

    def settle(self, test: FuncDef) -> None:
        """Remember that a test has been checked: it is not due any more."""
        self._settled.add(test)

    def calls(self, function: FuncDef, caller: TypeChecker) -> Sequence[CallableType]:
        """Return the type of a test in each of its calls; empty if no arguments are known.

        A parameter whose type is unknown in one call counts as unknown in all.
        """
        declared = typed(function, caller)
        if declared is None:
            return []
        columns = [each for each in self._columns(function, caller) if any(each)]
        rows = [*islice(product(*columns), _MOST_CALLS + 1)] if columns else []
        if len(rows) > _MOST_CALLS:
            return []
        calls = (self._call(function, declared, row, caller) for row in rows)
        return [each for each in calls if each is not None]

    def _call(
        self, function: FuncDef, declared: CallableType, row: Sequence[Given], caller: TypeChecker
    ) -> CallableType | None:
        given = {name: typ for part in row for name, typ in part.items()}
        types = [given.get(argument.variable.name) for argument in function.arguments]
        if _is_method(function):
            types[0] = receiver(function, None)
        return parameters.type_for(function, declared, types, caller)

    def _columns(self, function: FuncDef, caller: TypeChecker) -> Iterator[Sequence[Given]]:
        """The choices of arguments: those by marks, then those by each fixture."""
        around = self._decorated.of(caller.tree).get(function)
        marks = around.original_decorators if around is not None else []
        found = cases(function, marks)
        if found is None or self._may_be_another(function):
            return
        if self._fixtures.change_settings(function, marks, caller):
            return
        yield self._by_marks(found, caller)
        for argument in function.arguments[_is_method(function) :]:
            name = argument.variable.name
            if argument.initializer is None and not any(name in case for case in found):
                yield [{name: typ} for typ in self._fixtures.of(name, function, caller)]

    def _may_be_another(self, function: FuncDef) -> bool:
        """Whether other arguments are possible: by a subclass, or by a decorator of the class."""
        info = function.info
        return bool(info) and (bool(info.defn.decorators) or self._functions.has_below(info))

    def _by_marks(self, found: Sequence[Case], caller: TypeChecker) -> Sequence[Given]:
        rows = [
            {name: self._value(value, caller) for name, value in case.items()} for case in found
        ]
        names = {name for row in rows for name in row}
        known = {name for name in names if all(row.get(name) is not None for row in rows)}
        return _distinct(
            [
                {name: typ for name, typ in row.items() if typ is not None and name in known}
                for row in rows
            ]
        )

    def _value(self, value: Expression | None, caller: TypeChecker) -> Type | None:
        return None if value is None else self._values.of(value, caller.tree, caller)


def _tests(module: MypyFile) -> Sequence[FuncDef]:
    """The tests of a module that have parameters, in the order of their lines."""
    if not is_program_file(module.path):
        return ()
    found = (at.statement for at in statements(module.defs) if not at.functions)
    tests = [each for each in found if isinstance(each, FuncDef) and _is_test(each)]
    return sorted(tests, key=lambda each: each.line)


def _is_test(function: FuncDef) -> bool:
    is_named = function.name.startswith(_PREFIX)
    return is_named and len(function.arguments) > _is_method(function)


def _is_method(function: FuncDef) -> bool:
    return bool(function.info) and not function.is_static


def _distinct(rows: Sequence[Given]) -> Sequence[Given]:
    """The rows without those that have the same types as an earlier row."""
    found = list[Given]()
    for row in rows:
        if not any(_are_same(row, each) for each in found):
            found.append(row)
    return found


def _are_same(first: Given, other: Given) -> bool:
    return all(are_same(first[name], other[name]) for name in first)
