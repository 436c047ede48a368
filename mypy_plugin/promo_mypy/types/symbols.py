"""Symbols: dtypes as far as a type checker knows them.

At run time a dtype is one node of the lattice. An annotation may also have an abstract dtype
(``Array[floating]``) or a type variable (``Array[D]``), which stand for one of several nodes. A
:class:`Symbol` is any of these three.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from typing import NamedTuple, TypeAlias

from mypy.types import Type

from promo_typing.core import jaxtyping_names
from promo_typing.core.dtypes import CATEGORIES, NODES, PRNG_KEY, STRONG, TRUNCATED, WEAK
from promo_typing.lattice.semantics import Semantics


class Symbol(NamedTuple):
    """A dtype in the program: a known one, a category, or a type variable.

    Attributes:
        name: its name in messages: ``float32``, ``floating``, ``D``.
        nodes: the dtypes that it may be at run time; exactly one if the dtype is known. The node of
            a Python scalar is its class (``int``), because some rules look at the class.
        variable: the identity of a type variable. Symbols with the same variable are the same
            dtype; symbols without one are chosen independently.
        spelling: the type in the program, for a symbol that is not a single node.
    """

    name: str
    nodes: tuple[str, ...]
    variable: str | None = None
    spelling: Type | None = None

    @property
    def is_node(self) -> bool:
        """Whether the dtype is known."""
        return self.variable is None and len(self.nodes) == 1

    @property
    def node(self) -> str:
        """The known dtype; without x64 ``complexfloating`` is ``complex64``."""
        return self.nodes[0]

    @property
    def is_of_jaxtyping(self) -> bool:
        """Whether the symbol stands for the dtypes of a jaxtyping name."""
        return self.variable is None and self.name in jaxtyping_names.CATEGORIES


Operand: TypeAlias = tuple[Symbol, ...]
"""The dtypes that a value may have: several if its type is a union."""


def exact_node(operand: Operand | None) -> str | None:
    """Return the dtype of an operand that has exactly one known dtype; else None."""
    if operand is None or len(operand) != 1:
        return None
    _, nodes, variable, _ = operand[0]  # This is called for each operand: it uses no properties.
    return nodes[0] if variable is None and len(nodes) == 1 else None


def is_in_doubt(operand: Operand, semantics: Semantics) -> bool:
    """Whether an operand has one dtype, but may be weak or strong."""
    names = {symbol.name for symbol in operand}
    return not names.isdisjoint(WEAK) and len({*map(semantics.strong, names)}) == 1 < len(names)


@cache
def node_symbol(node: str) -> Symbol:
    """Return the symbol of a known dtype, or of a Python scalar (``"int"``)."""
    return Symbol(node, (node,))


@cache
def category_nodes(category: str, semantics: Semantics) -> tuple[str, ...]:
    """Return the dtypes of a category that an array can have under these settings.

    Weak dtypes are left out: where an annotation names a dtype, a weak array counts as an array of
    its default dtype. That holds for an abstract dtype and a type variable as well.
    """
    return _existing((n for n in STRONG if NODES[n].is_a(category)), semantics)


@cache
def jaxtyping_symbol(category: str, semantics: Semantics) -> Symbol:
    """Return the symbol for the dtypes of a jaxtyping name."""
    return Symbol(category, _existing(jaxtyping_names.CATEGORIES[category], semantics))


def _existing(nodes: Iterable[str], semantics: Semantics) -> tuple[str, ...]:
    missing = () if semantics.x64 or semantics.explicit_x64 == "allow" else TRUNCATED
    return tuple(node for node in nodes if node not in missing)


def covering_category(nodes: Collection[str]) -> str | None:
    """Return the narrowest abstract dtype above all nodes; None if only ``generic`` is."""
    if PRNG_KEY in nodes:
        return None
    for category in reversed(CATEGORIES[1:]):
        if all(NODES[node].is_a(category) for node in nodes):
            return category
    return None
