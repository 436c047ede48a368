"""Ways to combine operands in the steps that JAX takes, each a promotion or a conversion."""

from __future__ import annotations

from typing import Final

from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.accepts import ACCEPTS
from promo_typing.rules.joining import Combine, Combined, join
from promo_typing.rules.maps import RESULT_MAPS
from promo_typing.rules.model import Mismatch, Rejected
from promo_typing.rules.requested import TAKEN


def _squareplus(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The first operand with the root of its square and the second."""
    x, addend = operands
    radicand = join((RESULT_MAPS["numeric"](x, semantics), addend), semantics)
    if not isinstance(radicand, str):
        return radicand
    if not ACCEPTS["not_tiny_int"].contains(radicand, semantics):
        return Rejected(radicand, "not_tiny_int")
    return join((x, RESULT_MAPS["inexact"](radicand, semantics)), semantics)


def _weighted(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The weights of what is counted, which must be integers."""
    counted, weights = operands
    integer = ACCEPTS["integer_or_bool"].contains(counted, semantics)
    return weights if integer else Rejected(counted, "integer_or_bool")


def _attention(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The one dtype of query, key and value; a bias is added to their scores, which are float32."""
    first, *others = (semantics.concrete(operand) for operand in operands[:3])
    different = next((node for node in others if node != first), None)
    if different is not None:
        return Mismatch(first, different)
    score = join(("float32", *operands[3:]), semantics)
    return first if isinstance(score, str) else score


def _trials(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The probabilities; the counts of successes and of trials must be integers."""
    *counts, probabilities = operands
    count = join(tuple(counts), semantics)
    if not isinstance(count, str):
        return count
    integer = ACCEPTS["integer_or_bool"].contains(count, semantics)
    return probabilities if integer else Rejected(count, "integer_or_bool")


def _drawn(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The join of the parameters of a distribution and of numbers that are drawn by default."""
    return join((semantics.concrete("weak_float"), *operands), semantics)


def _with_constants(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The join of the operands as inexact numbers and of constants of the default float."""
    node = join(operands, semantics)
    if not isinstance(node, str):
        return node
    inexact = RESULT_MAPS["inexact"](node, semantics)
    return join((semantics.concrete("weak_float"), inexact), semantics)


def _drawn_inverse(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The join of one by the parameter and of numbers that are drawn by default."""
    return _with_inverse(semantics.concrete("weak_float"), operands[0], semantics)


def _with_inverse(drawn: str, parameter: str, semantics: Semantics) -> Combined:
    divisor = join(("weak_int", parameter), semantics)
    if not isinstance(divisor, str):
        return divisor
    return join((drawn, RESULT_MAPS["inexact"](divisor, semantics)), semantics)


def _requested_drawn(accepted: str) -> Combine:
    """The join of the parameters of a distribution and of numbers of the requested dtype."""

    def combined(operands: tuple[str, ...], semantics: Semantics) -> Combined:
        *parameters, requested = operands
        if not ACCEPTS[accepted].contains(requested, semantics):
            return Rejected(requested, accepted)
        return join((requested, *parameters), semantics)

    return combined


def _requested_correlated(accepted: str) -> Combine:
    """The join of a mean and a covariance, which is factorized, and of numbers as requested."""

    def combined(operands: tuple[str, ...], semantics: Semantics) -> Combined:
        *parameters, requested = operands
        parameter = join(tuple(parameters), semantics)
        if not isinstance(parameter, str):
            return parameter
        if not ACCEPTS[accepted].contains(parameter, semantics):
            return Rejected(parameter, accepted)
        drawn = (RESULT_MAPS["inexact"](parameter, semantics), requested)
        return _requested_drawn(TAKEN["requested_truncated"])(drawn, semantics)

    return combined


def _requested_drawn_inverse(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The join of one by the parameter and of numbers of the requested dtype."""
    parameter, requested = operands
    if not ACCEPTS["real_inexact"].contains(requested, semantics):
        return Rejected(requested, "real_inexact")
    return _with_inverse(requested, parameter, semantics)


COMPOSED: Final[dict[str, Combine]] = {
    "squareplus": _squareplus,
    "weighted": _weighted,
    "attention": _attention,
    "trials": _trials,
    "with_constants": _with_constants,
    "drawn": _drawn,
    "drawn_inverse": _drawn_inverse,
    "requested_drawn": _requested_drawn(TAKEN["requested_uniform"]),
    "requested_drawn_normal": _requested_drawn(TAKEN["requested_truncated"]),
    "requested_correlated": _requested_correlated("lapack"),
    "requested_correlated_any": _requested_correlated("any"),
    "requested_drawn_inverse": _requested_drawn_inverse,
}
"""Ways to combine operands in several steps."""
