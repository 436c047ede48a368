"""From a call of a function that has a rule to the type of its result, or to an error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from mypy.nodes import Context
from mypy.plugin import CheckerPluginInterface
from mypy.types import AnyType, Instance, TupleType, Type, UnionType, get_proper_type

from promo_mypy import errors
from promo_mypy.fullnames import BUILTIN_LIST, BUILTIN_TUPLE
from promo_mypy.session import Session
from promo_mypy.types.convert import array_instance
from promo_mypy.types.evaluate import Combined, Failure
from promo_mypy.types.symbols import Operand
from promo_typing.rules import UNIFORM_CONTAINERS, Mismatch, NoPath, Rule


@dataclass(frozen=True, slots=True)
class Call:
    """A call whose operands are known as far as their types tell; None is unknown.

    ``describe`` writes the operation with the names of its operands, for a message. ``dtype`` is
    what the dtype argument asks for, empty if there is none.
    """

    function: str
    rule: Rule
    operands: Sequence[Operand | None]
    describe: Callable[[Sequence[str]], str]
    dtype: Operand | None = ()


def answer(session: Session, call: Call, api: CheckerPluginInterface, context: Context) -> Combined:
    """Return the dtypes of the results, and report what JAX would refuse."""
    combined = None
    if call.dtype is not None:
        combined = session.evaluate(call.function, call.rule, tuple(call.operands), call.dtype)
    if combined is None or not combined.results:
        failures = combined.failures if combined else ()
        combined = Combined(((None,),) * len(call.rule.results), failures)
    for failure in combined.failures:
        _report(session, call, failure, api, context)
    return combined


def _report(
    session: Session,
    call: Call,
    failure: Failure,
    api: CheckerPluginInterface,
    context: Context,
) -> None:
    operation = call.describe([errors.shown(name) for name in failure.operands])
    if isinstance(failure.outcome, NoPath):
        errors.no_promotion(api, context, operation, failure, session.semantics)
    elif isinstance(failure.outcome, Mismatch):
        errors.mismatch(api, context, operation, failure, call.function)
    else:
        errors.operand_rejected(api, context, operation, failure, call.function)


_UNIFORM_CLASSES: Final = {"list": BUILTIN_LIST, "variadic": BUILTIN_TUPLE}


def result_type(
    session: Session, rule: Rule, combined: Combined, api: CheckerPluginInterface, default: Type
) -> Type:
    """Write the dtypes of the results as a type of the kind that the function returns."""
    unknown = all(symbols == (None,) for symbols in combined.results)
    arrays = session.converter.arrays(combined.results)
    if arrays is None or (unknown and has_shape(default, rule)):
        # The stub may still know something: a comparison is bool whatever is compared.
        return default
    if rule.container == "single":
        return arrays[0]
    if rule.container in UNIFORM_CONTAINERS:
        class_name = _UNIFORM_CLASSES[rule.container]
        return api.named_generic_type(class_name, arrays)
    proper = get_proper_type(default)
    if rule.container == "initializer" and isinstance(proper, Instance):
        return proper.copy_modified(args=arrays)
    if rule.container == "histogram":
        arrays = [arrays[0], api.named_generic_type(BUILTIN_LIST, arrays[1:])]
    if isinstance(proper, TupleType) and rule.container == "factor":
        arrays = [*arrays, *proper.items[len(arrays) :]]
    if isinstance(proper, TupleType) and len(proper.items) == len(arrays):
        return proper.copy_modified(items=arrays, fallback=_fallback(proper, arrays))
    fallback = api.named_generic_type(BUILTIN_TUPLE, [UnionType.make_union(arrays)])
    return TupleType(arrays, fallback)


def _fallback(typ: TupleType, arrays: Sequence[Type]) -> Instance:
    """The class of a named tuple, whose parameters are the types of its fields."""
    fallback = typ.partial_fallback
    return fallback.copy_modified(args=arrays) if len(fallback.args) == len(arrays) else fallback


def has_shape(default: Type, rule: Rule) -> bool:
    """Whether the stub says that a call returns what its rule describes.

    A function may return something else in one of its overloads: ``where(c)`` is a tuple.
    """
    proper = get_proper_type(default)
    if isinstance(proper, AnyType):
        return True
    if rule.container == "single":
        items = proper.items if isinstance(proper, UnionType) else [proper]
        # ``retstep`` of linspace may be any bool in the last overload; the rule is for calls
        # without it.
        enough = any if rule.unknown_with or rule.variants else all
        return enough(array_instance(get_proper_type(item)) for item in items)
    if rule.container == "initializer":
        return isinstance(proper, Instance) and len(proper.args) == 1
    if rule.container in UNIFORM_CONTAINERS:
        class_name = _UNIFORM_CLASSES[rule.container]
        return isinstance(proper, Instance) and proper.type.fullname == class_name
    items = proper.items if isinstance(proper, TupleType) else []
    count = {"factor": len(rule.results), "histogram": 1}.get(rule.container)
    arrays = items[:count]
    return bool(arrays) and all(array_instance(get_proper_type(item)) for item in arrays)
