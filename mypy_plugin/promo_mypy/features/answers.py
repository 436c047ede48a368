"""Answers calls of functions with rules: the type of the result, or an error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import Final, TypeGuard

from mypy.checker import TypeChecker
from mypy.nodes import Context
from mypy.plugin import CheckerPluginInterface
from mypy.types import (
    AnyType,
    Instance,
    ProperType,
    TupleType,
    Type,
    TypeOfAny,
    UnionType,
    get_proper_type,
)

from promo_mypy import errors
from promo_mypy.features import powers, unknown_keys
from promo_mypy.features.known_numbers import (
    followed_numbers,
    untested_integers,
    written_numbers,
)
from promo_mypy.features.lints import lost_numbers, report
from promo_mypy.features.mistakes import keys, numbers
from promo_mypy.features.ruled_call import Call
from promo_mypy.features.single_float import evaluated
from promo_mypy.fullnames import BUILTIN_LIST, BUILTIN_TUPLE
from promo_mypy.session import Session
from promo_mypy.types.bindings import Number
from promo_mypy.types.convert import array_instance
from promo_mypy.types.evaluate import Combined
from promo_mypy.types.symbols import Operand
from promo_typing.rules import Rule
from promo_typing.rules.model import (
    ArrayOf,
    Flag,
    ListOf,
    MakerOf,
    Shape,
    TreeOf,
    Variadic,
    array_count,
)

_ANY: Final = AnyType(TypeOfAny.special_form)


def answer(session: Session, call: Call, api: CheckerPluginInterface, context: Context) -> Combined:
    """Return the dtypes of the results of a call, and report it if JAX would refuse it."""
    combined = None
    if None in call.operands and isinstance(api, TypeChecker):
        session.inference.look_for_variables(api)
    if call.dtype is not None:
        operands = unknown_keys.operands(session, call, api)
        combined = evaluated(session, call.rule, operands, call.dtype, api)
    if combined is None or not combined.results or _depends_on_number(session, call, combined):
        failures = combined.failures if combined else ()
        combined = Combined(((None,),) * array_count(call.rule), failures)
    if not combined.failures:
        combined = powers.of_weak_float(session, call.function, call.operands) or combined
    for failure in combined.failures:
        operation = call.describe([errors.shown(name) for name in failure.operands])
        errors.refused(api, context, operation, failure, call.function)
    if not combined.failures:
        _report_mistakes(session, call, combined, api, context)
        report.look(session, call, combined, api, context)
    return combined


def _depends_on_number(session: Session, call: Call, combined: Combined) -> bool:
    """Whether an operand is ``2**n``, and its being an int or a float makes a difference."""
    is_either = session.inference.is_inside and powers.EITHER in call.operands
    return is_either and any(len(symbols) > 1 for symbols in combined.results)


def _report_mistakes(
    session: Session, call: Call, combined: Combined, api: CheckerPluginInterface, context: Context
) -> None:
    """Report operands whose values are refused or lost, and keys where numbers are expected."""
    values = written_numbers(session, call, api)
    if keys.are_refused(call.function, call.rule, call.operands):
        errors.key_as_number(api, context, _operation(call, values))
        return
    result = combined.only_node and session.semantics.strong(combined.only_node)
    known = values or untested_integers(session, call, api)
    if known:
        integers = [value if isinstance(value, int) else None for value in known]
        given = (call.function, _operation(call, known), call.operands, integers, result)
        if numbers.report(session, numbers.Numbers(*given), api, context):
            return
    if lost_numbers.may_lose(call.function, result):
        values = followed_numbers(session, call, values, api)
    if values:
        written = (call.function, _operation(call, values), combined.only_node, values)
        lost_numbers.report(session, *written, api, context)


def _operation(call: Call, values: Sequence[Number | None]) -> str:
    """The operation in words: ``int8 + 300``; known numbers are shown as they are."""
    pairs = zip(call.operands, values or repeat(None), strict=False)
    return call.describe(
        [str(value) if value is not None else _shown(operand) for operand, value in pairs]
    )


def _shown(operand: Operand | None) -> str:
    return " | ".join(errors.shown(symbol.name) for symbol in operand or ()) or "Any"


def result_type(
    session: Session, rule: Rule, combined: Combined, api: CheckerPluginInterface, default: Type
) -> Type:
    """Return the result type of a call: the stub's declared type, with the known dtypes in it."""
    shape = rule.usual.result
    unknown = combined.results.count((None,)) == len(combined.results)
    arrays = session.converter.arrays(combined.results)
    if arrays is None or (unknown and has_shape(default, shape)):
        # The stub may know more: a comparison is bool, whatever the operands are.
        return default
    return _typed(shape, iter(arrays), get_proper_type(default), api)


def _typed(
    shape: Shape, arrays: Iterator[Type], default: ProperType, api: CheckerPluginInterface
) -> Type:
    """The type of a result with these arrays in it; all other parts are as the stub declares."""
    if isinstance(shape, ArrayOf | TreeOf):
        return next(arrays)
    if isinstance(shape, Flag):
        return default
    if isinstance(shape, ListOf | Variadic):
        item = _typed(shape.item, arrays, default, api)
        if _is_sequence(default):
            return default.copy_modified(args=[item])
        class_name = BUILTIN_LIST if isinstance(shape, ListOf) else BUILTIN_TUPLE
        return api.named_generic_type(class_name, [item])
    if isinstance(shape, MakerOf):
        made = next(arrays)
        return default.copy_modified(args=[made]) if isinstance(default, Instance) else default
    fields = default.items if isinstance(default, TupleType) else []
    known = [*map(get_proper_type, fields), *[_ANY] * (len(shape.items) - len(fields))]
    items = [_typed(*each, api) for each in zip(shape.items, repeat(arrays), known, strict=False)]
    if isinstance(default, TupleType) and len(fields) == len(items):
        return default.copy_modified(items=items, fallback=_fallback(default, items))
    fallback = api.named_generic_type(BUILTIN_TUPLE, [UnionType.make_union(items)])
    return TupleType(items, fallback)


def _fallback(typ: TupleType, arrays: Sequence[Type]) -> Instance:
    """The class of a named tuple; if it is generic, with the types of its fields as arguments."""
    fallback = typ.partial_fallback
    return fallback.copy_modified(args=arrays) if len(fallback.args) == len(arrays) else fallback


def _is_sequence(typ: ProperType) -> TypeGuard[Instance]:
    """Whether a type is a list, or a tuple of any length: versions of JAX return either."""
    return isinstance(typ, Instance) and typ.type.fullname in (BUILTIN_LIST, BUILTIN_TUPLE)


def has_shape(default: Type, shape: Shape, *, conditional: bool = False) -> bool:
    """Whether the declared result of a call has the shape of the rule's result.

    In some overloads a function returns something else: ``where(c)`` is a tuple. If the result is
    ``conditional``, one member of a union is enough: ``linspace`` with an unknown ``retstep`` is
    declared as an array or a tuple.
    """
    proper = get_proper_type(default)
    if isinstance(proper, AnyType):
        return True
    if isinstance(shape, ArrayOf | TreeOf):
        if not isinstance(proper, UnionType):
            return array_instance(proper) is not None
        enough = any if conditional else all
        return enough(array_instance(get_proper_type(item)) for item in proper.items)
    if isinstance(shape, MakerOf):
        return isinstance(proper, Instance) and len(proper.args) == 1
    if isinstance(shape, ListOf | Variadic):
        return _is_sequence(proper)
    if isinstance(shape, Flag) or not isinstance(proper, TupleType):
        return isinstance(shape, Flag)
    return len(proper.items) == len(shape.items) and all(map(has_shape, proper.items, shape.items))
