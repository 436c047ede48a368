"""Sets of dtypes, such as those that a function accepts.

Sets support ``-``, ``|`` and ``&``: ``ANY - BOOL``, ``INTEGERS | BOOL``. A dtype may be a member
only under some settings: ``dtypes("uint64", "int64").under(X32)``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from promo_typing.core.dataclass import dataclass
from promo_typing.core.dtypes import NODES, TRUNCATED
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.model.settings import MODES, X32, Mode, Under, mode_of


@dataclass(frozen=True, slots=True)
class DtypeSet:
    """A set of nodes; each node may be a member under some modes only."""

    members: frozenset[tuple[str, Mode]]

    def contains(self, node: str, semantics: Semantics) -> bool:
        """Whether a node is a member under these settings."""
        return (node, mode_of(semantics)) in self.members

    def nodes(self, mode: Mode) -> frozenset[str]:
        """Return the members under one mode."""
        return frozenset(node for node, its in self.members if its == mode)

    def under(self, settings: Under) -> DtypeSet:
        """Return the set that has these members under the given settings, and none under others."""
        return DtypeSet(frozenset(each for each in self.members if settings.has(each[1])))

    def __or__(self, other: DtypeSet) -> DtypeSet:
        return DtypeSet(self.members | other.members)

    def __and__(self, other: DtypeSet) -> DtypeSet:
        return DtypeSet(self.members & other.members)

    def __sub__(self, other: DtypeSet) -> DtypeSet:
        return DtypeSet(self.members - other.members)

    def __repr__(self) -> str:
        """List the members, or the missing dtypes if these are fewer."""
        missing = ANY.members - self.members
        if len(missing) < len(self.members):
            return f"DtypeSet(all but {', '.join(_named(missing))})"
        return f"DtypeSet({', '.join(_named(self.members))})"


def _named(members: frozenset[tuple[str, Mode]]) -> list[str]:
    """The nodes in order; those that are members under some modes only have these modes."""
    modes = {node: [mode for mode in MODES if (node, mode) in members] for node in NODES}
    return [
        node if len(its) == len(MODES) else f"{node}[{'|'.join(map(str, its))}]"
        for node, its in modes.items()
        if its
    ]


def dtypes(*nodes: str) -> DtypeSet:
    """Return the set of these nodes, under all settings.

    Raises:
        KeyError: a name is not a node.
    """
    return _of(NODES[node].name for node in nodes)


def _of(nodes: Iterable[str]) -> DtypeSet:
    return DtypeSet(frozenset((node, mode) for node in nodes for mode in MODES))


def category(name: str) -> DtypeSet:
    """Return the members of an abstract dtype such as ``floating``, weak ones included."""
    return _of(node.name for node in NODES.values() if node.is_a(name))


def integers_below(bits: int) -> DtypeSet:
    """Return the integers of fewer bits, without ``weak_int``, which has no definite width."""
    return _of(n.name for n in NODES.values() if n.is_a("integer") and 0 < n.bits < bits)


def floats_below(bits: int) -> DtypeSet:
    """Return the real floats of fewer bits, without ``weak_float``, of no definite width."""
    return _of(n.name for n in NODES.values() if n.kind == "float" and 0 < n.bits < bits)


ANY: Final = _of(NODES)
NONE: Final = _of(())
BOOL: Final = dtypes("bool")
WEAK: Final = _of(node.name for node in NODES.values() if node.weak)
STRONG: Final = ANY - WEAK
UNSIGNED: Final = category("unsignedinteger")
INTEGERS: Final = category("integer")
INTEGRAL: Final = BOOL | INTEGERS
FLOATS: Final = category("floating")
COMPLEX: Final = category("complexfloating")
INEXACT: Final = category("inexact")
REAL: Final = ANY - COMPLEX
NUMBERS: Final = ANY - BOOL

TINY_INTEGERS: Final = integers_below(4)
"""Integers of 1 and 2 bits, which JAX's conversion to inexact dtypes leaves unchanged."""
SMALL_INTEGERS: Final = integers_below(8)
SMALL_FLOATS: Final = floats_below(16)
"""Floats of 4, 6 and 8 bits."""
SHORT_FLOATS: Final = floats_below(32)
WIDE: Final = dtypes(*TRUNCATED).under(X32)
"""Dtypes of 64 bits per real number, under settings with x64 off."""
INT64S: Final = dtypes("uint64", "int64")
WIDE_REAL: Final = dtypes("uint64", "int64", "float64")
WIDE_ALL: Final = WIDE_REAL | dtypes("complex128")

NOT_TINY: Final = ANY - TINY_INTEGERS
NOT_SMALL: Final = ANY - SMALL_INTEGERS
REAL_NOT_TINY: Final = REAL - TINY_INTEGERS
WITHOUT_ABSOLUTE: Final = dtypes("int2", "int4")
"""Dtypes whose absolute values JAX cannot compute."""
ABSOLUTE: Final = ANY - WITHOUT_ABSOLUTE
LAPACK: Final = ANY - TINY_INTEGERS - SHORT_FLOATS
"""Dtypes that JAX converts to one in which LAPACK computes."""
LAPACK_REAL: Final = LAPACK & REAL
LAPACK_INEXACT: Final = INEXACT - SHORT_FLOATS
SPACED: Final = REAL - SMALL_FLOATS - TINY_INTEGERS
"""Dtypes that become bfloat16, or a float whose spacing NumPy knows."""
FABS: Final = REAL - dtypes("uint1", "uint2", "int2")
"""The dtypes that ``jnp.fabs`` accepts; int1 is one because it becomes int8 first."""
