"""Maps from dtypes to dtypes: how functions convert the nodes of their operands.

The names are those of JAX's own conversions, where JAX has one (``to_numeric_dtype``,
``to_inexact_dtype`` in ``jax._src.dtypes``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Final

from promo_typing.core.dataclass import dataclass
from promo_typing.core.dtypes import NODES
from promo_typing.core.formats import COMPLEX_OF, real_part
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.model.dtype_sets import (
    INTEGRAL,
    SHORT_FLOATS,
    SMALL_INTEGERS,
    TINY_INTEGERS,
    DtypeSet,
)
from promo_typing.rules.model.settings import MODES, Mode, Under, mode_of

_ANY_SETTINGS: Final = Under()


@dataclass(frozen=True, slots=True)
class DtypeMap:
    """A map from nodes to nodes, which may differ between modes.

    Attributes:
        table: the result by node and mode.
        words: the map in words, with ``{}`` for the argument, which a constant map does not have.
        keeps_keys: whether typed PRNG keys are mapped to themselves.
    """

    table: Mapping[tuple[str, Mode], str]
    words: str = field(compare=False)
    keeps_keys: bool = False

    def __call__(self, node: str, semantics: Semantics) -> str:
        """Return the result for a node under these settings."""
        return self.table[node, mode_of(semantics)]

    def but(self, results: Mapping[str, str], under: Under = _ANY_SETTINGS) -> DtypeMap:
        """Return the same map with other results for some nodes, under some settings."""
        others = {
            (node, mode): to for node, to in results.items() for mode in MODES if under.has(mode)
        }
        return DtypeMap({**self.table, **others}, self.words, self.keeps_keys)

    def then(self, other: DtypeMap, words: str) -> DtypeMap:
        """Return the composition: this map, then the other one."""
        table = {(node, mode): other.table[to, mode] for (node, mode), to in self.table.items()}
        return DtypeMap(table, words, self.keeps_keys and other.keeps_keys)

    def __hash__(self) -> int:
        return hash(tuple(self.table.values()))

    def __repr__(self) -> str:
        """Return the words; different maps may have the same words."""
        return f"DtypeMap({self.words.format('x')})"


def _map(
    words: str, result: Callable[[str, Semantics], str], *, keeps_keys: bool = False
) -> DtypeMap:
    table = {}
    for mode in MODES:
        semantics = Semantics(x64=mode.x64, promotion="strict" if mode.strict else "standard")
        table.update({(node, mode): result(node, semantics) for node in NODES})
    return DtypeMap(table, words, keeps_keys)


def always(node: str) -> DtypeMap:
    """Return the map of every node to this one."""
    return _map(node, lambda _, semantics: node)


def _has(members: DtypeSet) -> Callable[[str], bool]:
    nodes = frozenset(node for node, _ in members.members)
    return nodes.__contains__


_is_integral: Final = _has(INTEGRAL)
_is_small: Final = _has(SMALL_INTEGERS)
_is_tiny: Final = _has(TINY_INTEGERS)
_is_short_float: Final = _has(SHORT_FLOATS)


def _inexact(node: str, semantics: Semantics) -> str:
    """Integers become float32, those of 64 bits float64; JAX leaves 1 and 2 bits unchanged."""
    if node == "weak_int":
        return "weak_float"
    if not _is_integral(node) or _is_tiny(node):
        return node
    return "float64" if NODES[node].bits == 64 else "float32"


def _complex(node: str, semantics: Semantics) -> str:
    """The complex dtype whose parts hold the node; each part has at least 32 bits."""
    inexact = _inexact(node, semantics)
    if NODES[inexact].kind == "complex":
        return inexact
    return COMPLEX_OF.get(inexact, "complex64")


def _angle(node: str, semantics: Semantics) -> str:
    """The dtype of an angle: that of the parts of a complex number, else the default float."""
    complex_ = NODES[node].kind == "complex"
    return real_part(node) if complex_ else semantics.strong("weak_float")


def _sum(node: str, semantics: Semantics) -> str:
    """The dtype of a sum: at least the default integer of the same signedness, for integers."""
    if not _is_integral(node):
        return semantics.strong(node)
    default = semantics.strong("weak_int")
    if NODES[node].bits >= NODES[default].bits:
        return node
    return f"u{default}" if NODES[node].kind == "unsigned" else default


TO_SAME: Final = _map("{}", lambda node, s: node, keeps_keys=True)
TO_STRONG: Final = _map("{}, no longer weak", lambda node, s: s.strong(node), keeps_keys=True)
TO_CANONICAL: Final = _map("{}, as JAX takes it in", lambda n, s: s.canonical(s.strong(n)))
"""The dtype of a NumPy array after conversion to JAX: strong, and truncated if x64 is off."""
TO_NUMERIC: Final = _map(
    "{}, bool becomes int32", lambda node, s: "int32" if node == "bool" else node
)
"""bool becomes int32, even with x64 on."""
TO_INEXACT: Final = _map("{}, bool and integers become floating", _inexact)
TO_WEAK_FLOAT: Final = _map(
    "{}, bool and integers become weak floats",
    lambda node, s: "weak_float" if _is_integral(node) else node,
)
"""For functions that use a Python float in the place of integers and bool."""
TO_REAL: Final = _map("{}, complex numbers become real", lambda node, s: real_part(node))
TO_MAGNITUDE: Final = TO_REAL.but({"int1": "int8"})
"""The dtype of the magnitude: real, and int8 for int1, as JAX takes it from NumPy's ``abs``."""
TO_ROUNDED: Final = _map(
    "{}, bool and integers become the default float",
    lambda node, s: s.strong("weak_float") if _is_integral(node) else node,
)
TO_ANGLE: Final = _map(
    "{}, complex numbers become real, all else but floats the default float", _angle
)
TO_STRONG_FLOAT: Final = _map(
    "{}, floats no longer weak", lambda n, s: n if _is_integral(n) else s.strong(n)
)
TO_SUM: Final = _map("{}, bool and small integers become the default integer of their sign", _sum)
TO_CUMULATIVE: Final = _map(
    "{}, bool becomes the default integer",
    lambda node, s: s.strong("weak_int" if node == "bool" else node),
)
TO_SINGLE: Final = _map(
    "{}, with at least 32 bits",
    lambda node, s: "float32" if _is_short_float(node) or _is_tiny(node) else node,
)
"""Short floats become float32, and so do integers of 1 and 2 bits."""
TO_COMPLEX: Final = _map("{}, as complex numbers", _complex)
TO_NUMPY_CONJUGATE: Final = _map("{}", lambda node, s: "int8" if _is_small(node) else node)
"""NumPy's method ``conj`` returns int8 for integers of fewer bits."""
TO_INDEX: Final = _map(
    "int32, weak where {} is", lambda node, s: "weak_int" if NODES[node].weak else "int32"
)
TO_DEFAULT_INT: Final = _map("the default integer", lambda node, s: s.strong("weak_int"))
TO_DEFAULT_FLOAT: Final = _map("the default float", lambda node, s: s.strong("weak_float"))
TO_RANDOM_BITS: Final = _map(
    "the default unsigned integer", lambda node, s: "uint64" if s.x64 else "uint32"
)

TO_INEXACT_STRONG: Final = TO_INEXACT.then(
    TO_STRONG, "{}, bool and integers become floating, none is weak"
)
TO_INEXACT_MAGNITUDE: Final = TO_INEXACT.then(
    TO_MAGNITUDE, "{}, integers become floating, complex numbers real"
)
TO_INEXACT_REAL: Final = TO_INEXACT.then(
    TO_REAL, "{}, integers become floating, complex numbers real"
)
TO_INEXACT_REAL_STRONG: Final = TO_INEXACT_REAL.then(
    TO_STRONG, "{}, integers become floating, complex numbers real, none is weak"
)
TO_INEXACT_SINGLE: Final = TO_INEXACT_STRONG.then(
    TO_SINGLE, "{}, integers become floating, with at least 32 bits"
)
TO_INEXACT_REAL_SINGLE: Final = TO_INEXACT_REAL_STRONG.then(
    TO_SINGLE, "{}, as a real floating-point number of at least 32 bits"
)
TO_COMPLEX_STRONG: Final = TO_COMPLEX.then(TO_STRONG, "{}, as complex numbers that are not weak")
TO_NUMERIC_STRONG: Final = TO_NUMERIC.then(TO_STRONG, "{}, bool becomes int32, none is weak")
