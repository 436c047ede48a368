"""Renders the operators of ``jax.Array``: as overloads, and as plain signatures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from promo_stubgen.encode.operand_types import FOREIGN
from promo_stubgen.encode.outcomes import outcomes_of
from promo_stubgen.encode.pair_table import PairTable
from promo_stubgen.encode.promotion import (
    Overload,
    array_overloads,
    reflected_overloads,
    unknown_result,
)
from promo_stubgen.encode.unary import array_cases, category_bounds
from promo_stubgen.ir.annotation import ANY, NONE, Annotation, Name, head, members, union
from promo_stubgen.ir.arrays import ANY_ARRAY, ARRAY_LIKE, array, dtype_of
from promo_typing.core.dtypes import WEAK
from promo_typing.core.stub_names import ARRAY_MEMBERS, BOTTOM, dtype_class
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS, OPERATORS, Operator, Rule

OWNER: Final = ARRAY_MEMBERS.rpartition(".")[2]
"""The base class of ``Array`` that has the operators."""

OWN_DTYPE: Final = "_D_co"
"""The type parameter of that class: the dtype of the array itself."""

_FOREIGN: Final = union(*reversed(members(FOREIGN)))

_WEAK_CLASSES: Final = tuple(Name(dtype_class(node)) for node in WEAK)

_THROUGH_PROTOCOLS: Final = frozenset({"__divmod__", "__rdivmod__"})
"""Operators that only ``builtins.divmod`` calls, by a protocol, which uses the first overload."""


_OBJECT_METHODS: Final = frozenset({"__eq__", "__ne__"})
"""Methods that take any operand in ``object``, but not in JAX's arrays."""


def promoting_operators(semantics: Semantics) -> Iterable[str]:
    """The operators as overloads that state the dtype of the result."""
    for name, operator in OPERATORS.items():
        rule = FUNCTIONS[operator.function]
        if name in _THROUGH_PROTOCOLS:
            yield f"    {_plain(name, operator, semantics)}"
        elif operator.unary:
            yield from _unary(name, rule, semantics)
        else:
            yield from _binary(name, PairTable(rule, semantics, operator.reflected))


def plain_operators(semantics: Semantics) -> Iterable[str]:
    """The operators with a single signature each, for the plugin."""
    return (f"    {_plain(name, op, semantics)}" for name, op in OPERATORS.items())


def _plain(name: str, operator: Operator, semantics: Semantics) -> str:
    rule = FUNCTIONS[operator.function]
    if operator.unary:
        return f"def {name}(self) -> {ANY_ARRAY}: ..."
    returns = unknown_result(PairTable(rule, semantics))
    if name in _OBJECT_METHODS:
        return f"def {name}(self, other: ArrayLike | None, /) -> {returns}: ..."
    # For two arrays Python calls the method of the left one, so reflected methods take no arrays.
    # If they did, mypy would try them first for a union as right operand, without a plugin hook.
    other = _FOREIGN if operator.reflected else ARRAY_LIKE
    return f"def {name}(self, other: {other}, /) -> {returns}: ..."


def _unary(name: str, rule: Rule, semantics: Semantics) -> Iterable[str]:
    """The overloads by the dtype of the array, with one overload for all dtypes that are kept.

    That overload returns an array of the class's own type parameter, not of a TypeVar of its own:
    mypy and pyrefly ignore the bound of a TypeVar in the type of ``self``.
    """
    cases = list(array_cases(outcomes_of(rule, semantics)))
    kept = [dtype for dtype in (_kept_dtype(*case) for case in cases) if dtype is not None]
    changed = [(dtype_of(operand), returns) for operand, returns in cases if operand != returns]
    weak = [case for case in changed if case[0] in _WEAK_CLASSES]
    overloads = [
        (Name(BOTTOM), ANY_ARRAY),
        *weak,
        (union(*kept), array(Name(OWN_DTYPE))),
        *(case for case in changed if case not in weak),
    ]
    for dtype, returns in overloads:
        yield "    @overload"
        yield f"    def {name}(self: {OWNER}[{dtype}]) -> {returns}: ..."


def _kept_dtype(operand: Annotation, returns: Annotation) -> Annotation | None:
    """The dtypes that an overload keeps: a class, or the bound of a type variable."""
    dtype = dtype_of(operand) if operand == returns else None
    return category_bounds().get(head(dtype), dtype) if dtype else None


def _binary(name: str, table: PairTable) -> Iterable[str]:
    overloads = reflected_overloads(table) if table.reflected else array_overloads(table)
    if name in _OBJECT_METHODS:
        # Python compares an array with None by identity, since neither class can compare them.
        overloads.append(Overload(ANY, NONE, Name("bool")))
    for overload in overloads:
        yield "    @overload"
        yield _definition(name, overload)


def _definition(name: str, overload: Overload) -> str:
    dtype, returns = overload.dtype, overload.returns
    if bound := category_bounds().get(head(dtype)):
        dtype, returns = bound, array(Name(OWN_DTYPE))  # As for one operand.
    return f"    def {name}(self: {OWNER}[{dtype}], other: {overload.other}, /) -> {returns}: ..."
