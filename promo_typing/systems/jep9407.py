"""The four options of JEP 9407 for mixing integers with floats, each as a graph.

Source: https://docs.jax.dev/en/latest/jep/9407-type-promotion.html, "Mixed Promotion: Float and
Integer". Option 0 has no edges between integers and floats.
"""

from __future__ import annotations

from typing import Final

from promo_typing.lattice import Edges
from promo_typing.systems.kinds import JEP_SOURCE
from promo_typing.systems.lattice_system import LatticeSystem

_OPTION_0: Final[Edges] = {
    "i*": ("f*", "uint8", "int8"),
    "uint8": ("uint16", "int16"),
    "int8": ("int16",),
    "f*": ("c*", "float16"),
    "c*": ("complex64",),
    "float16": ("float32",),
    "complex64": ("complex128",),
    "uint16": ("uint32", "int32"),
    "int16": ("int32",),
    "uint32": ("uint64", "int64"),
    "int32": ("int64",),
    "uint64": (),
    "int64": (),
    "float32": ("float64", "complex64"),
    "float64": ("complex128",),
    "complex128": (),
}

_ADDED: Final[tuple[Edges, ...]] = (
    {},
    {"int8": ("float16",), "int16": ("float32",), "int32": ("float64",)},
    {"int16": ("float16",), "int32": ("float32",), "int64": ("float64",)},
    {"int64": ("f*",)},
)
"""The edges that each option adds to option 0."""

_REMOVED: Final[tuple[Edges, ...]] = ({}, {}, {}, {"i*": ("f*",)})
"""The edges of option 0 that the added ones make redundant."""

OPTIONS: Final = range(len(_ADDED))


def option_edges(number: int) -> Edges:
    """Return the graph of one of the options."""
    added, removed = _ADDED[number], _REMOVED[number]
    return {
        node: tuple(upper for upper in above if upper not in removed.get(node, ()))
        + added.get(node, ())
        for node, above in _OPTION_0.items()
    }


def option(number: int) -> LatticeSystem:
    """Return the system of one of the options."""
    return LatticeSystem(f"jep9407-option-{number}", option_edges(number), JEP_SOURCE)
