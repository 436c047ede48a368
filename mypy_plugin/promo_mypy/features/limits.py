"""Limits of floats: ``jnp.finfo(x.dtype).min`` is a NumPy scalar of that dtype.

NumPy's stubs only say that it is a float. For a complex dtype the scalar has the dtype of the real
part.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, MemberExpr
from mypy.plugin import AttributeContext
from mypy.types import Instance, Type, get_proper_type

from promo_mypy.features.dtype_argument import requested
from promo_mypy.fullnames import FINFO
from promo_mypy.session import Session
from promo_mypy.types.expressions import known_type
from promo_mypy.types.symbols import exact_node
from promo_typing.core.dtypes import PYTHON_SCALARS, STRONG
from promo_typing.core.formats import real_part
from promo_typing.core.stub_names import dtype_fullname
from promo_typing.lattice.semantics import Semantics

_OF_NUMPY: Final = Semantics(x64=True)
"""The settings for ``finfo``, which is NumPy's: ``float`` has 64 bits there, whatever JAX's are."""


def attribute(session: Session, ctx: AttributeContext) -> Type:
    """Answer an attribute of ``finfo`` whose dtype is given in the same expression."""
    typ = get_proper_type(ctx.type)
    of_jax = isinstance(typ, Instance) and typ.type.fullname == FINFO
    node = _dtype(session, ctx) if of_jax else None
    scalar = session.converter.instance(dtype_fullname(real_part(node))) if node else None
    return scalar or ctx.default_attr_type


def _dtype(session: Session, ctx: AttributeContext) -> str | None:
    """The dtype whose limits are requested; None unless it is exactly one."""
    match ctx.context:
        case MemberExpr(expr=CallExpr(args=[argument])):
            typ = known_type(argument, ctx.api)
        case _:
            return None
    asked = None if typ is None else requested(session, typ, argument, ctx.api)
    node = exact_node(asked)
    if node is None:
        return None
    name = _OF_NUMPY.strong(PYTHON_SCALARS.get(node, node))
    return name if name in STRONG else None
