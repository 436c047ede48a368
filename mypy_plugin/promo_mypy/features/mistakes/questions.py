"""Questions about dtypes that NumPy cannot answer, or answers wrongly.

``np.issubdtype(x.dtype, np.floating)`` is false for bfloat16, which is not a dtype of NumPy's own.
``jnp.finfo`` has no limits of integers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from mypy.nodes import RefExpr
from mypy.plugin import FunctionContext
from mypy.types import Type

from promo_mypy import errors
from promo_mypy.features.dtype_argument import requested
from promo_mypy.fullnames import FINFO, IINFO, NUMPY_FINFO, NUMPY_IINFO, NUMPY_MODULE
from promo_mypy.session import Session
from promo_mypy.types.symbols import exact_node
from promo_typing.core.dtypes import (
    CATEGORIES,
    INEXACT_KINDS,
    INTEGER_KINDS,
    NODES,
    OF_NUMPY,
    PYTHON_SCALARS,
)


class _Limits(NamedTuple):
    """A class of limits, such as ``jnp.finfo``.

    Attributes:
        written: its name in a message.
        kinds: the kinds of dtypes that it accepts.
        of_numpy: whether it accepts only dtypes of NumPy's own.
    """

    written: str
    kinds: frozenset[str]
    of_numpy: bool = False


LIMITS: Final[Mapping[str, _Limits]] = {
    FINFO: _Limits("jnp.finfo", INEXACT_KINDS),
    IINFO: _Limits("jnp.iinfo", INTEGER_KINDS),
    **dict.fromkeys(NUMPY_FINFO, _Limits("np.finfo", INEXACT_KINDS, of_numpy=True)),
    **dict.fromkeys(NUMPY_IINFO, _Limits("np.iinfo", INTEGER_KINDS, of_numpy=True)),
}


def limits(session: Session, fullname: str, ctx: FunctionContext) -> Type:
    """Answer ``jnp.finfo(x.dtype)`` and the like, and report dtypes without such limits."""
    asked, node = LIMITS[fullname], _dtype(session, 0, ctx)
    if node is not None:
        kind = NODES[node].kind
        if kind not in asked.kinds or (asked.of_numpy and node not in OF_NUMPY):
            errors.no_limits(ctx.api, ctx.context, asked.written, node, _INSTEAD.get(kind))
    return ctx.default_return_type


_INSTEAD: Final = {
    **dict.fromkeys(INEXACT_KINDS, "jnp.finfo"),
    **dict.fromkeys(INTEGER_KINDS, "jnp.iinfo"),
}


def report_subdtype(session: Session, ctx: FunctionContext) -> None:
    """Report ``np.issubdtype(x.dtype, np.floating)``, where NumPy says no and JAX says yes."""
    node, category = _dtype(session, 0, ctx), _category(ctx)
    if node is not None and category and node not in OF_NUMPY and NODES[node].is_a(category):
        errors.never_subdtype(ctx.api, ctx.context, node, category)


def _dtype(session: Session, place: int, ctx: FunctionContext) -> str | None:
    """The dtype that an argument is or has; None unless it is exactly one."""
    if len(ctx.args) <= place or len(ctx.args[place]) != 1:
        return None
    asked = requested(session, ctx.arg_types[place][0], ctx.args[place][0], ctx.api)
    node = exact_node(asked)
    strong = None if node is None else session.semantics.strong(PYTHON_SCALARS.get(node, node))
    return strong if strong in NODES else None


def _category(ctx: FunctionContext) -> str:
    """The name of NumPy's abstract class in a question; empty for ``np.generic`` and others."""
    match ctx.args:
        case [_, [RefExpr(fullname=fullname)]]:
            owner, _, name = fullname.rpartition(".")
            return name if owner == NUMPY_MODULE and name in CATEGORIES[1:] else ""
    return ""
