"""Merges a column, the values that one parameter or result had in all calls, into one term.

Each row of the column is a call. The elements of tuples have columns of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias, TypeVar

from promo_cli.annotate.terms import (
    ANYTHING,
    NONE,
    Builtin,
    ClassOf,
    Generic,
    More,
    NumPyArrayOf,
    NumPyScalarOf,
    Term,
    parts,
    union,
)
from promo_recorder.values import NONE as NO_VALUE
from promo_recorder.values import (
    ArrayValue,
    DictValue,
    Instance,
    ListValue,
    NumPyValue,
    TupleValue,
    Unknown,
    Value,
)
from promo_typing.core.dtypes import DEFAULTS, OF_NUMPY, PYTHON_SCALARS

MOST_ALTERNATIVES: Final = 4
"""The most members of a union that is written: a longer one would say nothing."""

_LONGEST_TUPLE: Final = 6


class Cell(NamedTuple):
    """A value in a column, with the number of its call."""

    row: int
    value: Value


class Label(NamedTuple):
    """The dtype of an array in a column, as `label` returns it, with the number of its call."""

    row: int
    dtype: str


Column: TypeAlias = tuple[Cell, ...]
Labels: TypeAlias = tuple[Label, ...]
Arrays: TypeAlias = Callable[[Labels], Term | None]
"""Chooses a term for the dtypes of a column; None for no annotation."""


def label(value: ArrayValue) -> str:
    """Return the dtype of an array, or ``weak_float`` and the like if the array is weak."""
    if not value.weak:
        return value.dtype
    return next(weak for weak, both in DEFAULTS.items() if value.dtype in both)


class Terms:
    """Turns columns into terms; ``ANYTHING`` stands for an unknown or uncertain type."""

    def __init__(self, arrays: Arrays) -> None:
        self._arrays = arrays

    def of(self, column: Column) -> Term:
        """The term of a column."""
        groups: dict[type[Value], list[Cell]] = {}
        for cell in column:
            groups.setdefault(type(cell.value), []).append(cell)
        if groups.keys() & _CONTAINERS and groups.keys() & _ARRAYS:
            return ANYTHING  # any pytree
        terms = [_GROUPS[kind](self, tuple(cells)) for kind, cells in groups.items()]
        if not terms or ANYTHING in terms:
            return ANYTHING
        whole = union(iter(terms))
        count = sum(term != NONE for term in parts(whole))
        return whole if count <= MOST_ALTERNATIVES else ANYTHING

    def of_unknown(self, column: Column) -> Term:
        """Return ``ANYTHING``."""
        return ANYTHING

    def of_arrays(self, column: Column) -> Term:
        """Return the term that the policy chooses for the dtypes of arrays."""
        labels = (Label(row, label(value)) for row, value in _typed(ArrayValue, column))
        return self._arrays(tuple(labels)) or ANYTHING

    def of_numpy(self, column: Column) -> Term:
        """Return the term of NumPy's arrays and scalars; ``ANYTHING`` for dtypes of ml_dtypes."""
        found = [value for _, value in _typed(NumPyValue, column)]
        if not OF_NUMPY.issuperset(each.dtype for each in found):
            return ANYTHING
        kinds = (NumPyArrayOf, NumPyScalarOf)
        return union(kinds[each.scalar](each.dtype) for each in found)

    def of_instances(self, column: Column) -> Term:
        """Return the term of Python numbers, None and objects of the program's classes."""
        terms = [_class(value) for _, value in _typed(Instance, column)]
        return ANYTHING if ANYTHING in terms else union(iter(terms))

    def of_tuples(self, column: Column) -> Term:
        """Return a tuple with a term for each element; ``tuple[X, ...]`` if the lengths differ."""
        rows = list(_typed(TupleValue, column))
        lengths = {len(each.items) for _, each in rows}
        if len(lengths) == 1 and 0 < max(lengths) <= _LONGEST_TUPLE:
            return self._elementwise(rows)
        return self._container("tuple", _cells(rows, lambda each: each.items), (More(),))

    def _elementwise(self, rows: Sequence[tuple[int, TupleValue]]) -> Term:
        columns = zip(
            *([Cell(row, item) for item in each.items] for row, each in rows), strict=True
        )
        terms = tuple(map(self.of, columns))
        if set(terms) == {_INT}:
            # A tuple of ints may be the shape of an array, whose rank no type checker knows.
            return Generic("tuple", (_INT, More()))
        return ANYTHING if set(terms) == {ANYTHING} else Generic("tuple", terms)

    def of_lists(self, column: Column) -> Term:
        """Return a list with one term for all elements."""
        rows = _typed(ListValue, column)
        return self._container("list", _cells(rows, lambda each: each.items), ())

    def of_dicts(self, column: Column) -> Term:
        """Return a dictionary with ``str`` keys and one term for all values."""
        rows = list(_typed(DictValue, column))
        if any(key != _TEXT for _, each in rows for key in each.keys):
            return ANYTHING
        item = self._item(_cells(rows, lambda each: each.values))
        return ANYTHING if item == ANYTHING else Generic("dict", (Builtin("str"), item))

    def _container(self, name: str, items: Column, more: tuple[Term, ...]) -> Term:
        item = self._item(items)
        return ANYTHING if item == ANYTHING else Generic(name, (item, *more))

    def _item(self, items: Column) -> Term:
        """The term of all items of a container; ``ANYTHING`` instead of a union."""
        term = self.of(items)
        return ANYTHING if len(parts(term)) > 1 else term


_Kind = TypeVar("_Kind")


def _typed(kind: type[_Kind], column: Column) -> Iterator[tuple[int, _Kind]]:
    for row, value in column:
        if isinstance(value, kind):
            yield row, value


def _cells(
    rows: Iterable[tuple[int, _Kind]], items: Callable[[_Kind], tuple[Value, ...]]
) -> Column:
    return tuple(Cell(row, item) for row, each in rows for item in items(each))


_CONTAINERS: Final = frozenset({TupleValue, ListValue, DictValue})
_ARRAYS: Final = frozenset({ArrayValue, NumPyValue})
_INT: Final = Builtin("int")
_TEXT: Final = Instance("builtins", "str")
_GROUPS: Final[dict[type[Value], Callable[[Terms, Column], Term]]] = {
    ArrayValue: Terms.of_arrays,
    NumPyValue: Terms.of_numpy,
    Instance: Terms.of_instances,
    TupleValue: Terms.of_tuples,
    ListValue: Terms.of_lists,
    DictValue: Terms.of_dicts,
    Unknown: Terms.of_unknown,
}


def _class(value: Instance) -> Term:
    if value == NO_VALUE:
        return NONE
    if value.module == "builtins" and value.name in PYTHON_SCALARS:
        return Builtin(value.name)
    if value.file:
        return ClassOf(value.module, value.name, value.file)
    return ANYTHING
