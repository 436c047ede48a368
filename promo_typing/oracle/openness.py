"""The rules that leave cells open although JAX has one answer, each with the reason.

All other rules may be open only where the installed JAX has several answers, by ranks or values.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache
from typing import Final

_WIDE: Final = "an older JAX cannot do with 64-bit dtypes while x64 is off"
_SEVERAL: Final = "arrays of several dtypes keep their own, so that an item has no one dtype"
_ORDER: Final = "the order in which operands are multiplied decides, and follows from shapes"
_REAL: Final = "JAX is not consistent about complex numbers and requests of other dtypes"
_WEAK: Final = "of weak operands JAX makes a weak result of the requested dtype, which has no node"

_OPEN: Final[dict[str, str]] = {
    **dict.fromkeys(
        (
            "jax.numpy.max",
            "jax.numpy.min",
            "jax.numpy.amax",
            "jax.numpy.amin",
            "jax.numpy.nan*",
            "Array.max",
            "Array.min",
            "jax.numpy.ptp",
            "Array.ptp",
            "jax.numpy.frexp",
            "jax.numpy.geomspace",
            "jax.numpy.histogram_bin_edges",
            "jax.numpy.logspace",
            "jax.numpy.intersect1d*",
            "jax.numpy.setxor1d*",
        ),
        _WIDE,
    ),
    **dict.fromkeys(("jax.numpy.std", "jax.numpy.var", "Array.std", "Array.var"), _REAL),
    **dict.fromkeys(
        ("jax.numpy.broadcast_arrays", "jax.numpy.meshgrid", "jax.numpy.ix_"), _SEVERAL
    ),
    **dict.fromkeys(("jax.numpy.einsum", "jax.numpy.linalg.multi_dot"), _ORDER),
    "jax.numpy.ldexp": "it fails by accident for small dtypes, and for 64 bits in an older JAX",
    "jax.numpy.average*": "the kind of average decides whether tiny integers are refused",
    "jax.numpy.hypot": "in an older JAX the ranks decide whether a weak type survives",
    "jax.numpy.linalg.matrix_power": "the power decides",
    "jax.lax.random_gamma_grad": "which dtypes go together follows from the steps of an algorithm",
    "jax.lax.polynomial": "weak operands stay weak if they are Python scalars",
    "jax.lax.bitcast_convert_type": "the last dimension must make up for another width",
    **dict.fromkeys(
        (
            "jax.lax.conv*",
            "jax.lax.dot",
            "jax.lax.dot_general",
            "jax.lax.mul",
            "jax.nn.scaled_dot_general",
            "jax.numpy.convolve",
            "jax.numpy.correlate",
        ),
        _WEAK,
    ),
    "jax.nn.initializers.*": "with 64 bits allowed, `complex` asks for one of 128 bits",
}


PATTERNS: Final = tuple(_OPEN)
"""The patterns of names of rules that may be open; ``*`` stands for any text."""


@cache
def reason_to_be_open(name: str) -> str | None:
    """Return why a rule may leave cells open that JAX answers, None if it may not."""
    return next((why for pattern, why in _OPEN.items() if fnmatchcase(name, pattern)), None)
