"""How covariances follow from samples, from weights and from a requested dtype."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.joining import Combine
from promo_typing.rules.model import Unknown
from promo_typing.rules.steps import StepError, Steps, in_steps


def _counted(steps: Steps, *operands: str) -> str:
    """The covariance of samples that count more than once: the last operand says how often."""
    *samples, counts = operands
    return _covariance(steps, samples, _counts(steps, counts))[0]


def _weighed(steps: Steps, *operands: str) -> str:
    """The covariance of samples which have weights, the last operand."""
    *samples, weights = operands
    weights = _absolute(steps, weights)
    return _corrected(steps, samples, weights, weights)


def _counted_and_weighed(steps: Steps, *operands: str) -> str:
    """The covariance of samples with both, in this order."""
    *samples, counts, weights = operands
    weights = _absolute(steps, weights)
    return _corrected(steps, samples, steps.join(_counts(steps, counts), weights), weights)


def _counts(steps: Steps, counts: str) -> str:
    return _absolute(steps, steps.check(counts, "integer"))


def _absolute(steps: Steps, weights: str) -> str:
    return steps.to("absolute", steps.check(weights, "absolute"))


def _covariance(steps: Steps, samples: list[str], factor: str) -> tuple[str, str]:
    """The dtypes of the covariance and of the sum of the factors."""
    sample = steps.to("inexact", steps.join(*samples))
    total = steps.to("inexact_concrete", steps.join(sample, factor))
    deviation = steps.join(sample, total)
    product = steps.join(deviation, steps.join(deviation, factor))
    return steps.join(steps.check(product, "not_tiny_int"), total), total


def _corrected(steps: Steps, samples: list[str], factor: str, weights: str) -> str:
    """The covariance by the degrees of freedom, for which the weights are added up.

    They are not if ``ddof`` is 0: where that makes a difference, the dtype is not known.
    """
    covariance, total = _covariance(steps, samples, factor)
    corrected = in_steps(_divided)((covariance, factor, weights, total), steps.semantics)
    if corrected != covariance:
        raise StepError(Unknown())
    return covariance


def _divided(steps: Steps, covariance: str, factor: str, weights: str, total: str) -> str:
    added = steps.to("sum", steps.join(factor, weights))
    return steps.join(covariance, total, steps.to("inexact", steps.join(added, total)))


def _requested(steps: Steps, *operands: str) -> str:
    """The requested dtype, to which the promoted samples are converted."""
    *samples, requested = operands
    steps.join(*samples)
    return steps.check(requested, "inexact")


def _requested_counted(steps: Steps, *operands: str) -> str:
    """As of a covariance; the counts are converted, too."""
    *samples, counts, requested = operands
    requested = _requested(steps, *samples, requested)
    _counts(steps, counts)
    return requested


def _requested_weighed(steps: Steps, *operands: str) -> str:
    """As of a covariance; the weights are converted for the products alone."""
    *samples, weights, requested = operands
    requested = _requested(steps, *samples, requested)
    return _corrected(steps, [requested], requested, _absolute(steps, weights))


def _requested_counted_and_weighed(steps: Steps, *operands: str) -> str:
    """As with weights; they are multiplied by the counts as they are."""
    *samples, counts, weights, requested = operands
    steps.join(_counts(steps, counts), _absolute(steps, weights))
    return _requested_weighed(steps, *samples, weights, requested)


COVARIANCE: Final[dict[str, Combine]] = {
    name: in_steps(computation)
    for name, computation in {
        "counted": _counted,
        "weighed": _weighed,
        "counted_and_weighed": _counted_and_weighed,
        "requested_covariance": _requested,
        "requested_counted": _requested_counted,
        "requested_weighed": _requested_weighed,
        "requested_counted_and_weighed": _requested_counted_and_weighed,
    }.items()
}
"""Ways to combine samples with their weights."""
