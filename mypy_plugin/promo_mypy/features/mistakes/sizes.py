"""Sizes of arrays that are floats: ``jnp.zeros((n / 2,))``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Expression, ListExpr, TupleExpr

from promo_mypy import errors
from promo_mypy.features.mistakes.certain_floats import is_certainly_float
from promo_mypy.session import Session
from promo_mypy.types.arguments import Arguments

_EVERYWHERE: Final = ("shape",)
_SIZES: Final[dict[str, tuple[str, ...]]] = {
    "reshape": ("args",),
    "jax.lax.iota": ("size",),
    "jax.numpy.eye": ("N", "M"),
    "jax.numpy.identity": ("n",),
    "jax.numpy.linspace": ("num",),
    "jax.numpy.tri": ("N", "M"),
    "jax.random.split": ("num",),
}
"""The parameters besides ``shape`` that are sizes or tuples of sizes."""


def report(session: Session, function: str, arguments: Arguments, api: object) -> None:
    """Report sizes that are not integers, which JAX refuses."""
    if not isinstance(api, TypeChecker):
        return
    for parameter in (*_EVERYWHERE, *_SIZES.get(function, ())):
        for argument in arguments.written_for(parameter):
            for size in _items(argument):
                if is_certainly_float(session, size, api):
                    errors.no_size(api, size, function)
                    return


def _items(shape: Expression) -> Iterator[Expression]:
    """The sizes in a written tuple or list; any other expression as a single size."""
    yield from shape.items if isinstance(shape, (TupleExpr, ListExpr)) else [shape]
