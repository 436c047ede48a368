"""``einops.reduce`` and ``einops.einsum``, whose annotations do not tell the dtype of the result.

They say that the result has the type of the operand. But a sum of bools is an integer, a maximum of
a weak array is not weak, and ``einsum`` promotes. ``rearrange`` and the like need no help: they
keep the dtype and the weakness.
"""

from __future__ import annotations

import re
from typing import Final

from mypy.nodes import Expression, RefExpr
from mypy.plugin import FunctionContext
from mypy.subtypes import is_same_type
from mypy.types import AnyType, Instance, LiteralType, Type, TypeOfAny, get_proper_type

from promo_mypy.session import Session
from promo_mypy.types.convert import array_instance
from promo_typing.rules import FUNCTIONS, without_arguments

REDUCE: Final = "einops.einops.reduce"
EINSUM: Final = "einops.einops.einsum"

_OF_JAX: Final = "jax.numpy."
_BY_NAME: Final = frozenset({"min", "max", "sum", "mean", "prod", "any", "all"})
_KEEPING: Final = frozenset({"min", "max"})
_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_AXIS: Final = re.compile(r"[^\W\d]\w*")


def reduced(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``reduce(x, "a b -> a", "sum")``, or with a function of JAX instead of its name."""
    default, given = ctx.default_return_type, _single(ctx)
    name = _reduction(given.get("reduction"))
    if array_instance(get_proper_type(default)) is None:
        return default if name in _KEEPING else _UNKNOWN
    rule = FUNCTIONS.get(f"{_OF_JAX}{name}")
    operand = session.converter.operand(default)
    combined = rule and session.evaluate(without_arguments(rule), (operand,), ())
    known = combined.results[0] if combined and combined.results else [None]
    result = session.converter.array(known) or _UNKNOWN
    if is_same_type(result, default) or _reduces(_text(given.get("pattern"))):
        return result
    return session.converter.array([None]) or _UNKNOWN


def einsum(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``einsum(x, y, "a b, a b -> a")`` by the rule of ``jax.numpy.einsum``."""
    default = ctx.default_return_type
    types = [typ for formal in ctx.arg_types for typ in formal]
    arrays = [typ for typ in types[:-1] if array_instance(get_proper_type(typ)) is not None]
    if not arrays or len(arrays) != len(types) - 1:
        return default
    operands = tuple(map(session.converter.operand, arrays))
    rule = without_arguments(FUNCTIONS[f"{_OF_JAX}einsum"])
    combined = session.evaluate(rule, operands, ())
    known = combined.results[0] if combined and combined.results else [None]
    return session.converter.array(known) or default


def _single(ctx: FunctionContext) -> dict[str | None, tuple[Expression, Type]]:
    """The expression and type of the argument, for each parameter that has exactly one."""
    triples = zip(ctx.callee_arg_names, ctx.args, ctx.arg_types, strict=True)
    return {name: (args[0], types[0]) for name, args, types in triples if len(args) == 1}


def _reduction(given: tuple[Expression, Type] | None) -> str | None:
    """The name in ``jax.numpy`` of a reduction that is given as a string or a function."""
    if given is not None and isinstance(given[0], RefExpr):
        module, _, name = given[0].fullname.rpartition(".")
        if f"{module}." == _OF_JAX:
            return name if name in _BY_NAME else None
    text = _text(given)
    return text if text in _BY_NAME else None


def _text(given: tuple[Expression, Type] | None) -> str | None:
    """The string that an argument is, if it is known."""
    proper = get_proper_type(given[1]) if given is not None else None
    literal = proper.last_known_value if isinstance(proper, Instance) else proper
    value = literal.value if isinstance(literal, LiteralType) else None
    return value if isinstance(value, str) else None


def _reduces(pattern: str | None) -> bool:
    """Whether an axis disappears; otherwise einops returns the array as it is."""
    before, arrow, after = (pattern or "").partition("->")
    return bool(arrow) and not {*_AXIS.findall(before)} <= {*_AXIS.findall(after)}
