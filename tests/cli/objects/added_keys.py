"""Dictionaries that get keys under a condition or under another name, and are unpacked in calls."""

import sys
from dataclasses import dataclass
from typing import Any, reveal_type

import jax.numpy as jnp


@dataclass
class A:
    width: int = 3
    dtype: Any = jnp.bfloat16


@dataclass
class B:
    width: int = 3
    dtype: Any = jnp.bfloat16


@dataclass
class C:
    width: int = 3
    dtype: Any = jnp.bfloat16


@dataclass
class D:
    width: int = 3
    dtype: Any = jnp.bfloat16


@dataclass
class E:
    width: int = 3
    dtype: Any = jnp.bfloat16


@dataclass
class F:
    width: int = 3
    dtype: Any = jnp.bfloat16


@dataclass
class G:
    width: int = 3
    dtype: Any = jnp.bfloat16


def cast(x, dtype=jnp.bfloat16):
    return x.astype(dtype)


x = jnp.ones(3)
yes = len(sys.argv) < 100


def main():
    a = {"width": 3}
    if yes:
        a["dtype"] = jnp.float16
    reveal_type(x.astype(A(**a).dtype))  # unknown: keys are added
    b = {}
    if yes:
        b["dtype"] = jnp.float16
    reveal_type(x.astype(B(**b).dtype))  # unknown: keys are added
    c = {}
    c["width"] = 3
    if yes:
        c |= {"dtype": jnp.float16}
    reveal_type(x.astype(C(**c).dtype))  # unknown: keys are added
    d = {}
    for name in ("width", "dtype"):
        d[name] = 3 if name == "width" else jnp.float16
    reveal_type(x.astype(D(**d).dtype))  # unknown: keys are added
    e = {}
    other = e
    other["dtype"] = jnp.float16
    reveal_type(x.astype(E(**e).dtype))  # unknown: keys are added
    f = {}
    f.setdefault("dtype", jnp.float16)
    reveal_type(x.astype(F(**f).dtype))  # unknown: keys are added
    h = {"x": x}
    if yes:
        h["dtype"] = jnp.float16
    reveal_type(cast(**h))  # unknown: keys are added
    g = {"width": 3}
    reveal_type(x.astype(G(**g).dtype))


main()
