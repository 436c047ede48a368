"""JAX's own lattices.

Sources: JAX's type promotion semantics (https://docs.jax.dev/en/latest/type_promotion.html), and
the graph in ``jax._src.dtypes`` of all supported versions, with which the tests compare every pair.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from promo_typing.core.dtypes import NODES, STRONG
from promo_typing.lattice.edges import Edges
from promo_typing.lattice.model import Lattice

_SMALL_INTS: Final = tuple(n for n in STRONG if NODES[n].is_a("integer") and NODES[n].bits < 8)
_SMALL_FLOATS: Final = tuple(n for n in STRONG if NODES[n].kind == "float" and NODES[n].bits < 16)


def _standard_edges(x64: bool) -> Edges:
    above: dict[str, tuple[str, ...]] = {
        "bool": ("weak_int",),
        "weak_int": ("uint8", "int8", *_SMALL_INTS),
        "uint8": ("int16", "uint16"),
        "uint16": ("int32", "uint32"),
        # The one edge that depends on x64: with x64 off no signed integer is wider than uint32.
        "uint32": ("int64" if x64 else "int32", "uint64"),
        "uint64": ("weak_float",),
        "int8": ("int16",),
        "int16": ("int32",),
        "int32": ("int64",),
        "int64": ("weak_float",),
        "weak_float": ("bfloat16", "float16", "weak_complex", *_SMALL_FLOATS),
        "bfloat16": ("float32",),
        "float16": ("float32",),
        "float32": ("float64", "complex64"),
        "float64": ("complex128",),
        "weak_complex": ("complex64",),
        "complex64": ("complex128",),
    }
    return {node: above.get(node, ()) for node in NODES}


def _strict_edges() -> Edges:
    """Only weak values promote: an int to any number, a float to any inexact one."""
    by_kind = {
        "weak_int": ("weak_float", *(n for n in STRONG if NODES[n].is_a("integer"))),
        "weak_float": ("weak_complex", *(n for n in STRONG if NODES[n].is_a("floating"))),
        "weak_complex": tuple(n for n in STRONG if NODES[n].is_a("complexfloating")),
    }
    return {node: by_kind.get(node, ()) for node in NODES}


@cache
def jax_lattice(*, x64: bool = False, strict: bool = False) -> Lattice:
    """Return JAX's lattice for ``jax_enable_x64``, and for strict or standard promotion.

    The strict lattice is the same with x64 on and off.
    """
    return Lattice(_strict_edges() if strict else _standard_edges(x64))
