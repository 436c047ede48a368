"""Numbers that become infinite, NaN or 0 in a float dtype, or factors that become 1.

JAX converts a Python number to the dtype of the other operand: ``x16 * 1e5`` is infinite,
``x16 + 1e-8`` adds 0, and a bfloat16 times 0.999 does not change. As a bound, as in
``jnp.minimum(x16, 1e9)``, infinity is as good as the number, so nothing is lost. As the fill of a
mask it may be intended, so that has a lint of its own. If NumPy makes the conversion, there is a
warning each time: that is reported as an error. In jitted functions JAX warns about some other
infinities, too, but not about all, and not each time.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import Context
from mypy.plugin import CheckerPluginInterface

from promo_mypy import errors
from promo_mypy.errorcodes import LINT_CODES
from promo_mypy.features.lints import messages
from promo_mypy.session import Session
from promo_mypy.types.bindings import Number
from promo_mypy.unwatched import unwatched
from promo_typing.core.dtypes import NODES, OF_NUMPY
from promo_typing.core.formats import extreme, rounds_to_one
from promo_typing.core.lints import INFINITE_FILL, LOST_NUMBER
from promo_typing.lattice.suspects import SMALL

_ELEMENT: Final = ("add", "subtract", "multiply", "divide")
_GUARDING: Final = frozenset(f"jax.numpy.{name}" for name in ("maximum", "minimum", "clip"))
"""Functions that take bounds: infinity is as good as a very large number, but 0 and NaN are not."""
_FACTORS: Final = frozenset({"jax.numpy.multiply", "at.multiply", "at.mul"})
"""Functions that change nothing if the number is 1."""
_MADE_BY_NUMPY: Final = frozenset(
    {"jax.numpy.full", "jax.numpy.full_like", "jax.lax.full", "jax.lax.full_like"}
)
"""Functions that let NumPy convert the number to a requested dtype."""
_FILLING: Final = _MADE_BY_NUMPY | {"jax.numpy.where", "at.set"}
"""Functions that store the number in elements, where infinity may be intended."""
_TAKING: Final = (
    _GUARDING
    | _FACTORS
    | _FILLING
    | {f"jax.numpy.{name}" for name in (*_ELEMENT, "true_divide")}
    | {f"at.{name}" for name in _ELEMENT}
)
"""Functions that convert a number to the dtype of their result."""


class _Loss(NamedTuple):
    """A number that is lost.

    Attributes:
        value: the number.
        becomes: its value in the dtype.
        lint: the lint that reports it; None if it is reported as an error.
    """

    value: Number
    becomes: float
    lint: str | None


def may_lose(function: str, dtype: str | None) -> bool:
    """Whether a function may lose usual numbers: it converts them to a small dtype."""
    return function in _TAKING and dtype in NODES and NODES[dtype].bits <= SMALL


def report(
    session: Session,
    function: str,
    operation: str,
    result: str,
    values: Sequence[Number | None],
    api: CheckerPluginInterface,
    context: Context,
) -> None:
    """Report the first number that is lost in the result of a function.

    Args:
        session: the session.
        function: the name of the function.
        operation: the operation in words.
        result: the dtype of the result.
        values: the numbers among the operands; None for other operands.
        api: the checker that is at the call.
        context: the expression of the call.
    """
    if function not in _TAKING or result not in NODES:
        return
    dtype = session.semantics.strong(result)
    if function in _MADE_BY_NUMPY and not NODES[result].weak:
        lost = _lost_in_array(dtype, values)
    else:
        lost = _lost(function, dtype, values)
    _report_first(session, operation, dtype, lost, api, context)


def report_made(
    session: Session,
    operation: str,
    dtype: str,
    values: Sequence[Number | None],
    api: CheckerPluginInterface,
    context: Context,
) -> None:
    """Report the first number that is lost in an array made from numbers.

    A number that becomes 0 is not reported if another one in the array does not: next to that, 0 is
    as good.
    """
    lost = _lost_in_array(dtype, values)
    if any(value is None or (value and extreme(value, dtype) != 0) for value in values):
        lost = (each for each in lost if each.becomes)
    _report_first(session, operation, dtype, lost, api, context)


def _lost(function: str, dtype: str, values: Sequence[Number | None]) -> Iterator[_Loss]:
    for value, becomes in _extremes(dtype, values):
        if not math.isinf(becomes):
            yield _Loss(value, becomes, LOST_NUMBER)
        elif function not in _GUARDING:
            yield _Loss(value, becomes, INFINITE_FILL if function in _FILLING else LOST_NUMBER)
    for factor in values if function in _FACTORS else ():
        if factor is not None and rounds_to_one(factor, dtype):
            yield _Loss(factor, 1.0, LOST_NUMBER)


def _lost_in_array(dtype: str, values: Sequence[Number | None]) -> Iterator[_Loss]:
    """The numbers that are lost in an array of a dtype; NumPy warns if one becomes infinite."""
    for value, becomes in _extremes(dtype, values):
        if not math.isinf(becomes):
            yield _Loss(value, becomes, LOST_NUMBER)
        else:
            yield _Loss(value, becomes, None if dtype in OF_NUMPY else INFINITE_FILL)


def _extremes(dtype: str, values: Sequence[Number | None]) -> Iterator[tuple[Number, float]]:
    for value in values:
        becomes = None if value is None else extreme(value, dtype)
        if value is not None and becomes is not None:
            yield value, becomes


def _report_first(
    session: Session,
    operation: str,
    dtype: str,
    lost: Iterator[_Loss],
    api: CheckerPluginInterface,
    context: Context,
) -> None:
    """Report the first loss that is an error, or an enabled lint."""
    wanted = session.lints.enabled_in(api)
    for value, becomes, lint in lost:
        if lint is None:
            errors.overflows_to_infinity(api, context, operation, value, dtype)
            return
        if lint in wanted and isinstance(api, TypeChecker):
            said = messages.lost_number(lint, operation, value, dtype, becomes)
            with unwatched(api.msg.errors):
                api.fail(f"lint: {said}", context, code=LINT_CODES[lint])
            return
