"""How functions that promote nothing combine their operands, and what they make of a dtype asked.

All of them look at dtypes as they are at run time: a Python int is an int32, or an int64 with x64
on. A result is weak only if all operands are.
"""

from __future__ import annotations

import itertools
from typing import Final, NamedTuple

from promo_typing.core.dtypes import NODES
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.accepts import ACCEPTS
from promo_typing.rules.joining import Combine, Combined, join
from promo_typing.rules.model import Mismatch, Rejected, Unknown


def _identical(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The one dtype that all have at run time."""
    first = operands[0]
    for other in operands[1:]:
        if semantics.concrete(other) != semantics.concrete(first):
            return Mismatch(first, other)
    return _weak_if_all_are(semantics.concrete(first), operands, semantics)


def _weak_if_all_are(concrete: str, operands: tuple[str, ...], semantics: Semantics) -> str:
    if not all(NODES[operand].weak for operand in operands):
        return concrete
    return next(operand for operand in operands if semantics.concrete(operand) == concrete)


def _sampled(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The one dtype; which different ones go together follows from the steps of an algorithm.

    Broadcasting makes weak ones definite, and a float64 meets float32 numbers with x64 off.
    """
    combined = _identical(operands, semantics)
    if not isinstance(combined, str) or NODES[combined].weak:
        return Unknown()
    return Unknown() if combined == "float64" and not semantics.x64 else combined


def _updated(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The array, which is weak if it was; the updates must have its dtype."""
    combined = _identical(operands, semantics)
    return operands[0] if isinstance(combined, str) else combined


def _evaluated(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The argument of a polynomial, whose coefficients are converted to its dtype.

    Of weak ones some stay weak, if they are Python scalars.
    """
    if all(NODES[operand].weak for operand in operands):
        return Unknown()
    return semantics.concrete(operands[0])


def _lax_power(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The base; the exponent has its dtype, or is an integer."""
    base, exponent = operands
    if not NODES[base].is_a("inexact"):
        return Rejected(base, "inexact")
    if not NODES[exponent].is_a("integer"):
        return _identical(operands, semantics)
    return _weak_if_all_are(semantics.concrete(base), operands, semantics)


class _Rank(NamedTuple):
    """What XLA compares of two dtypes to tell which is the dtype of their product."""

    is_complex: bool
    max_exponent: int
    mantissa_bits: int
    bits: int
    is_signed: bool


_RANGES: Final[dict[str, tuple[int, int]]] = {
    "float4_e2m1fn": (3, 1),
    "float6_e2m3fn": (3, 3),
    "float6_e3m2fn": (5, 2),
    "float8_e3m4": (4, 4),
    "float8_e4m3": (8, 3),
    "float8_e4m3b11fnuz": (5, 3),
    "float8_e4m3fn": (9, 3),
    "float8_e4m3fnuz": (8, 3),
    "float8_e5m2": (16, 2),
    "float8_e5m2fnuz": (16, 2),
    "float8_e8m0fnu": (128, 0),
    "bfloat16": (128, 7),
    "float16": (16, 10),
    "float32": (128, 23),
    "float64": (1024, 52),
}
"""The largest exponent and the bits of the mantissa of floating-point dtypes."""

_PARTS: Final = {"complex64": "float32", "complex128": "float64"}


def _rank(node: str) -> _Rank:
    kind, parts = NODES[node].kind, _PARTS.get(node, node)
    limits = _RANGES.get(parts, (-1, -1))
    return _Rank(kind == "complex", *limits, _width(node), kind != "unsigned")


def _width(node: str) -> int:
    """The bits of a number, or of the parts of a complex one; bool counts as one bit."""
    return 1 if node == "bool" else NODES[_PARTS.get(node, node)].bits


def _product(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The one of the dtypes of higher precision; two of equal rank are the same, or refused."""
    left, right = (semantics.concrete(operand) for operand in operands)
    if left != right and _rank(left) == _rank(right):
        return Mismatch(*operands)
    return _weak_if_all_are(max(left, right, key=_rank), operands, semantics)


def _requested_product(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The requested dtype, which must not be narrower than an exact or complex product.

    Of weak operands JAX makes a weak result of the requested dtype, which no node stands for.
    """
    *factors, requested = operands
    if all(NODES[factor].weak for factor in factors):
        return Unknown()
    product = _product(tuple(factors), semantics)
    if not isinstance(product, str):
        return product
    product = semantics.concrete(product)
    narrower = _width(requested) < _width(product)
    if narrower and NODES[product].kind != "float":
        return Rejected(requested, "product")
    return requested


def _requested_multiple(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The requested dtype, of numbers; of weak ones JAX makes a weak result, as in products."""
    *factors, requested = operands
    if "bool" in factors:
        return Rejected("bool", "not_bool")
    return Unknown() if all(NODES[factor].weak for factor in factors) else requested


def _requested_contraction(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """As of a product, but the result is not weak: ``jax.numpy`` does not promote the operands."""
    concrete = tuple(semantics.concrete(operand) for operand in operands)
    return _requested_product(concrete, semantics)


def _requested_inner(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The requested dtype; operands without dimensions are converted to it, and never refused."""
    combined = _requested_contraction(operands, semantics)
    return combined if isinstance(combined, str) else Unknown()


def _requested_einsum(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The requested dtype; of several products the order decides which of them is refused."""
    *factors, requested = operands
    if len(factors) == 2:
        return _requested_contraction(operands, semantics)
    if len(factors) == 1:
        return requested
    pairs = itertools.combinations(dict.fromkeys(operands), 2)
    free = all(NODES[factor].kind == "float" for factor in factors) and all(
        isinstance(_product(pair, semantics), str) for pair in pairs
    )
    return requested if free else Unknown()


def _requested_convolution(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The requested dtype, which must be of the operands' kind and hold what they hold.

    Of weak operands JAX makes a weak result, as in products.
    """
    *factors, requested = operands
    product = _identical(tuple(factors), semantics)
    if not isinstance(product, str):
        return product
    product = semantics.concrete(product)
    if not _same_kind(product, requested) or _bytes(requested) < _bytes(product):
        return Rejected(requested, "product")
    return Unknown() if all(NODES[factor].weak for factor in factors) else requested


def _requested_filtering(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """As of a convolution, of which ``jax.numpy`` has promoted the operands."""
    *factors, requested = operands
    joined = join(tuple(factors), semantics)
    if not isinstance(joined, str):
        return joined
    return _requested_convolution((joined, requested), semantics)


def _same_kind(operand: str, requested: str) -> bool:
    """Whether JAX adds up products of the one in the other."""
    to, of = NODES[requested], NODES[operand]
    if of.is_a("integer") and to.kind == "float":
        return True
    if of.kind == "signed":
        return to.kind == "signed"
    return of.kind == "bool" or any(
        of.is_a(kind) and to.is_a(kind) for kind in ("integer", "floating", "complexfloating")
    )


def _bytes(node: str) -> int:
    return max(1, NODES[node].bits // 8)


def _requested_index(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The requested dtype, in which JAX counts."""
    integer = ACCEPTS["integer"].contains(operands[-1], semantics)
    return operands[-1] if integer else Rejected(operands[-1], "integer")


def _requested_bitcast(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The requested dtype; if it is wider, the last dimension must make up for the difference."""
    operand, requested = semantics.concrete(operands[0]), operands[-1]
    if operand == requested:
        return requested
    for node in (operand, requested):
        if not ACCEPTS["bits"].contains(node, semantics):
            return Rejected(node, "bits")
    wider, rest = divmod(NODES[requested].bits, NODES[operand].bits)
    if wider and rest:
        return Rejected(requested, "bits")
    return Unknown() if wider > 1 else requested


def _requested_view(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The requested dtype, of which several elements may be one, or one several.

    A view that changes nothing stays weak.
    """
    own, requested = operands
    operand = semantics.concrete(own)
    if operand == requested:
        return own
    bits, asked = NODES[operand].bits, NODES[requested].bits
    return Rejected(requested, "bits") if asked > bits and asked % bits else requested


UNPROMOTED: Final[dict[str, Combine]] = {
    "identical": _identical,
    "sampled": _sampled,
    "updated": _updated,
    "evaluated": _evaluated,
    "lax_power": _lax_power,
    "product": _product,
    "requested_product": _requested_product,
    "requested_multiple": _requested_multiple,
    "requested_contraction": _requested_contraction,
    "requested_inner": _requested_inner,
    "requested_einsum": _requested_einsum,
    "requested_convolution": _requested_convolution,
    "requested_filtering": _requested_filtering,
    "requested_index": _requested_index,
    "requested_bitcast": _requested_bitcast,
    "requested_view": _requested_view,
}
"""Ways to combine operands that are not promoted."""
