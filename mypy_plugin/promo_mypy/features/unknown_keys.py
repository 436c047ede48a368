"""Keys of unknown dtype, in programs whose keys are all of one dtype.

There ``jax.random.split(key)`` is known, even if the type of ``key`` is not. So are the keys that
modules of flax and haiku get from the keys which the program passes to them.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.plugin import CheckerPluginInterface, FunctionContext, MethodContext
from mypy.types import Instance, Type, get_proper_type

from promo_mypy.features import taken_lambdas
from promo_mypy.features.ruled_call import Call
from promo_mypy.session import Session
from promo_mypy.types.symbols import Operand, node_symbol

_OF_KEYS: Final = frozenset(f"jax.random.{name}" for name in ("split", "fold_in", "clone"))
"""The functions that take keys alone."""


def operands(
    session: Session, call: Call, api: CheckerPluginInterface
) -> tuple[Operand | None, ...]:
    """Return the operands of a call, with the program's only dtype of keys for an unknown key."""
    given = tuple(call.operands)
    if None not in given or call.function not in _OF_KEYS:
        return given
    known = _only(session, api)
    return given if known is None else tuple(known if each is None else each for each in given)


def made(session: Session, ctx: FunctionContext | MethodContext) -> Type:
    """Answer a function of a library that returns a key made of the program's own keys."""
    known = _only(session, ctx.api)
    array = None if known is None else session.converter.array(known)
    return ctx.default_return_type if array is None else array


def following(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``next(keys)`` for haiku's sequence of keys."""
    given = get_proper_type(ctx.arg_types[0][0]) if any(ctx.arg_types) else None
    is_of_keys = isinstance(given, Instance) and given.type.fullname == _SEQUENCE
    return made(session, ctx) if is_of_keys else taken_lambdas.named(ctx.default_return_type)


_HAIKU: Final = "haiku._src.base"
_SEQUENCE: Final = f"{_HAIKU}.PRNGSequence"
FUNCTIONS: Final = {
    f"{_HAIKU}.next_rng_key": made,
    f"{_HAIKU}.next_rng_keys": made,
    "builtins.next": following,
}
MAKE_RNG: Final = "flax.linen.module.Module.make_rng"


def _only(session: Session, api: CheckerPluginInterface) -> Operand | None:
    """The only dtype of keys in the program; None if there may be several."""
    if not session.inference.is_on or not isinstance(api, TypeChecker):
        return None
    dtype = session.inference.program.key_kinds.of(api)
    return None if dtype is None else (node_symbol(dtype),)
