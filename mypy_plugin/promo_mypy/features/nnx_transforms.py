"""``nnx.grad``, ``nnx.value_and_grad`` and ``nnx.remat``, which also take modules.

The derivative by an array or a tree of arrays has the dtypes of the argument, as for ``jax.grad``.
The derivative by a module is a state, in which no dtype is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from mypy.nodes import IntExpr
from mypy.plugin import FunctionContext
from mypy.types import AnyType, ProperType, Type, TypeOfAny

from promo_mypy.features.filtered_transforms import floats_of, has_aux, made
from promo_mypy.features.transforms import Derivative, differentiated
from promo_mypy.fullnames import BUILTIN_TUPLE
from promo_mypy.session import Session
from promo_mypy.types.convert import Converter, array_instance, held_by
from promo_mypy.types.python_numbers import is_number
from promo_mypy.types.pytrees import traced, with_leaves

_AUTODIFF: Final = "flax.nnx.transforms.autodiff."
GRADIENTS: Final = {
    f"{_AUTODIFF}grad": Derivative(),
    f"{_AUTODIFF}value_and_grad": Derivative(with_value=True),
}
REMAT: Final = f"{_AUTODIFF}remat"
_PLACES: Final = "argnums"
_ANY: Final = AnyType(TypeOfAny.special_form)


def gradient(session: Session, fullname: str, ctx: FunctionContext) -> Type:
    """Answer ``nnx.value_and_grad(f)``; with several ``argnums`` the derivative stays unknown."""
    is_pair, place = has_aux(ctx), _place(ctx)
    if is_pair is None:
        return ctx.default_return_type
    result = differentiated(
        GRADIENTS[fullname],
        (0,),
        is_single=True,
        has_aux=is_pair,
        pair=ctx.api.named_generic_type(BUILTIN_TUPLE, [_ANY]),
    )

    def of_place(inputs: Sequence[Type], output: Type) -> Type:
        is_there = place is not None and place < len(inputs)
        given = inputs[place] if place is not None and is_there else _ANY
        return result([floats_of(session.converter, given)], output)

    own = partial(_traced, session.converter)
    return made(
        session, ctx, (fullname, is_pair, place), partial(with_leaves, change=own), of_place
    )


def remat(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``nnx.remat(f)``, which makes strong arrays of some Python scalars."""
    unknown = partial(with_leaves, change=_without_number)
    return made(session, ctx, remat, unknown, lambda _, output: unknown(output))


def _place(ctx: FunctionContext) -> int | None:
    """The position of the argument to differentiate by; None for several or an unknown one."""
    names = zip(ctx.callee_arg_names, ctx.args, strict=True)
    match [each for name, given in names if name == _PLACES for each in given]:
        case []:
            return 0
        case [IntExpr(value=place)]:
            return place
    return None


def _traced(converter: Converter, leaf: ProperType) -> Type:
    """A leaf inside of the function; Any for a value of NumPy, which may stay one."""
    if is_number(leaf) or array_instance(leaf) is not None:
        return traced(converter, leaf)
    is_object = converter.operand(leaf) is None or held_by(leaf) is not None
    return leaf if is_object else _ANY


def _without_number(leaf: ProperType) -> Type:
    return _ANY if is_number(leaf) else leaf
