"""The limits of floats: ``jnp.finfo(x.dtype).min`` is a scalar of NumPy of that very dtype.

Its stubs know only that it is a float. Of a complex dtype it is one of the real part.
"""

from __future__ import annotations

from mypy.nodes import CallExpr, MemberExpr
from mypy.plugin import AttributeContext
from mypy.types import Instance, Type, get_proper_type

from promo_mypy.features.dtype_argument import requested
from promo_mypy.fullnames import FINFO
from promo_mypy.session import Session
from promo_mypy.types.expressions import known_type
from promo_typing.core.dtypes import STRONG
from promo_typing.core.formats import real_part
from promo_typing.core.stub_names import dtype_fullname


def attribute(session: Session, ctx: AttributeContext) -> Type:
    """Answer where the dtype is written in the same expression."""
    typ = get_proper_type(ctx.type)
    of_jax = isinstance(typ, Instance) and typ.type.fullname == FINFO
    node = _dtype(session, ctx) if of_jax else None
    scalar = session.converter.instance(dtype_fullname(real_part(node))) if node else None
    return scalar or ctx.default_attr_type


def _dtype(session: Session, ctx: AttributeContext) -> str | None:
    """The one dtype whose limits are asked for; Python's ``float`` has 64 bits."""
    match ctx.context:
        case MemberExpr(expr=CallExpr(args=[argument])):
            typ = known_type(argument, ctx.api)
        case _:
            return None
    asked = None if typ is None else requested(session, typ, argument, ctx.api)
    if asked is None or len(asked) != 1 or not asked[0].is_node:
        return None
    name = {"float": "float64", "complex": "complex128"}.get(asked[0].name, asked[0].name)
    return name if name in STRONG else None
