"""The arrays and functions in the calls, as source text for both mypy and JAX."""

from __future__ import annotations

from itertools import product
from typing import Final

DTYPES: Final = {
    "bf16": "jnp.bfloat16",
    "f16": "jnp.float16",
    "f32": "jnp.float32",
    "i8": "jnp.int8",
    "i32": "jnp.int32",
    "u8": "jnp.uint8",
}
"""The dtypes of the strong operands, as in annotations."""

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
"""Arrays of three elements, to loop over."""

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


def function(source: str, target: str) -> str:
    """Return the name of a function from arrays of one dtype to those of another one."""
    return f"{source}_to_{target}"


def _cast(source: str, target: str) -> str:
    given, returned = (f"Array[{DTYPES[name]}]" for name in (source, target))
    body = f"return (v * 2).astype({DTYPES[target]})"
    return f"def {function(source, target)}(v: {given}) -> {returned}:\n    {body}\n\n"


def _cast_of_any(target: str) -> str:
    body = f"return v.astype({DTYPES[target]})"
    start = f"def {function('any', target)}(v: Array) -> Array[{DTYPES[target]}]:"
    return f"{start}\n    {body}\n\n"


HEADER: Final = (
    _IMPORTS
    + "".join(_cast(*names) for names in product(DTYPES, repeat=2))
    + "".join(map(_cast_of_any, DTYPES))
    + "".join(f"{name} = {text}\n" for name, text in (SCALARS | VECTORS).items())
)
"""The source above the calls."""
