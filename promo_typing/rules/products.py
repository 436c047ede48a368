"""How XLA compares dtypes that are multiplied and added up."""

from __future__ import annotations

from promo_typing.core.dtypes import NODES
from promo_typing.core.formats import FLOAT_FORMATS, real_part, width


def rank(node: str) -> tuple[bool, int, int, int, bool]:
    """What XLA compares of two dtypes to tell which is the dtype of their product."""
    stored = FLOAT_FORMATS.get(real_part(node))
    exponent, mantissa = (stored.max_exponent, stored.mantissa_bits) if stored else (-1, -1)
    kind = NODES[node].kind
    return kind == "complex", exponent, mantissa, width(node), kind != "unsigned"


def holds_products(node: str, products: str) -> bool:
    """Whether a dtype is as wide as products that are added up in it; floats may be rounded."""
    return width(node) >= width(products) or NODES[products].kind == "float"


def accumulates(node: str, products: str) -> bool:
    """Whether a dtype is of the kind of products that are added up in it, and as large."""
    return _of_same_kind(products, node) and _bytes(node) >= _bytes(products)


def _of_same_kind(products: str, node: str) -> bool:
    """Whether JAX adds up products of the one in the other."""
    of, to = NODES[products], NODES[node]
    if of.is_a("integer") and to.kind == "float":
        return True
    if of.kind == "signed":
        return to.kind == "signed"
    return of.kind == "bool" or any(
        of.is_a(kind) and to.is_a(kind) for kind in ("integer", "floating", "complexfloating")
    )


def _bytes(node: str) -> int:
    return max(1, NODES[node].bits // 8)
