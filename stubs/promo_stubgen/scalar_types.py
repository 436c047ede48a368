"""Renders the dtype classes and their markers: ``jax/_src/numpy/scalar_types.pyi``.

An edge A -> B of the lattice is inheritance: ``class _Upto_A(_Upto_B)``. A dtype inherits its own
marker, so the dtypes that may be promoted to B are the subclasses of ``_Upto_B``.
"""

from __future__ import annotations

from collections.abc import Iterable

from promo_stubgen.numpy_types import scalar_type
from promo_stubgen.pair_table import search_order
from promo_stubgen.promotion import number_marker, numpy_alias, numpy_below, numpy_operand
from promo_typing.dtypes import ALIASES, CONCRETE, NODES, WEAK
from promo_typing.lattice import Lattice
from promo_typing.semantics import Semantics
from promo_typing.stub_names import BOTTOM, dtype_class, marker_class

PATH = "_src/numpy/scalar_types.pyi"

_PREAMBLE = """\
from typing import Any, ClassVar, TypeAlias

import numpy as np
from jax._src.basearray import Array

_PUBLIC_MODULE_NAME: str

class _ScalarMeta(type):
    dtype: np.dtype[Any]
    @property
    def __numpy_dtype__(self) -> np.dtype[Any]: ...

def _abstractify_scalar_meta(x: Any) -> Any: ...
def _make_scalar_type(np_scalar_type: type) -> _ScalarMeta: ...
"""


def render(semantics: Semantics) -> dict[str, str]:
    """Return the text of the stub by its path."""
    lattice = semantics.lattice
    parts = [
        _PREAMBLE,
        f"# Below all dtypes: only Any is accepted where it is asked for.\nclass {BOTTOM}(np.generic): ...\n",
        "# `_Upto_X`: the dtypes that may be promoted to X; `_NumberUpto_X`: those but bool.",
        *_markers(lattice),
        "",
        *(_concrete_class(node) for node in CONCRETE),
        "# Weak types stand for Python scalars; each has the default dtype at run time.",
        *(_weak_class(node, semantics) for node in WEAK),
        *(f"{alias} = {dtype_class(node)}" for alias, node in ALIASES.items() if alias != "bool_"),
        "",
        "# What JAX, having taken in an operand of NumPy, may promote to X.",
        *(_numpy_alias(node, semantics) for node in NODES),
        "",
    ]
    return {PATH: "\n".join(parts)}


def _markers(lattice: Lattice) -> Iterable[str]:
    """The marker classes, each after those that it inherits from."""
    order = search_order(lattice)
    for node in reversed(order):
        # Bases in the order of the linear extension give one consistent MRO to every class.
        above = sorted(lattice.edges[node], key=order.index)
        yield _class(marker_class(node), [marker_class(up) for up in above])
        numbers = [number_marker(up) for up in above]
        yield _class(number_marker(node), [marker_class(node), *numbers])


def _class(name: str, bases: list[str]) -> str:
    return f"class {name}({', '.join(bases)}): ..." if bases else f"class {name}: ..."


def _own_marker(node: str) -> str:
    return marker_class(node) if node == "bool" else number_marker(node)


def _concrete_class(node: str) -> str:
    name = dtype_class(node)
    return (
        f"class {name}({scalar_type(node)}, {_own_marker(node)}):\n"
        f"    dtype: ClassVar[np.dtype[{name}]]  # type: ignore[assignment]\n"
        "    __dir__: ClassVar[None]  # type: ignore[assignment]\n"
        f"    def __new__(cls, x: Any) -> Array[{name}]: ...\n"
    )


def _weak_class(node: str, semantics: Semantics) -> str:
    return f"class {node}({semantics.concrete(node)}, {_own_marker(node)}): ...\n"


def _numpy_alias(node: str, semantics: Semantics) -> str:
    return f"{numpy_alias(node)}: TypeAlias = {numpy_operand(numpy_below(node, semantics))}"
