"""Queries about the structure of rules that several steps of the generator need.

:class:`~promo_stubgen.encode.outcomes.Outcomes` has the results for operands, and
:mod:`~promo_stubgen.encode.branches` the effects of arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Final

from promo_stubgen.ir.annotation import Annotation, Name, Subscript
from promo_typing.rules import Rule
from promo_typing.rules.model import (
    ArrayOf,
    Check,
    Expression,
    Flag,
    Join,
    Known,
    ListOf,
    MakerOf,
    Map,
    NamedTuple,
    Of,
    PythonInt,
    Requested,
    Rows,
    Same,
    Shape,
    TreeOf,
    TupleOf,
    Variadic,
    expressions,
    operands_in,
)

_AROUND: Final[Mapping[type, Callable[[Annotation], Annotation]]] = {
    TreeOf: lambda item: item,
    ListOf: lambda item: Subscript("list", (item,)),
    Variadic: lambda item: Subscript("tuple", (item, Name("..."))),
    MakerOf: lambda item: Subscript("Initializer", (item,)),
}
"""The annotations of shapes that have one type of items."""


def container(rule: Rule, arrays: Sequence[Annotation]) -> Annotation:
    """The annotation of the result, in the shape of the usual case, with these arrays."""
    return _spelled(rule.usual.result, iter(arrays))


def _spelled(shape: Shape, arrays: Iterator[Annotation]) -> Annotation:
    """The annotation of a shape with these arrays; a named tuple is generic in its fields."""
    if isinstance(shape, ArrayOf):
        return next(arrays)
    if isinstance(shape, Flag):
        return Name("bool")
    if isinstance(shape, TupleOf | NamedTuple):
        generic = _class_name(shape) if isinstance(shape, NamedTuple) else "tuple"
        return Subscript(generic, tuple(_spelled(item, arrays) for item in shape.items))
    return _AROUND[type(shape)](_spelled(shape.item, arrays))


def _class_name(shape: NamedTuple) -> str:
    """The class name of a named tuple."""
    return shape.fullname.rpartition(".")[2]


def named_tuples(rule: Rule) -> Iterator[str]:
    """The class names of the named tuples that a rule returns."""
    shapes = (case.result for case in rule.cases)
    return (_class_name(shape) for shape in shapes if isinstance(shape, NamedTuple))


def takes_pytrees(rule: Rule) -> bool:
    """Whether an operand may be a pytree."""
    return isinstance(rule.usual.result, TreeOf)


def takes_a_sequence(rule: Rule) -> bool:
    """Whether a parameter is a sequence of operands."""
    return any(isinstance(operand, Rows) for operand in rule.operands)


def keeps_both(rule: Rule) -> bool:
    """Whether the two results have the dtypes of the two operands."""
    own = tuple(Of(operand.name) for operand in rule.operands)
    return len(own) == 2 and expressions(rule.usual.result) == own


def always_one_result(rule: Rule) -> bool:
    """Whether the results are the same for all operands and settings."""
    return all(map(_is_constant, expressions(rule.usual.result)))


def _is_constant(result: Expression) -> bool:
    if not isinstance(result, Map):
        return False
    modes = {mode for _, mode in result.by.table}
    return len({(mode, node) for (_, mode), node in result.by.table.items()}) == len(modes)


def is_promoted(rule: Rule) -> bool:
    """Whether the join of the operands decides all results."""
    return all(map(_follows_common_dtype, expressions(rule.usual.result)))


def _follows_common_dtype(expression: Expression) -> bool:
    if isinstance(expression, Map | Check | Known):
        return _follows_common_dtype(expression.part)
    if isinstance(expression, Join):
        return all(isinstance(part, Of) for part in expression.parts)
    return isinstance(expression, Of)


def combination(rule: Rule) -> type[Join | Same] | None:
    """``Join`` or ``Same``, if all results depend only on that combination of all operands."""
    names = {operand.name for operand in rule.operands}
    found = {kind for case in rule.cases for kind in _combinations(case.result, names)}
    only = found.pop() if len(found) == 1 and not looks_at_values(rule) else None
    return only if only in (Join, Same) else None


def _combinations(part: object, names: Collection[str]) -> Iterator[type]:
    """The classes of combinations of all operands in a part of a rule; ``Of`` for other uses."""
    if isinstance(part, Join | Same) and set(operands_in(part)) == names:
        yield type(part) if all(isinstance(each, Of) for each in part.parts) else Of
    elif isinstance(part, Of):
        yield Of
    elif isinstance(part, tuple):
        for each in part:
            yield from _combinations(each, names)
    elif is_dataclass(part):
        for each in fields(part):
            yield from _combinations(getattr(part, each.name), names)


def looks_at_values(rule: Rule) -> bool:
    """Whether a result depends on the value of a Python int."""
    return any(isinstance(condition, PythonInt) for case in rule.cases for condition in case.when)


def gives_requested_dtype(rule: Rule) -> bool:
    """Whether the result always has the requested dtype."""
    return rule.usual.requested == (Requested(),)
