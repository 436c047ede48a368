"""The arrays and functions that the calls are made of: source for both mypy and JAX."""

from __future__ import annotations

from typing import Final

DTYPES: Final = {
    "bf16": "jnp.bfloat16",
    "f16": "jnp.float16",
    "f32": "jnp.float32",
    "i8": "jnp.int8",
    "i32": "jnp.int32",
    "u8": "jnp.uint8",
}
"""The dtypes of the operands that are not weak, as an annotation has them."""

_WEAK: Final = {"wf": "1.0", "wi": "1"}
FLOATS: Final = ("bf16", "f16", "f32", "wf")
STRONG_FLOATS: Final = ("bf16", "f16", "f32")

SCALARS: Final = {name: f"jnp.ones((), {dtype})" for name, dtype in DTYPES.items()} | {
    name: f"jnp.full((), {number})" for name, number in _WEAK.items()
}
"""Arrays without a dimension, by their names."""

VECTORS: Final = {f"{name}s": f"jnp.ones(3, {dtype})" for name, dtype in DTYPES.items()} | {
    f"{name}s": f"jnp.full(3, {number})" for name, number in _WEAK.items()
}
"""Arrays of three, to loop over."""

_IMPORTS: Final = """\
from __future__ import annotations
from typing import TypeVar
import jax
import jax.numpy as jnp
from jax import Array, lax

D = TypeVar("D")

def keep(v: Array[D]) -> Array[D]:
    return v

def keep_carry(c: Array[D], x: Array) -> tuple[Array[D], Array[D]]:
    return c, c

"""


def _functions(name: str, dtype: str) -> str:
    twice = f"def twice_{name}(v: Array[{dtype}]) -> Array[{dtype}]:\n    return v * 2\n\n"
    cast = f"def to_{name}(v: Array) -> Array[{dtype}]:\n    return v.astype({dtype})\n\n"
    return twice + cast


HEADER: Final = (
    _IMPORTS
    + "".join(_functions(name, dtype) for name, dtype in DTYPES.items())
    + "".join(f"{name} = {text}\n" for name, text in (SCALARS | VECTORS).items())
)
"""What stands above the calls."""
