"""Renders the operators of ``jax.Array``, once as overloads and once plainly."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from promo_stubgen.encode.operand_types import ABSTRACT, FOREIGN, result_of
from promo_stubgen.encode.pair_table import WEAK_FIRST, PairTable
from promo_stubgen.encode.promotion import (
    Overload,
    array_overloads,
    reflected_overloads,
    unknown_result,
)
from promo_stubgen.ir.annotation import ANY, NONE, Annotation, Name, members, union
from promo_stubgen.ir.arrays import ANY_ARRAY, ARRAY_LIKE
from promo_typing.core.stub_names import ARRAY_MEMBERS, BOTTOM, dtype_class
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS, OPERATORS, Operator, Resolved, Rule, resolve

OWNER: Final = ARRAY_MEMBERS.rpartition(".")[2]
"""The class that has the operators; it is a base of ``Array``."""

_FOREIGN: Final = union(*reversed(members(FOREIGN)))

_THROUGH_PROTOCOLS: Final = frozenset({"__divmod__", "__rdivmod__"})
"""Called by ``builtins.divmod`` only, for whose protocols checkers look at the first overload."""


_OBJECT_METHODS: Final = frozenset({"__eq__", "__ne__"})
"""``object`` takes any operand there, and JAX's arrays do not."""


def promoting_operators(semantics: Semantics) -> Iterable[str]:
    """The operators as overloads that say the dtype of the result."""
    for name, operator in OPERATORS.items():
        rule = FUNCTIONS[operator.function]
        if name in _THROUGH_PROTOCOLS:
            yield f"    {_plain(name, operator, semantics)}"
        elif operator.unary:
            yield from _unary(name, rule, semantics)
        else:
            yield from _binary(name, PairTable(rule, semantics, operator.reflected))


def plain_operators(semantics: Semantics) -> Iterable[str]:
    """The operators with one signature each, for the plugin."""
    return (f"    {_plain(name, op, semantics)}" for name, op in OPERATORS.items())


def _plain(name: str, operator: Operator, semantics: Semantics) -> str:
    rule = FUNCTIONS[operator.function]
    if operator.unary:
        return f"def {name}(self) -> {ANY_ARRAY}: ..."
    returns = unknown_result(PairTable(rule, semantics))
    if name in _OBJECT_METHODS:
        return f"def {name}(self, other: ArrayLike | None, /) -> {returns}: ..."
    # Of two arrays Python asks the left one. mypy would ask the right one first if its type is a
    # union, and no plugin has a say in a method of a union.
    other = _FOREIGN if operator.reflected else ARRAY_LIKE
    return f"def {name}(self, other: {other}, /) -> {returns}: ..."


def _unary(name: str, rule: Rule, semantics: Semantics) -> Iterable[str]:
    """One overload for each dtype, since a supertype of the accepted ones may accept too much."""
    overloads: list[tuple[str, Annotation]] = [(ABSTRACT, ANY_ARRAY)]
    for node in reversed(WEAK_FIRST):
        outcome = resolve(rule, (node,), semantics)
        if isinstance(outcome, Resolved):
            overloads.insert(0, (dtype_class(node), result_of(outcome.results)))
    overloads.insert(0, (BOTTOM, ANY_ARRAY))
    for array, returns in overloads:
        yield "    @overload"
        yield f"    def {name}(self: {OWNER}[{array}]) -> {returns}: ..."


def _binary(name: str, table: PairTable) -> Iterable[str]:
    overloads = reflected_overloads(table) if table.reflected else array_overloads(table)
    if name in _OBJECT_METHODS:
        # Neither side knows how to compare an array with None, so Python compares identities.
        overloads.append(Overload(ANY, NONE, Name("bool")))
    for overload in overloads:
        yield "    @overload"
        yield _definition(name, overload)


def _definition(name: str, overload: Overload) -> str:
    return (
        f"    def {name}(self: {OWNER}[{overload.dtype}], other: {overload.other}, /) -> "
        f"{overload.returns}: ..."
    )
