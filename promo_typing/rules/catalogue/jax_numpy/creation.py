"""Functions of ``jax.numpy`` that make arrays, and conversions between dtypes."""

from __future__ import annotations

from typing import Final

from promo_typing.core.versions import JAX_0_11
from promo_typing.rules.catalogue.notation import (
    DEFAULT_FLOAT,
    case,
    promoted,
    promoting,
    rule,
    several,
    shared,
    taken,
)
from promo_typing.rules.model import (
    After,
    Before,
    Check,
    Dtype,
    DtypeParameter,
    Expression,
    If,
    In,
    Is,
    Join,
    Known,
    Map,
    Of,
    One,
    Open,
    Requested,
    Rule,
    Truncation,
    dtypes,
)
from promo_typing.rules.model.dtype_maps import (
    TO_DEFAULT_FLOAT,
    TO_INEXACT,
    TO_INEXACT_STRONG,
    TO_STRONG,
)
from promo_typing.rules.model.dtype_sets import (
    ANY,
    NOT_SMALL,
    NOT_TINY,
    NUMBERS,
    REAL,
    WEAK,
    WIDE,
)

_SILENT: Final = DtypeParameter("dtype", Truncation.SILENT)
_SHORT: Final = ANY - WIDE
_PRECISE: Final = Check(Requested(), NOT_TINY)
"""The requested dtype, for which JAX looks up the inexact dtype and its precision."""

_PARSED: Final = dtypes(
    "bool",
    *(f"{sign}int{bits}" for sign in ("u", "") for bits in (8, 16, 32, 64)),
    *("float16", "float32", "float64", "complex64", "complex128"),
)
"""The dtypes whose numbers NumPy can parse from a text."""


def _keeping(operand: str) -> Rule:
    """The rule of a function whose result has the operand's dtype, unless another is requested."""
    return rule((operand,), case(Of(operand), requested=Requested()), dtype="dtype")


def _float(requested: Expression = Requested()) -> Rule:  # noqa: B008
    """The rule of a function that makes arrays of the default float, or of the requested dtype."""
    return rule((), case(DEFAULT_FLOAT, requested=requested), dtype="dtype")


_LIMITS: Final = promoted("start", "stop", accepts=NOT_TINY)
_EXPONENTS: Final = Map(TO_INEXACT_STRONG, _LIMITS)


def _not_wide(*parts: Expression) -> Expression:
    """The last part, unknown where another part is a 64-bit dtype and x64 is off.

    The oldest JAX refuses some of these.
    """
    *before, last = parts
    for part in reversed(before):
        last = After(Known(part, _SHORT), last)
    return last


def _raised(exponent: Expression) -> Expression:
    """The base to the power of an exponent."""
    return Check(Join(Of("base"), exponent), NOT_SMALL)


CREATION: Final[dict[str, Rule]] = {
    **shared(
        _float(),
        "jax.numpy.zeros",
        "jax.numpy.ones",
        "jax.numpy.empty",
        "jax.numpy.eye",
        "jax.numpy.identity",
    ),
    "jax.numpy.frombuffer": rule((), case(DEFAULT_FLOAT, requested=Requested()), dtype=_SILENT),
    "jax.numpy.fromstring": rule(
        (), case(DEFAULT_FLOAT, requested=Check(Requested(), _PARSED)), dtype=_SILENT
    ),
    # An older JAX makes float32, even with x64 on.
    "jax.numpy.tri": rule(
        (),
        case(Dtype("float32"), Before(JAX_0_11), requested=Requested()),
        case(DEFAULT_FLOAT, requested=Requested()),
        dtype="dtype",
    ),
    "jax.numpy.full": _keeping("fill_value"),
    "jax.numpy.full_like": rule(
        ("a", "fill_value"),
        case(
            After(Of("fill_value"), Known(Of("a"), ANY - WEAK)),
            requested=After(Of("fill_value"), Requested()),
        ),
        dtype="dtype",
    ),
    **shared(_keeping("a"), "jax.numpy.zeros_like", "jax.numpy.ones_like"),
    "jax.numpy.empty_like": _keeping("prototype"),
    # JAX needs the values of the operands, which tracers lack: open unless they are Python numbers.
    "jax.numpy.arange": rule(
        ("start", "stop", "step"),
        case(
            Map(
                TO_STRONG,
                Check(
                    If(
                        In(Of("start", "stop", "step"), WEAK),
                        promoted("start", "stop", "step"),
                        Open(),
                    ),
                    REAL,
                ),
            ),
            requested=After(
                Check(Of("start", "stop", "step"), REAL),
                # JAX makes an array of bool only if it has at most two elements.
                Known(Requested(), NUMBERS),
            ),
        ),
        dtype="dtype",
    ),
    "jax.numpy.linspace": rule(
        ("start", "stop"),
        case(
            several(_EXPONENTS, _EXPONENTS),
            Is("retstep", True),
            requested=(_PRECISE, Map(TO_INEXACT, _PRECISE)),
        ),
        case(_EXPONENTS, requested=_PRECISE),
        dtype="dtype",
    ),
    "jax.numpy.geomspace": rule(
        ("start", "stop"),
        case(
            Map(TO_INEXACT_STRONG, taken(promoted("start", "stop"), NOT_TINY, _SHORT)),
            requested=_not_wide(Of("start", "stop"), Requested(), _PRECISE),
        ),
        dtype="dtype",
    ),
    "jax.numpy.logspace": rule(
        ("start", "stop", One("base", absent="weak_float")),
        case(
            Map(
                TO_INEXACT_STRONG,
                Known(After(_raised(_EXPONENTS), promoted("start", "stop")), _SHORT),
            ),
            requested=After(_raised(Map(TO_INEXACT_STRONG, _PRECISE)), Requested()),
        ),
        dtype="dtype",
    ),
    "jax.numpy.array": _keeping("object"),
    "jax.numpy.asarray": _keeping("a"),
    "jax.numpy.astype": rule(
        ("x",), case(Map(TO_DEFAULT_FLOAT, Of("x")), requested=Requested()), dtype="dtype"
    ),
    "jax.numpy.copy": promoting("a", keys=True),
    **shared(
        rule((), DEFAULT_FLOAT),
        "jax.numpy.bartlett",
        "jax.numpy.blackman",
        "jax.numpy.hamming",
        "jax.numpy.hanning",
        "jax.numpy.kaiser",
    ),
}
"""Functions that make arrays."""
