"""Python ints that JAX refuses, or that wrap around in the dtype of the result.

JAX converts a Python int to the default integer, whatever the other operand is. So with x64 off
``x + 3_000_000_000`` raises ``OverflowError``, even if ``x`` is uint32 or float32. With an array of
fewer bits, the int silently wraps around: ``u8 + 300`` is ``u8 + 44``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.nodes import Context
from mypy.plugin import CheckerPluginInterface

from promo_mypy import errors
from promo_mypy.features.lints import lost_numbers
from promo_mypy.session import Session
from promo_mypy.types.arguments import Arguments
from promo_mypy.types.bindings import Number
from promo_mypy.types.literals import integer
from promo_mypy.types.symbols import Operand, exact_node
from promo_mypy.unwatched import going_on
from promo_typing.core.dtypes import DISCRETE_KINDS, INTEGER_KINDS, NODES, PYTHON_SCALARS, STRONG
from promo_typing.core.formats import integer_bounds
from promo_typing.rules import FUNCTIONS, METHODS

_INT: Final = PYTHON_SCALARS["int"]
POWERS: Final = frozenset({"jax.numpy.power", "jax.numpy.pow", "jax.lax.integer_pow"})
_ELEMENTWISE: Final = frozenset({"x", "x1", "x2", "y"})
_NOT_COMPILED: Final = frozenset({"jax.numpy.piecewise", "jax.numpy.vander"})
COMPILED: Final = _NOT_COMPILED ^ {
    name
    for name, rule in FUNCTIONS.items()
    if name.startswith("jax.numpy.")
    and rule.dtype is None
    and (name == "jax.numpy.where" or {each.name for each in rule.operands} <= _ELEMENTWISE)
}
"""Functions that pass operands to a jitted function, which converts ints to the default integer."""

_LAX_BINARY: Final = ("x", "y")
INTEGERS: Final[Mapping[str, tuple[str, ...]]] = {
    **{
        f"jax.lax.{name}": _LAX_BINARY
        for name in (
            *("add", "sub", "mul", "div", "rem", "max", "min"),
            *("eq", "ne", "lt", "le", "gt", "ge", "bitwise_and", "bitwise_or", "bitwise_xor"),
        )
    },
    "jax.lax.clamp": ("min", "x", "max"),
    "jax.lax.select": ("on_true", "on_false"),
    "jax.numpy.append": ("values",),
    "jax.numpy.clip": ("min", "max"),
    "jax.numpy.fill_diagonal": ("val",),
    "jax.numpy.isclose": ("a", "b"),
    "jax.numpy.isin": ("element", "test_elements"),
    "jax.numpy.linspace": ("start", "stop"),
    "jax.numpy.max": ("initial",),
    "jax.numpy.min": ("initial",),
    "jax.numpy.prod": ("initial",),
    "jax.numpy.searchsorted": ("v",),
    "jax.numpy.select": ("default",),
    "jax.numpy.sum": ("initial",),
    "jax.random.randint": ("minval", "maxval"),
}
"""Other functions, with the parameters that JAX converts to the default integer."""

_RING: Final = frozenset(
    f"jax.numpy.{name}"
    for name in ("add", "subtract", "multiply", "bitwise_and", "bitwise_or", "bitwise_xor", "where")
) | frozenset({"at.set", "at.add", "at.subtract", "at.multiply", "at.mul"})
"""Functions whose result is right modulo a power of two even if the number wraps: ``u8 & ~3``."""
_STORING: Final = frozenset({"jax.numpy.where", "at.set"})
"""Functions that store the number in elements: a -1 in a small unsigned dtype is lost."""
_SMALL: Final = 16
_FILLS: Final = frozenset({"jax.numpy.full", "jax.numpy.full_like"})
_ORDERED: Final = frozenset(
    f"jax.numpy.{name}"
    for name in (
        *("equal", "not_equal", "less", "less_equal", "greater", "greater_equal"),
        *("maximum", "minimum", "fmax", "fmin", "floor_divide", "remainder", "mod"),
    )
)
"""Functions that depend on the order of numbers: ``u8 > -1`` is ``u8 > 255``."""


_SMALLEST: Final = 8
"""Integer dtypes of fewer bits than this silently take any number."""


class Range(NamedTuple):
    """The range of an integer dtype."""

    lowest: int
    highest: int

    def wrapped(self, value: int) -> int:
        """Return the value after it wraps around in this range."""
        return (value - self.lowest) % (self.highest - self.lowest + 1) + self.lowest


def range_of(dtype: str) -> Range | None:
    """Return the range of an integer dtype; None for other dtypes."""
    node = NODES.get(dtype)
    if node is None or node.kind not in INTEGER_KINDS or not node.bits:
        return None
    return Range(*integer_bounds(node.kind, node.bits))


class Numbers(NamedTuple):
    """A call with Python ints.

    Attributes:
        function: the name of the function.
        operation: the operation in words.
        operands: the dtypes of the operands.
        integers: the ints among the operands; None for other operands.
        result: the dtype of the result.
    """

    function: str
    operation: str
    operands: Sequence[Operand | None]
    integers: Sequence[int | None]
    result: str


class Made(NamedTuple):
    """An array made from Python numbers.

    Attributes:
        function: the function that makes it.
        dtype: the requested dtype; None if none is requested.
        values: the numbers; None for other or unknown values.
    """

    function: str
    dtype: str | None
    values: Sequence[Number | None]


def report(
    session: Session, numbers: Numbers, api: CheckerPluginInterface, context: Context
) -> bool:
    """Report Python ints that JAX refuses or, if there are none, ints that wrap around.

    Returns whether anything was reported.
    """
    if _is_negative_power(numbers):
        errors.negative_power(api, context, numbers.operation, numbers.integers[1] or 0)
        return True
    default = session.semantics.strong(_INT)
    for value in _refused(numbers, default):
        errors.overflows(api, context, numbers.operation, value, default)
        return True
    joined = numbers.result if numbers.function in _FILLS else _joined(session, numbers)
    limits = range_of(joined) if joined else None
    if joined is None or limits is None:
        return False
    changed = list(_changed(numbers, joined))
    with going_on(api):
        for value in changed:
            became = (limits.wrapped(value), limits.lowest, limits.highest)
            errors.wraps_around(api, context, numbers.operation, value, joined, became)
    return bool(changed)


def _is_negative_power(numbers: Numbers) -> bool:
    if numbers.function not in POWERS or len(numbers.integers) != 2:
        return False
    base, exponent = numbers.operands[0], numbers.integers[1]
    if exponent is None or exponent >= 0 or not base:
        return False
    return all(
        NODES[PYTHON_SCALARS.get(node, node)].kind in DISCRETE_KINDS
        for symbol in base
        for node in symbol.nodes
        if node in NODES or node in PYTHON_SCALARS
    )


def _refused(numbers: Numbers, default: str) -> Iterator[int]:
    """The ints out of the range of the default integer; not exponents."""
    if numbers.function in POWERS:
        numbers = numbers._replace(integers=numbers.integers[:1])
    if numbers.function in COMPILED or numbers.function in METHODS:
        yield from _outside(numbers, range_of(default))


def _outside(numbers: Numbers, limits: Range | None) -> Iterator[int]:
    for value in numbers.integers:
        if value is not None and limits and not limits.lowest <= value <= limits.highest:
            yield value


def _changed(numbers: Numbers, joined: str) -> Iterator[int]:
    """The ints that wrap around in the dtype of the result, where that changes the result."""
    if numbers.function in _ORDERED or _is_stored(numbers, joined):
        yield from _outside(numbers, range_of(joined))
    elif numbers.function in _RING | _FILLS:
        # Numbers that fit into as many bits, signed or unsigned, are not reported.
        bits = NODES[joined].bits
        (lowest, _), (_, highest) = integer_bounds("signed", bits), integer_bounds("unsigned", bits)
        yield from _outside(numbers, Range(lowest, highest))


def _is_stored(numbers: Numbers, joined: str) -> bool:
    """Whether the number is stored in a small unsigned dtype.

    In a larger one, -1 is probably meant as all bits.
    """
    node = NODES[joined]
    is_small = node.kind == "unsigned" and node.bits <= _SMALL
    return is_small and numbers.function in _STORING


def _joined(session: Session, numbers: Numbers) -> str | None:
    """The dtype to which the other operands are promoted, if it is known."""
    pairs = list(zip(numbers.operands, numbers.integers, strict=True))
    if numbers.function.startswith("at."):
        pairs = pairs[:1]
    result: str | None = None
    for operand, value in pairs:
        if value is not None:
            continue
        name = exact_node(operand)
        if name is None:
            return None
        node = session.semantics.strong(PYTHON_SCALARS.get(name, name))
        result = node if result is None else session.semantics.lattice.join(result, node)
        if result is None:
            return None
    return result if result in STRONG else None


def report_passed(
    session: Session,
    function: str,
    arguments: Arguments,
    api: CheckerPluginInterface,
    context: Context,
) -> None:
    """Report Python ints out of range for parameters that are not operands of a rule."""
    default = session.semantics.strong(_INT)
    limits = range_of(default)
    for parameter in INTEGERS.get(function, ()):
        for argument in arguments.passed(parameter):
            value = integer(argument.type, argument.expression, api, session.bindings)
            if value is not None and limits and not limits.lowest <= value <= limits.highest:
                written = f"{errors.function_name(function)}(..., {parameter}={value})"
                errors.overflows(api, context, written, value, default)
                return


def report_made(
    session: Session, made: Made, api: CheckerPluginInterface, context: Context
) -> None:
    """Report Python numbers out of range for the dtype of the array made from them.

    If no dtype is requested, that is the default integer; then nothing is reported if there are
    other numbers than ints.
    """
    dtype = session.semantics.requested(session.semantics.strong(made.dtype or _INT))
    limits = range_of(dtype)
    if made.dtype is not None:
        lost_numbers.report_made(session, made.function, dtype, made.values, api, context)
    if limits is None or NODES[dtype].bits < _SMALLEST:
        return
    integers = [value for value in made.values if isinstance(value, int)]
    if made.dtype is None and len(integers) < len(made.values):
        return
    for value in integers:
        if not limits.lowest <= value <= limits.highest:
            errors.out_of_range(api, context, made.function, value, dtype)
            return
