"""How XLA compares the dtypes of products and of their sum, as in a matrix product."""

from __future__ import annotations

from promo_typing.core.dtypes import NODES
from promo_typing.core.formats import FLOAT_FORMATS, real_part, width


def rank(node: str) -> tuple[bool, int, int, int, bool]:
    """Return the key by which XLA orders dtypes: the greater of two is that of their product."""
    stored = FLOAT_FORMATS.get(real_part(node))
    exponent, mantissa = (stored.max_exponent, stored.mantissa_bits) if stored else (-1, -1)
    kind = NODES[node].kind
    return kind == "complex", exponent, mantissa, width(node), kind != "unsigned"


def holds_products(node: str, products: str) -> bool:
    """Whether a sum of dtype ``node`` is as wide as the products; float products may be rounded."""
    return width(node) >= width(products) or NODES[products].kind == "float"


def accumulates(node: str, products: str) -> bool:
    """Whether a sum of dtype ``node`` has the kind of the products, and at least their size."""
    return _of_same_kind(products, node) and _bytes(node) >= _bytes(products)


def _of_same_kind(products: str, node: str) -> bool:
    """Whether the kinds of the two dtypes allow products of one to be summed in the other."""
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
