"""Renders the dtype classes and their markers, ``jax/_src/numpy/scalar_types.pyi``.

The dtypes that may be promoted to B are the subclasses of the marker ``_Upto_B``. If few paths lead
up from a node, its marker inherits along all of them, so that the join of two dtypes in mypy is the
marker of their join in the lattice. Otherwise it inherits along the longest path only, and a dtype
inherits directly from the first marker of each other path: pyright searches for a base along every
path, and there would be thousands.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from promo_stubgen.encode import families
from promo_stubgen.encode.alike_variables import alike_variables
from promo_stubgen.encode.dtype_argument import GENERIC_VARIABLE, request_aliases
from promo_stubgen.encode.numpy_types import EXTENSION_BITS, scalar_type
from promo_stubgen.encode.operand_types import (
    ABSTRACT,
    ABSTRACT_VARIABLE,
    NUMBER_VARIABLE,
    NUMPY_TIMES,
    UNKNOWN_NUMPY,
    inferred_alone,
    number_marker,
    numpy_alias,
    numpy_below,
    numpy_operand,
)
from promo_stubgen.encode.overloaded import DEFINITIONS
from promo_stubgen.encode.pair_table import search_order
from promo_stubgen.reduce.operand_aliases import aliases
from promo_typing.core.dtypes import ALIASES, NODES, STRONG, WEAK
from promo_typing.core.stub_names import BOTTOM, SEVERAL, dtype_class, marker_class
from promo_typing.lattice import Lattice
from promo_typing.lattice.semantics import Semantics

_FEW_WAYS: Final = 2

PATH: Final = "_src/numpy/scalar_types.pyi"

_DEPTH: Final = 8
_DEEP: Final = "\n".join(
    ("class _Deep1: ...", *(f"class _Deep{n}(_Deep{n - 1}): ..." for n in range(2, _DEPTH + 1)))
)
"""A chain of classes; the MRO of the last one is longer than those of NumPy's classes."""

_PREAMBLE: Final = f"""\
import builtins
from collections.abc import Callable
from typing import Any, ClassVar, Generic, Literal, Never, Protocol, TypeAlias

import numpy as np
from jax._src.basearray import Array
from typing_extensions import Self, TypeVar

_PUBLIC_MODULE_NAME: str

class _ScalarMeta(type):
    dtype: np.dtype[Any]
    @property
    def __numpy_dtype__(self) -> np.dtype[Any]: ...

def _abstractify_scalar_meta(x: Any) -> Any: ...
def _make_scalar_type(np_scalar_type: type) -> _ScalarMeta: ...

{DEFINITIONS}
# Stands below all dtypes: a parameter of this type takes Any only.
class {BOTTOM}(np.generic):
    def __new__(cls, *args: Any, **kwargs: Any) -> Self: ...

# Abstract dtypes and TypeVars, as in `Array[jnp.floating]` and `Array[T]`. The class of one dtype
# does not match: it overrides `__dir__` with another type.
class {ABSTRACT}(Protocol):
    def __dir__(self) -> Any: ...

# The bound of the open dtypes in a transform, which markers do not have. It spares pyright time: of
# a function with overloads up to each dtype, no overload fits `Callable[[Array[D]], R]` by its
# marker while D is open.
class _NotMarker(Protocol):
    def __sizeof__(self) -> int: ...

class _Marker:
    __sizeof__: ClassVar[None]  # type: ignore[assignment]

# For mypy with the plugin: the base class that it infers for several dtypes. mypy takes the base
# with the longest MRO, so the MRO of this one is longer than NumPy's.
{_DEEP}
class {SEVERAL}(_Deep{_DEPTH}): ...

# The width of the dtypes that NumPy itself lacks; none of NumPy's dtypes has it.
class {EXTENSION_BITS}(np.typing.NBitBase): ...  # type: ignore[misc]

{ABSTRACT_VARIABLE} = TypeVar("{ABSTRACT_VARIABLE}", bound={ABSTRACT})
{GENERIC_VARIABLE} = TypeVar("{GENERIC_VARIABLE}", bound=np.generic)
{NUMBER_VARIABLE} = TypeVar("{NUMBER_VARIABLE}", bound=np.number[Any])
"""


@cache
def render(semantics: Semantics) -> dict[str, str]:
    """Return the text of the stub by its path."""
    definitions = (*_classes(semantics), *alike_variables(), *_aliases(semantics))
    return {PATH: "\n".join((_PREAMBLE, *definitions, ""))}


def _classes(semantics: Semantics) -> Iterable[str]:
    yield "# `_Upto_X`: the dtypes that may be promoted to X; `_NumberUpto_X`: those but bool."
    yield from _markers(semantics.lattice)
    yield ""
    yield "# The dtypes directly above a weak one, each with itself as its parameter."
    yield from families.definitions(semantics.lattice)
    yield "# Each class is an np.dtype, by its metaclass, for `dtype: jnp.dtype = jnp.float32`."
    yield from (_strong_class(node, semantics.lattice) for node in STRONG)
    yield "# Weak types stand for Python scalars; each has the default dtype at run time."
    yield from (_weak_class(node, semantics) for node in WEAK)


def _aliases(semantics: Semantics) -> Iterable[str]:
    own_names = {dtype_class(node) for node in NODES}
    for alias, node in ALIASES.items():
        if alias not in own_names:
            yield f"{alias} = {dtype_class(node)}"
    yield ""
    yield "# NumPy operands that JAX, after truncation, may promote to X."
    for node in NODES:
        operand = numpy_operand(numpy_below(node, semantics))
        yield f"{numpy_alias(node)}: TypeAlias = {operand}"
    times = (f"np.ndarray[Any, np.dtype[np.{each}]]" for each in ("datetime64", "timedelta64"))
    yield f"{NUMPY_TIMES}: TypeAlias = {' | '.join(times)}"
    # Any scalars, not only numbers, as for arrays: checkers are faster with fewer members.
    yield f"{UNKNOWN_NUMPY}: TypeAlias = np.ndarray[Any, Any] | np.generic"
    yield ""
    yield "# Arguments that request the dtype X; the rest is a variable or unknown."
    yield from request_aliases(semantics)
    yield ""
    yield "# Unions in many overloads; for a type checker complex includes all other numbers."
    for name, union in sorted(aliases(semantics).items()):
        yield f"{name}: TypeAlias = {inferred_alone(union)}"


def _markers(lattice: Lattice) -> Iterable[str]:
    """The marker classes, each after its bases."""
    for node in reversed(search_order(lattice)):
        parents = _parents(node, lattice)
        yield _empty_class(marker_class(node), [marker_class(up) for up in parents] or ["_Marker"])
        numbers = [number_marker(up) for up in parents]
        yield _empty_class(number_marker(node), [marker_class(node), *numbers])


@cache
def _parents(node: str, lattice: Lattice) -> tuple[str, ...]:
    """The nodes directly above a node, or if many paths lead up, the one on the longest path."""
    above = tuple(sorted(lattice.edges[node], key=search_order(lattice).index))
    if _ways(node, lattice) <= _FEW_WAYS:
        return above
    return (max(above, key=lambda up: len(_inherited(up, lattice))),)


@cache
def _ways(node: str, lattice: Lattice) -> int:
    return sum(_ways(up, lattice) for up in lattice.edges[node]) or 1


@cache
def _inherited(node: str, lattice: Lattice) -> frozenset[str]:
    """The nodes whose markers a node's marker inherits from, itself included."""
    return frozenset({node}).union(*(_inherited(up, lattice) for up in _parents(node, lattice)))


def _empty_class(name: str, bases: list[str]) -> str:
    return f"class {name}({', '.join(bases)}): ..."


def _strong_class(node: str, lattice: Lattice) -> str:
    name = dtype_class(node)
    # In NumPy's stubs float64 inherits from float, whose comparisons it overrides incompatibly.
    ignore = "  # type: ignore[misc]" if node == "float64" else ""
    bases = [str(scalar_type(node)), *_markers_of(node, lattice), *families.bases(node, lattice)]
    return (
        f"class _TypeOf_{name}(_ScalarMeta, np.dtype[{name}]):  # type: ignore[misc]\n"
        f"    dtype: np.dtype[{name}]\n"
        f"class {name}({', '.join(bases)}, metaclass=_TypeOf_{name}):{ignore}\n"
        f"    dtype: ClassVar[np.dtype[{name}]]\n"
        "    __dir__: ClassVar[None]  # type: ignore[assignment]\n"
        "    def __sizeof__(self) -> int: ...\n"
        f"    def __new__(cls, x: Any) -> Array[{name}]: ...  # type: ignore[misc]\n"
    )


def _weak_class(node: str, semantics: Semantics) -> str:
    """The class of a weak type, which inherits from its default dtype, and further markers."""
    strong = semantics.strong(node)
    inherited = _markers_of(strong, semantics.lattice)
    markers = _markers_of(node, semantics.lattice)
    return _empty_class(node, [strong, *(each for each in markers if each not in inherited)])


def _markers_of(node: str, lattice: Lattice) -> list[str]:
    """The markers that a dtype class inherits from directly, its own first."""
    marker = marker_class if node == "bool" else number_marker
    found: list[str] = []
    inherited: set[str] = set()
    for up in search_order(lattice):
        if lattice.is_below(node, up) and up not in inherited:
            found.append(marker(up))
            inherited |= _inherited(up, lattice)
    return found
