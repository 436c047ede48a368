"""Powers whose dtype depends on the values of the operands.

Python integers: ``2**n`` is an int, or a float if ``n`` is negative. mypy says Any, and asks no
plugin about an operation in which one operand is ``Any``. So in inferred bodies the power is the
union of both. With an array, int and float mostly give the same dtype; if not, the result is
unknown.

A weak float to the power of an array of integers, as in ``1 - 0.9**count``: the result is weak, or
strong if the exponent is traced.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.nodes import OpExpr
from mypy.plugin import CheckerPluginInterface, MethodContext
from mypy.types import Instance, Type, UnionType, get_proper_type

from promo_mypy.fullnames import BUILTIN_FLOAT, BUILTIN_INT, BUILTIN_SCALARS
from promo_mypy.session import Session
from promo_mypy.types.evaluate import Combined
from promo_mypy.types.expressions import known_type
from promo_mypy.types.symbols import Operand, exact_node, node_symbol
from promo_typing.core.dtypes import NODES, PYTHON_SCALARS

_FUNCTIONS: Final = frozenset({"jax.numpy.power", "jax.numpy.pow"})
_WEAK: Final = PYTHON_SCALARS["float"]
_WEAK_FLOATS: Final = (_WEAK, "float")
_CLASSES: Final = (BUILTIN_INT, BUILTIN_FLOAT)
EITHER: Final = tuple(node_symbol(BUILTIN_SCALARS[name]) for name in _CLASSES)
"""The operand for ``2**n``: an int or a float."""


def is_of_integers(ctx: MethodContext) -> bool:
    """Whether both operands of an operator are ``int``."""
    return [_class(typ) for typ in [ctx.type, *ctx.arg_types[0]]] == [BUILTIN_INT, BUILTIN_INT]


def either(api: CheckerPluginInterface) -> Type:
    """Return the type of an integer power, which may be an int or a float."""
    return UnionType([api.named_generic_type(name, []) for name in _CLASSES])


def of_weak_float(
    session: Session, function: str, operands: Sequence[Operand | None]
) -> Combined | None:
    """Return the result of a weak float to the power of an array of integers; None for others.

    A float that may be weak or strong counts, too.
    """
    if session.semantics.promotion == "strict":
        return None  # JAX may refuse the exponent then, depending on its values.
    strong = session.semantics.strong(_WEAK)
    if function not in _FUNCTIONS or not _may_be_weak(operands[0], strong):
        return None
    exponent = NODES.get(exact_node(operands[1]) or "")
    if exponent is None or exponent.weak or not exponent.is_a("integer"):
        return None
    return Combined(((node_symbol(strong), node_symbol(_WEAK)),), ())


def _may_be_weak(base: Operand | None, strong: str) -> bool:
    """Whether a base is a float that is weak, or that may be weak or strong, like such a power."""
    nodes = {symbol.node if symbol.is_node else "" for symbol in base or ()}
    return bool(nodes & {*_WEAK_FLOATS}) and nodes <= {*_WEAK_FLOATS, strong}


def number_beside(ctx: MethodContext) -> Type | None:
    """Return the whole type of an operand ``2**n``: mypy asks about one member of the union."""
    if not isinstance(ctx.context, OpExpr):
        return None
    for operand in (ctx.context.left, ctx.context.right):
        typ = known_type(operand, ctx.api)
        if typ is not None and _is_either(typ):
            return typ
    return None


def _is_either(typ: Type) -> bool:
    proper = get_proper_type(typ)
    items = proper.items if isinstance(proper, UnionType) else []
    return tuple(map(_class, items)) == _CLASSES


def _class(typ: Type) -> str:
    proper = get_proper_type(typ)
    return proper.type.fullname if isinstance(proper, Instance) else ""
