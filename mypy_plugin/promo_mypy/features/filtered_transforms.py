"""``equinox.filter_jit`` and the like, which trace arrays and pass on all other arguments.

Arrays and scalars of NumPy become tracers, as arguments and as results. A Python scalar stays one.
``filter_grad`` differentiates with respect to the arrays of floats in its first argument.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Final

from mypy.nodes import NameExpr
from mypy.plugin import FunctionContext
from mypy.types import AnyType, ProperType, Type, TypeOfAny, get_proper_type

from promo_mypy.features.transforms import Derivative, differentiated, open_function
from promo_mypy.fullnames import BUILTIN_FALSE, BUILTIN_TRUE, BUILTIN_TUPLE
from promo_mypy.inference.values import Transformed
from promo_mypy.session import Session
from promo_mypy.types.convert import Converter, array_instance
from promo_mypy.types.pytrees import traced, with_leaves
from promo_typing.core.dtypes import NODES, PYTHON_SCALARS

KEEPING: Final = frozenset(
    ("equinox._jit.filter_jit", "equinox._vmap_pmap.filter_vmap", "equinox._ad.filter_checkpoint")
)
"""Transforms whose result returns the same dtypes as the function."""
GRADIENTS: Final = {
    "equinox._ad.filter_grad": Derivative(),
    "equinox._ad.filter_value_and_grad": Derivative(with_value=True),
}
_BOOLEANS: Final = {BUILTIN_TRUE: True, BUILTIN_FALSE: False}
_ANY: Final = AnyType(TypeOfAny.special_form)


def keeping(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``filter_jit(f)``, as a decorator or a call."""
    trace = partial(_arrays_traced, session.converter)
    return made(session, ctx, keeping, trace, lambda inputs, output: trace(output))


def gradient(session: Session, fullname: str, ctx: FunctionContext) -> Type:
    """Answer ``filter_value_and_grad(f)``; the derivative of an object stays unknown."""
    is_pair = has_aux(ctx)
    if is_pair is None:
        return ctx.default_return_type
    result = differentiated(
        GRADIENTS[fullname],
        (0,),
        is_single=True,
        has_aux=is_pair,
        pair=ctx.api.named_generic_type(BUILTIN_TUPLE, [_ANY]),
    )
    own = partial(_only_of_jax, session.converter)

    def of_floats(inputs: Sequence[Type], output: Type) -> Type:
        first = [floats_of(session.converter, each) for each in inputs[:1]]
        return result([*first, *inputs[1:]], output)

    transform = (fullname, is_pair)
    return made(session, ctx, transform, lambda typ: with_leaves(typ, own), of_floats)


def made(
    session: Session,
    ctx: FunctionContext,
    transform: Hashable,
    trace: Callable[[Type], Type],
    result: Callable[[Sequence[Type], Type], Type],
) -> Type:
    """Return the type of the transformed function.

    Args:
        session: the session.
        ctx: the call of the transform.
        transform: identifies the transform.
        trace: gives the type that an argument has in the function.
        result: gives the type of the result, from those of the arguments and of the output.
    """
    inner = open_function(session, ctx)
    if inner is None:
        return ctx.default_return_type
    known = session.inference.values.typed(inner, Transformed(inner, transform, trace, result))
    session.inference.values.decorate(ctx, known)
    return known


def has_aux(ctx: FunctionContext) -> bool | None:
    """Return the argument ``has_aux``: whether there are auxiliary data; None if unknown."""
    names = zip(ctx.callee_arg_names, ctx.args, strict=True)
    written = [each for name, args in names if name == "has_aux" for each in args]
    known = [
        _BOOLEANS.get(each.fullname) if isinstance(each, NameExpr) else None for each in written
    ]
    return known[0] if known else False


def _arrays_traced(converter: Converter, tree: Type) -> Type:
    return with_leaves(tree, lambda leaf: _array(converter, leaf))


def _array(converter: Converter, leaf: ProperType) -> Type:
    """A leaf as the function gets it: arrays become tracers, Python scalars and objects stay."""
    symbols = converter.operand(leaf)
    if symbols is None or any(each.is_node and each.node in PYTHON_SCALARS for each in symbols):
        return leaf
    return traced(converter, leaf)


def _only_of_jax(converter: Converter, leaf: ProperType) -> Type:
    """A leaf, or Any for a value of NumPy, which may be differentiated or passed on."""
    symbols = converter.operand(leaf)
    is_python = symbols is not None and all(
        each.is_node and each.node in PYTHON_SCALARS for each in symbols
    )
    is_other = symbols is None or array_instance(get_proper_type(leaf)) is not None
    return leaf if is_python or is_other else _ANY


def floats_of(converter: Converter, tree: Type) -> Type:
    """Return the type of a derivative by a tree: Any stands for what is no array of floats."""
    return with_leaves(tree, partial(_float, converter))


def _float(converter: Converter, leaf: ProperType) -> Type:
    """The leaf if it is an array of floats, else Any: its derivative would be None."""
    symbols = converter.operand(leaf) if array_instance(leaf) is not None else None
    is_float = symbols and all(
        each.is_node and NODES[each.node].is_a("inexact") for each in symbols
    )
    return leaf if is_float else _ANY
