"""How operands that may be left out take part, in the steps in which JAX meets them."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.model import Mismatch
from promo_typing.rules.requested import TAKEN
from promo_typing.rules.steps import Computation, StepError, Steps, in_steps


def _spaced(steps: Steps, samples: str, distance: str) -> str:
    """The sum of samples, times the distance between them."""
    samples = steps.to("inexact_concrete", steps.check(samples, "not_tiny_int"))
    return steps.join(samples, distance)


def _filled(steps: Steps, *operands: str) -> str:
    """What is left of the operands, with the last of them where there is nothing left."""
    *arrays, fill_value = operands
    return steps.join(steps.to("concrete", steps.join(*arrays)), fill_value)


def _indexed(steps: Steps, _: str, fill_value: str) -> str:
    """Indices, with a value where there is none."""
    return steps.join(steps.semantics.concrete("weak_int"), fill_value)


def _sampled_pairs(steps: Steps, x: str, y: str, weights: str) -> str:
    """The samples are stacked, and then promoted with their weights."""
    return steps.join(steps.to("concrete", steps.join(x, y)), weights)


_SPACED: Final = (
    "spacing but bfloat16 uint64/narrow+strict int64/narrow+strict float64/narrow+strict"
)
"""Dtypes of which NumPy knows the spacing of numbers."""


def _place(steps: Steps, x: str, xp: str) -> str:
    return steps.to("inexact", steps.join(x, xp))


def _interpolated(steps: Steps, x: str, xp: str, fp: str, *outside: str) -> str:
    """The values with the places between which they are, and with values for places outside."""
    steps.check(steps.join(x, xp), _SPACED)
    return steps.join(_place(steps, x, xp), steps.to("inexact", fp), *outside)


def _interpolated_periodic(steps: Steps, x: str, xp: str, fp: str, period: str) -> str:
    """The same with places that are reduced by a period."""
    steps.check(steps.join(x, xp), "not_complex")
    period = steps.to("absolute", steps.check(period, "absolute"))
    place = steps.check(steps.join(_place(steps, x, xp), period), _SPACED)
    return steps.join(place, steps.to("inexact", fp))


def _gradient(steps: Steps, array: str, *distances: str) -> str:
    """Differences by the distances between the elements.

    JAX can do with tiny integers if there is one distance for all.
    """
    if distances:
        return steps.known(steps.join(array, *distances), "not_tiny_int")
    return steps.check(array, "not_tiny_int")


def _fitted(steps: Steps, x: str, y: str, *weights: str) -> str:
    """The powers of the places and the values, both weighted."""
    return steps.join(_powers_of_places(steps, x, *weights), _weighted(steps, y, *weights))


def _powers_of_places(steps: Steps, x: str, *weights: str) -> str:
    """The places, which must be inexact and are no longer weak."""
    return _weighted(steps, steps.to("concrete", steps.check(x, "inexact")), *weights)


def _weighted(steps: Steps, node: str, *weights: str) -> str:
    return steps.join(node, *(steps.to("inexact", each) for each in weights))


def _fitted_and_inverted(steps: Steps, x: str, y: str, *weights: str) -> str:
    """The same; the covariance of the powers is inverted."""
    steps.check(_powers_of_places(steps, x, *weights), "lapack")
    return _fitted(steps, x, y, *weights)


def _unscaled_covariance(steps: Steps, x: str, _: str, *weights: str) -> str:
    """That of the powers of the places."""
    return _powers_of_places(steps, x, *weights)


def _scaled_covariance(steps: Steps, x: str, y: str, *weights: str) -> str:
    """The same, times the squares of what the values differ by."""
    residual = steps.to("real", steps.to("concrete", _fitted(steps, x, y, *weights)))
    return steps.join(_powers_of_places(steps, x, *weights), residual)


def _powers(steps: Steps, start: str, stop: str, base: str) -> str:
    """The limits of exponents, whose base must be of a dtype that may be promoted with them."""
    limits = steps.join(start, stop)
    exponent = steps.to("inexact_concrete", steps.check(limits, "not_tiny_int"))
    _check_power(steps, base, exponent)
    return limits


def _requested_powers(steps: Steps, start: str, stop: str, base: str, requested: str) -> str:
    """The requested dtype, in which the exponents are computed as inexact numbers."""
    exponent = steps.to("inexact_concrete", steps.check(requested, "not_tiny_int"))
    _check_power(steps, base, exponent)
    return requested


def _check_power(steps: Steps, base: str, exponent: str) -> None:
    steps.check(steps.join(base, exponent), "not_small_int")


def _requested_frequencies(steps: Steps, requested: str) -> str:
    """The requested dtype, in which integers are divided; tiny ones cannot count many."""
    steps.known(steps.check(requested, "not_bool but int1"), "not_small_int")
    return steps.to("inexact", requested)


_WIDE_ENOUGH: Final = "only uint32 uint64 int32 int64"


def _requested_raveled(steps: Steps, *operands: str) -> str:
    """The requested dtype, an integer as the indices are."""
    for operand in operands:
        steps.check(operand, "integer")
    # The dimensions decide, whose product it must hold.
    return steps.known(operands[-1], _WIDE_ENOUGH)


def _weighted_quantile(steps: Steps, array: str, probability: str, weights: str) -> str:
    """The array with its weights, as real inexact numbers of the probability's dtype."""
    steps.check(probability, "real_inexact")
    weighted = steps.check(steps.join(array, weights), "real_not_tiny_int")
    concrete = steps.to("inexact_concrete", weighted)
    if steps.to("concrete", probability) != concrete:
        raise StepError(Mismatch(probability, concrete))
    return weighted


def _weighted_percentile(steps: Steps, array: str, percentage: str, weights: str) -> str:
    """The same for a percentage, which is converted to an inexact number."""
    steps.check(percentage, "real_not_tiny_int")
    return _weighted_quantile(steps, array, steps.to("inexact", percentage), weights)


_EPSILON: Final = "weak_float"
"""What is added to a variance lest it is 0, a Python float unless it is given."""


def _standardized_alone(steps: Steps, x: str, epsilon: str) -> str:
    """Numbers about their own mean, by the root of their own variance."""
    return _standardized_about(steps, x, steps.to("inexact_concrete", x), epsilon)


def _standardized_about(steps: Steps, x: str, mean: str, epsilon: str = _EPSILON) -> str:
    """The variance is the mean of the squares without the square of the mean."""
    squares = steps.to("inexact_concrete", steps.to("numeric", x))
    variance = steps.join(squares, steps.to("numeric", mean))
    return _standardized_as_given(steps, x, mean, steps.check(variance, "not_complex"), epsilon)


def _standardized_by(steps: Steps, x: str, variance: str, epsilon: str = _EPSILON) -> str:
    """Numbers about their own mean."""
    mean = steps.to("inexact_concrete", x)
    return _standardized_as_given(steps, x, mean, variance, epsilon)


def _standardized_as_given(
    steps: Steps, x: str, mean: str, variance: str, epsilon: str = _EPSILON
) -> str:
    """The deviation by the root of the variance."""
    deviation = steps.check(steps.join(x, mean), "not_bool")
    radicand = steps.check(steps.join(variance, epsilon), "inexact")
    return steps.join(deviation, radicand)


def _in_ball(steps: Steps, p: str) -> str:
    """Samples of the default dtype."""
    return _in_ball_of(steps, p, steps.semantics.concrete("weak_float"))


def _requested_in_ball(steps: Steps, p: str, requested: str) -> str:
    """Samples of the requested dtype."""
    return _in_ball_of(steps, p, steps.check(requested, TAKEN["requested_uniform"]))


def _in_ball_of(steps: Steps, p: str, drawn: str) -> str:
    """The p-th root of what is drawn, which is then raised to the p-th power."""
    root = steps.join(drawn, steps.to("inexact", steps.join("weak_int", p)))
    return steps.join(root, p)


_COMPUTATIONS: Final[dict[str, Computation]] = {
    "spaced": _spaced,
    "filled": _filled,
    "indexed": _indexed,
    "sampled_pairs": _sampled_pairs,
    "interpolated": _interpolated,
    "interpolated_periodic": _interpolated_periodic,
    "gradient": _gradient,
    "fitted": _fitted,
    "fitted_and_inverted": _fitted_and_inverted,
    "scaled_covariance": _scaled_covariance,
    "unscaled_covariance": _unscaled_covariance,
    "powers": _powers,
    "in_ball": _in_ball,
    "requested_in_ball": _requested_in_ball,
    "requested_powers": _requested_powers,
    "requested_frequencies": _requested_frequencies,
    "requested_raveled": _requested_raveled,
    "weighted_quantile": _weighted_quantile,
    "weighted_percentile": _weighted_percentile,
    "standardized_alone": _standardized_alone,
    "standardized_about": _standardized_about,
    "standardized_by": _standardized_by,
    "standardized_as_given": _standardized_as_given,
}

OPTIONAL: Final = {name: in_steps(computation) for name, computation in _COMPUTATIONS.items()}
"""Ways to combine operands of which some may be left out."""
