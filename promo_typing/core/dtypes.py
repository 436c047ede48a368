"""The dtypes of JAX: one list, from which every other part takes names, widths and categories.

A *node* is a vertex of a promotion lattice: a strong dtype (``float32``) or one of the three
weak types that stand for Python scalars (``weak_float``). The list follows the nodes of
``jax._src.dtypes._type_promotion_lattice`` of all supported versions; the categories are NumPy's
abstract scalar types under the names that ``jax.numpy`` exports.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from promo_typing.core.dataclass import dataclass

Kind: TypeAlias = Literal["bool", "unsigned", "signed", "float", "complex"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""The kinds in the order of NumPy's ``same_kind`` casting, which goes to a later kind only."""

CATEGORIES: Final[tuple[str, ...]] = (
    "generic",
    "number",
    "integer",
    "signedinteger",
    "unsignedinteger",
    "inexact",
    "floating",
    "complexfloating",
)
"""The abstract dtypes, a parent before its children."""

CATEGORY_PARENTS: Final[dict[str, str | None]] = {
    "generic": None,
    "number": "generic",
    "integer": "number",
    "signedinteger": "integer",
    "unsignedinteger": "integer",
    "inexact": "number",
    "floating": "inexact",
    "complexfloating": "inexact",
}

_CATEGORY_OF_KIND: Final[dict[Kind, str]] = {
    "bool": "generic",
    "unsigned": "unsignedinteger",
    "signed": "signedinteger",
    "float": "floating",
    "complex": "complexfloating",
}


INTEGER_KINDS: Final[frozenset[Kind]] = frozenset({"unsigned", "signed"})
DISCRETE_KINDS: Final[frozenset[Kind]] = frozenset({"bool", *INTEGER_KINDS})
"""The kinds without fractions, for which JAX has no derivatives."""
INEXACT_KINDS: Final[frozenset[Kind]] = frozenset({"float", "complex"})
NUMBER_KINDS: Final[frozenset[Kind]] = INTEGER_KINDS | INEXACT_KINDS


@dataclass(frozen=True, slots=True)
class Node:
    """One dtype, strong or weak.

    ``bits`` is the storage width of one element in bits; a weak node has the width 0, because
    its width follows from the x64 setting. ``symbol`` is the name in the tables of JEP 9407
    (``i*``, ``f*``, ``c*`` for the weak nodes, else ``name``).
    """

    name: str
    kind: Kind
    bits: int
    weak: bool = False
    symbol: str = ""

    @property
    def categories(self) -> tuple[str, ...]:
        """The abstract dtypes above this node, the nearest first, ``generic`` last."""
        chain = []
        category: str | None = _CATEGORY_OF_KIND[self.kind]
        while category is not None:
            chain.append(category)
            category = CATEGORY_PARENTS[category]
        return tuple(chain)

    def is_a(self, category: str) -> bool:
        """Whether the node belongs to an abstract dtype, as ``jnp.issubdtype`` answers."""
        return category == self.name or category in self.categories


def _strong(name: str, kind: Kind, bits: int) -> Node:
    return Node(name, kind, bits, symbol=name)


NODES: Final[dict[str, Node]] = {
    node.name: node
    for node in (
        _strong("bool", "bool", 8),
        *(_strong(f"uint{bits}", "unsigned", bits) for bits in (1, 2, 4, 8, 16, 32, 64)),
        *(_strong(f"int{bits}", "signed", bits) for bits in (1, 2, 4, 8, 16, 32, 64)),
        _strong("float4_e2m1fn", "float", 4),
        _strong("float6_e2m3fn", "float", 6),
        _strong("float6_e3m2fn", "float", 6),
        _strong("float8_e3m4", "float", 8),
        _strong("float8_e4m3", "float", 8),
        _strong("float8_e4m3b11fnuz", "float", 8),
        _strong("float8_e4m3fn", "float", 8),
        _strong("float8_e4m3fnuz", "float", 8),
        _strong("float8_e5m2", "float", 8),
        _strong("float8_e5m2fnuz", "float", 8),
        _strong("float8_e8m0fnu", "float", 8),
        _strong("bfloat16", "float", 16),
        _strong("float16", "float", 16),
        _strong("float32", "float", 32),
        _strong("float64", "float", 64),
        _strong("complex64", "complex", 64),
        _strong("complex128", "complex", 128),
        Node("weak_int", "signed", 0, weak=True, symbol="i*"),
        Node("weak_float", "float", 0, weak=True, symbol="f*"),
        Node("weak_complex", "complex", 0, weak=True, symbol="c*"),
    )
}
"""Every dtype by name, in a stable order: by kind and width, the weak ones last."""

STRONG: Final[tuple[str, ...]] = tuple(n.name for n in NODES.values() if not n.weak)
WEAK: Final[tuple[str, ...]] = tuple(n.name for n in NODES.values() if n.weak)

OF_NUMPY: Final = frozenset(
    {"bool"}
    | {f"{sign}{bits}" for sign in ("int", "uint") for bits in (8, 16, 32, 64)}
    | {"float16", "float32", "float64", "complex64", "complex128"}
)
"""The dtypes that are NumPy's own; the others come from ``ml_dtypes``."""

PRNG_KEY: Final = "prng_key"
"""The dtype of typed PRNG keys (``jax.random.key``). It is no node: keys are never promoted."""

PYTHON_SCALARS: Final[dict[str, str]] = {
    "bool": "bool",
    "int": "weak_int",
    "float": "weak_float",
    "complex": "weak_complex",
}
"""The node of a Python scalar. A Python ``bool`` is not weak: it is JAX's ``bool``."""

TRUNCATED: Final[dict[str, str]] = {
    "int64": "int32",
    "uint64": "uint32",
    "float64": "float32",
    "complex128": "complex64",
}
"""The dtype to which JAX truncates a 64-bit dtype while ``jax_enable_x64`` is off."""

DEFAULTS: Final[dict[str, tuple[str, str]]] = {
    "weak_int": ("int32", "int64"),
    "weak_float": ("float32", "float64"),
    "weak_complex": ("complex64", "complex128"),
}
"""The dtype that a weak node has at run time: (x64 off, x64 on)."""

ALIASES: Final[dict[str, str]] = {
    "bool_": "bool",
    "single": "float32",
    "double": "float64",
    "float_": "float64",
    "csingle": "complex64",
    "cdouble": "complex128",
    "complex_": "complex128",
    "int_": "int64",
    "uint": "uint64",
}
"""Further names that ``jax.numpy`` exports for a dtype."""
