"""How the nodes of several operands become one node."""

from __future__ import annotations

from typing import Final

from promo_typing.core.dtypes import NODES
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.accepts import ACCEPTS
from promo_typing.rules.composed import COMPOSED
from promo_typing.rules.conjugated import CONJUGATED
from promo_typing.rules.covariance import COVARIANCE
from promo_typing.rules.joining import Combine, Combined, join
from promo_typing.rules.maps import RESULT_MAPS
from promo_typing.rules.model import Mismatch, Rejected, Unknown
from promo_typing.rules.optional import OPTIONAL
from promo_typing.rules.requested import REQUESTED
from promo_typing.rules.stepwise import STEPWISE
from promo_typing.rules.unpromoted import UNPROMOTED


def _first(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    return operands[0]


def _alone(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The first operand; JAX takes no second one, though the function has a parameter for it."""
    return operands[0] if len(operands) == 1 else Rejected(operands[1], "none")


def _single(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The one operand; of several JAX returns a tuple."""
    return operands[0] if len(operands) == 1 else Unknown()


def _equal(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The dtype that all operands have at run time."""
    first, *others = (semantics.concrete(operand) for operand in operands)
    different = next((node for node in others if node != first), None)
    return first if different is None else Mismatch(first, different)


def _normal_quantile(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The join; the first, a probability, is taken as it is and must be float32 or float64."""
    if operands[0] not in ("float32", "float64", "weak_float"):
        return Rejected(operands[0], "only float32 float64 weak_float")
    return join((semantics.concrete(operands[0]), *operands[1:]), semantics)


def _first_of_joined(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The first operand, if it may be promoted with the others.

    Complex numbers are sorted as they are stored, and weakness is lost then: strict promotion
    refuses a weak one with those of another width.
    """
    first, *others = operands
    stored = semantics.concrete(first) if first == "weak_complex" else first
    strict = semantics.promotion == "strict"
    joined = join((stored if strict else first, *others), semantics)
    return operands[0] if isinstance(joined, str) else joined


def _alike(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The dtype of all operands, if they have the same one; otherwise each keeps its own."""
    return operands[0] if len(set(operands)) == 1 else Unknown()


def _power(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The dtype of a power; unknown where it depends on whether JAX knows the exponent's value.

    An integer exponent without dimensions whose value is known counts by its value, as a Python
    int does, and then its dtype is of no consequence: ``int8 ** int32`` is int8, not int32.
    """
    base, exponent = operands
    by_dtype = _power_by_dtype(base, exponent, semantics)
    if not _is_integral(exponent) or not ACCEPTS["not_small_int"].contains(exponent, semantics):
        return by_dtype
    return by_dtype if by_dtype == RESULT_MAPS["numeric"](base, semantics) else Unknown()


def _power_by_dtype(base: str, exponent: str, semantics: Semantics) -> Combined:
    """The join with two exceptions that forget weakness.

    Powers of integers are computed by multiplication. With an inexact base and an integer
    exponent JAX leaves both as they are, to be differentiable at 0, and the result of a primitive
    is weak only if all its operands are.
    """
    joined = join((base, exponent), semantics)
    if not isinstance(joined, str):
        return joined
    if not ACCEPTS["not_small_int"].contains(joined, semantics):
        return Rejected(joined, "not_small_int")
    unpromoted = NODES[base].is_a("inexact") and NODES[exponent].is_a("integer")
    if _is_integral(joined) or (unpromoted and not NODES[exponent].weak):
        return semantics.concrete(RESULT_MAPS["numeric"](joined, semantics))
    return joined


def _contraction(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The join, refused if it is narrower than what ``lax.dot_general`` makes of the operands.

    That function sees run-time dtypes: with x64 off, ``weak_int`` is an int32 there, wider than
    the int8 that the join with an int8 array asks for.
    """
    combined = join(operands, semantics)
    if not isinstance(combined, str):
        return combined
    left, right = (semantics.concrete(operand) for operand in operands)
    wide, ambiguous = _wider(left, right)
    if NODES[wide].kind == "float":
        return combined
    narrowed = _bits(semantics.concrete(combined)) < _bits(wide)
    return Rejected(combined, "contraction") if ambiguous or narrowed else combined


def _scatter(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The array's dtype; the values are cast to it, if they may be promoted with it at all."""
    array, values = operands
    joined = join((semantics.concrete(array), values), semantics)
    return array if isinstance(joined, str) else joined


def _scatter_number(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """As ``scatter``, for updates that compute: those of a bool with a bool are none."""
    return (
        Rejected("bool", "not_bool") if set(operands) == {"bool"} else _scatter(operands, semantics)
    )


def _inner(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The contraction, or if one operand has no dimensions the product, which takes more."""
    combined = _contraction(operands, semantics)
    return Unknown() if isinstance(combined, Rejected) else combined


def _einsum(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The contraction of two operands; of more, the order decides which are too narrow."""
    if len(set(operands)) == 1:
        return operands[0]
    return _contraction(operands, semantics) if len(operands) == 2 else Unknown()


def _bits(node: str) -> int:
    """The width of a real number of this dtype, bool counting as one bit."""
    kind, bits = NODES[node].kind, NODES[node].bits
    return {"bool": 1, "complex": bits // 2}.get(kind, bits)


def _wider(left: str, right: str) -> tuple[str, bool]:
    """The dtype of a product of mixed operands, and whether lax cannot tell which of the two."""

    def rank(node: str) -> tuple[bool, bool, int, bool]:
        kind = NODES[node].kind
        return kind == "complex", kind in ("complex", "float"), _bits(node), kind != "unsigned"

    wide = max(left, right, key=rank)
    return wide, left != right and rank(left) == rank(right)


def _range(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The join of Python numbers; of arrays it takes the values, which few can be asked for."""
    weak = all(NODES[operand].weak for operand in operands)
    return join(operands, semantics) if weak else Unknown()


def _any_pair(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The join; without one it depends on the shapes whether JAX looks at the dtypes at all."""
    combined = join(operands, semantics)
    return combined if isinstance(combined, str) else Unknown()


def _ldexp(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The first operand; the second, an exponent of two, must be an integer."""
    mantissa, exponent = operands
    return mantissa if _is_integral(exponent) else Rejected(exponent, "integer_or_bool")


def _order(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The join; the first operand, the order of a derivative, must be an integer."""
    order, _ = operands
    integer = ACCEPTS["integer"].contains(order, semantics)
    return join(operands, semantics) if integer else Rejected(order, "integer")


def _chosen(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The join of what is chosen from; the first operand, which chooses, must be an integer."""
    chooser, *choices = operands
    if not ACCEPTS["integer"].contains(chooser, semantics):
        return Rejected(chooser, "integer")
    return join(tuple(choices), semantics) if choices else Unknown()


def _raveled(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The join of indices, which are no bools, and a Python int.

    Where it is a small integer, the dimensions decide, whose product it must hold.
    """
    if "bool" in operands:
        return Rejected("bool", "integer")
    joined = join(("weak_int", *operands), semantics)
    if not isinstance(joined, str):
        return joined
    small = NODES[joined].is_a("integer") and 0 < NODES[joined].bits < 32
    return Unknown() if small else joined


def _is_integral(node: str) -> bool:
    return ACCEPTS["integer_or_bool"].contains(node, Semantics())


def _quantile(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The first operand; the second, a probability, must be real and inexact."""
    array, probability = operands
    real = NODES[probability].kind == "float"
    return array if real else Rejected(probability, "real_inexact")


def _percentile(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The first operand; the second, a percentage, is divided by 100 and must be real."""
    array, percentage = operands
    real = ACCEPTS["real_not_tiny_int"].contains(percentage, semantics)
    return array if real else Rejected(percentage, "real_not_tiny_int")


def _requested(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    return operands[-1]


def _requested_number(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The requested dtype, in which JAX computes."""
    return Rejected("bool", "not_bool") if operands[-1] == "bool" else operands[-1]


def _requested_complex(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The requested dtype, which must be complex."""
    requested = operands[-1]
    if NODES[requested].kind == "complex":
        return requested
    return Rejected(requested, "only complex64 complex128")


def _requested_steps(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The requested dtype; the limits are real numbers. Bools JAX makes of few of them."""
    unreal = [operand for operand in operands[:-1] if NODES[operand].kind == "complex"]
    if unreal:
        return Rejected(unreal[0], "not_complex")
    return Unknown() if operands[-1] == "bool" else operands[-1]


def _requested_range(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The requested dtype, of which JAX asks how precise it is."""
    precise = ACCEPTS["not_tiny_int"].contains(operands[-1], semantics)
    return operands[-1] if precise else Rejected(operands[-1], "not_tiny_int")


def _requested_deviation(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The requested dtype if all numbers are real; JAX is not consistent about the others."""
    operand, requested = operands
    real = NODES[operand].kind != "complex" and NODES[requested].kind == "float"
    return requested if real else Unknown()


def _narrow(combine: Combine) -> Combine:
    """The same, but unknown for 64-bit dtypes with x64 off: an older JAX cannot do with them."""

    def combined(operands: tuple[str, ...], semantics: Semantics) -> Combined:
        wide = any(ACCEPTS["wide"].contains(operand, semantics) for operand in operands)
        return Unknown() if wide else combine(operands, semantics)

    return combined


def _none(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    raise ValueError("a function without operands takes its default node")


COMBINES: Final[dict[str, Combine]] = {
    "join": join,
    **UNPROMOTED,
    **CONJUGATED,
    **COMPOSED,
    **STEPWISE,
    **OPTIONAL,
    **COVARIANCE,
    "first": _first,
    "first_of_joined": _first_of_joined,
    "alike": _alike,
    "alone": _alone,
    "single": _single,
    "equal": _equal,
    "normal_quantile": _normal_quantile,
    "none": _none,
    "power": _power,
    "contraction": _contraction,
    "scatter": _scatter,
    "scatter_number": _scatter_number,
    "inner": _inner,
    "einsum": _einsum,
    "range": _range,
    "any_pair": _any_pair,
    "chosen": _chosen,
    "raveled": _raveled,
    "ldexp": _ldexp,
    "order": _order,
    "quantile": _quantile,
    "percentile": _percentile,
    "requested": _requested,
    **REQUESTED,
    "requested_complex": _requested_complex,
    "requested_steps": _requested_steps,
    "requested_range": _requested_range,
    "requested_number": _requested_number,
    "requested_deviation": _requested_deviation,
    "narrow_requested": _narrow(_requested),
    "narrow_requested_range": _narrow(_requested_range),
    "narrow_requested_number": _narrow(_requested_number),
    "narrow_requested_deviation": _narrow(_requested_deviation),
}
"""From the operands to the one node that rules are written for."""
