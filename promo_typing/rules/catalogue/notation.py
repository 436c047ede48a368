"""Notation for the tables of the catalogue: the usual forms of rules."""

from __future__ import annotations

from typing import Final, TypeAlias

from promo_typing.rules.model import (
    ArrayOf,
    Case,
    Check,
    Condition,
    Dtype,
    DtypeMap,
    DtypeParameter,
    DtypeSet,
    Expression,
    Flag,
    Join,
    Known,
    ListOf,
    MakerOf,
    Map,
    NamedTuple,
    Of,
    One,
    Operand,
    Rule,
    Shape,
    TreeOf,
    TupleOf,
    Variadic,
)
from promo_typing.rules.model.dtype_maps import TO_DEFAULT_FLOAT, TO_SAME
from promo_typing.rules.model.dtype_sets import ANY

Returned: TypeAlias = Expression | Shape
"""A result; an expression stands for one array of that dtype."""

_SHAPES: Final = (ArrayOf, Flag, ListOf, MakerOf, NamedTuple, TreeOf, TupleOf, Variadic)

DEFAULT_FLOAT: Final[Expression] = Map(TO_DEFAULT_FLOAT, Dtype("weak_float"))
"""The default dtype of floats."""


def shared(rule: Rule, *functions: str) -> dict[str, Rule]:
    """Return the same rule for several functions, by their qualified names."""
    return dict.fromkeys(functions, rule)


def rule(
    operands: tuple[str | Operand, ...],
    *cases: Case | Returned,
    dtype: str | DtypeParameter | None = None,
) -> Rule:
    """Return a rule; a string stands for an operand, and a result for a case without conditions."""
    return Rule(
        tuple(One(each) if isinstance(each, str) else each for each in operands),
        tuple(each if isinstance(each, Case) else case(each) for each in cases),
        DtypeParameter(dtype) if isinstance(dtype, str) else dtype,
    )


def case(
    result: Returned,
    *when: Condition,
    requested: Expression | tuple[Expression, ...] = (),
    keys: bool = False,
) -> Case:
    """Return a case; a requested expression that is not in a tuple is that of the only array."""
    asked = requested if isinstance(requested, tuple) else (requested,)
    return Case(shape(result), when, asked, keys)


def shape(result: Returned) -> Shape:
    """Return the shape of a result; an expression stands for one array."""
    return result if isinstance(result, _SHAPES) else ArrayOf(result)


def several(*results: Returned) -> TupleOf:
    """Return the shape of a tuple; an expression stands for one array."""
    return TupleOf(*map(shape, results))


def taken(part: Expression, accepts: DtypeSet = ANY, known: DtypeSet = ANY) -> Expression:
    """Return a part that JAX refuses outside ``accepts``, and that is unknown outside ``known``."""
    checked = part if accepts == ANY else Check(part, accepts)
    return checked if known == ANY else Known(checked, known)


def promoted(*operands: str, accepts: DtypeSet = ANY, known: DtypeSet = ANY) -> Expression:
    """Return the common dtype of operands, checked as by :func:`taken`."""
    return taken(Join(Of(*operands)), accepts, known)


def mapped(by: DtypeMap, part: Expression) -> Expression:
    """Return the map of a part, or the part itself if the map changes nothing."""
    return part if by == TO_SAME else Map(by, part)


def promoting(
    *operands: str | Operand,
    to: DtypeMap = TO_SAME,
    accepts: DtypeSet = ANY,
    known: DtypeSet = ANY,
    keys: bool = False,
) -> Rule:
    """Return the rule of a function that promotes its operands and returns one array.

    Args:
        operands: the operands, all of which are promoted.
        to: the map from their common dtype to that of the result.
        accepts: the common dtypes that JAX accepts.
        known: the common dtypes for which dtypes alone decide the result.
        keys: whether the operands may be typed PRNG keys.
    """
    names = (each if isinstance(each, str) else each.name for each in operands)
    common = promoted(*names, accepts=accepts, known=known)
    return rule(operands, case(mapped(to, common), keys=keys))
