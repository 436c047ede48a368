"""``jax.scipy.special``: element-wise functions, which compute in inexact dtypes."""

from __future__ import annotations

from typing import Final

from promo_typing.core.versions import JAX_0_11, JAX_0_12
from promo_typing.rules.catalogue.logsumexp import LOGSUMEXP
from promo_typing.rules.catalogue.notation import (
    DEFAULT_FLOAT,
    case,
    promoted,
    promoting,
    rule,
    several,
    shared,
)
from promo_typing.rules.model import (
    STANDARD,
    STRICT,
    STRICT_X32,
    X32,
    X64,
    After,
    Before,
    Check,
    Dtype,
    Expression,
    Given,
    If,
    In,
    Join,
    Map,
    Of,
    Open,
    Rule,
    dtypes,
)
from promo_typing.rules.model.dtype_maps import (
    TO_COMPLEX_STRONG,
    TO_INEXACT,
    TO_INEXACT_STRONG,
    TO_MAGNITUDE,
    TO_STRONG,
)
from promo_typing.rules.model.dtype_sets import (
    ANY,
    BOOL,
    COMPLEX,
    INTEGERS,
    NOT_SMALL,
    NOT_TINY,
    REAL,
    REAL_NOT_TINY,
    SMALL_FLOATS,
    SPACED,
    STRONG,
    WEAK,
    WIDE_REAL,
)

_CONSTANTS: Final = WIDE_REAL.under(STRICT_X32)
"""Dtypes that strict promotion refuses with x64 off, beside constants of the default float."""
_LOOPS: Final = WIDE_REAL.under(X32)
"""Dtypes that, in an older JAX, change the dtype of a loop's carry, which begins as a constant."""
_PROBABILITIES: Final = dtypes("float32", "float64", "weak_float")
"""Dtypes for which JAX defines the functions of the normal distribution, and ``spence``."""

_UNARY: Final[dict[str, Rule]] = {
    **shared(
        promoting("x", accepts=REAL_NOT_TINY, to=TO_INEXACT),
        "jax.scipy.special.digamma",
        "jax.scipy.special.entr",
        "jax.scipy.special.erf",
        "jax.scipy.special.erfc",
        "jax.scipy.special.erfinv",
        "jax.scipy.special.gammaln",
        "jax.scipy.special.i0",
        "jax.scipy.special.i0e",
        "jax.scipy.special.i1",
        "jax.scipy.special.i1e",
    ),
    "jax.scipy.special.factorial": promoting("n", accepts=REAL_NOT_TINY, to=TO_INEXACT),
    "jax.scipy.special.expit": promoting("x", accepts=NOT_TINY, to=TO_INEXACT),
    "jax.scipy.special.logit": promoting("x", accepts=NOT_TINY, known=STRONG, to=TO_INEXACT),
    **shared(
        rule(
            ("x",),
            case(
                Map(TO_INEXACT_STRONG, promoted("x", accepts=REAL_NOT_TINY - _LOOPS)),
                Before(JAX_0_12),
            ),
            Map(TO_INEXACT_STRONG, promoted("x", accepts=REAL_NOT_TINY - _CONSTANTS)),
        ),
        "jax.scipy.special.exp1",
        "jax.scipy.special.expi",
    ),
    "jax.scipy.special.erfcinv": promoting("y", accepts=REAL_NOT_TINY, to=TO_INEXACT_STRONG),
    "jax.scipy.special.bessel_jn": promoting("z", accepts=REAL_NOT_TINY, to=TO_INEXACT_STRONG),
    "jax.scipy.special.dawsn": promoting("x", accepts=REAL - _CONSTANTS, to=TO_INEXACT_STRONG),
    "jax.scipy.special.erfcx": rule(
        ("x",),
        case(Map(TO_INEXACT_STRONG, promoted("x", accepts=ANY - _CONSTANTS)), Before(JAX_0_12)),
        Map(TO_INEXACT_STRONG, promoted("x", accepts=NOT_TINY)),
    ),
    "jax.scipy.special.gamma": promoting(
        "x", accepts=NOT_TINY - SMALL_FLOATS - _CONSTANTS, to=TO_INEXACT_STRONG
    ),
    "jax.scipy.special.gammasgn": promoting(
        "x",
        accepts=SPACED,
        to=TO_INEXACT_STRONG.but(
            {"uint64": "float32", "int64": "float32", "float64": "float32"}, under=X32
        ),
    ),
    "jax.scipy.special.loggamma": promoting(
        "x",
        accepts=NOT_TINY - COMPLEX.under(STRICT),
        to=TO_INEXACT_STRONG.but({"weak_int": "weak_float", "weak_float": "weak_float"}),
    ),
    **shared(
        promoting("x", accepts=_PROBABILITIES - dtypes("float64").under(X32), to=TO_STRONG),
        "jax.scipy.special.log_ndtr",
        "jax.scipy.special.ndtr",
    ),
    "jax.scipy.special.ndtri": rule(
        ("p",),
        case(Map(TO_STRONG, promoted("p", accepts=_PROBABILITIES - _CONSTANTS)), Before(JAX_0_12)),
        Map(TO_STRONG, promoted("p", accepts=_PROBABILITIES)),
    ),
    "jax.scipy.special.spence": promoting("x", accepts=_PROBABILITIES, to=TO_STRONG),
    "jax.scipy.special.wofz": promoting("z", to=TO_COMPLEX_STRONG),
    "jax.scipy.special.multigammaln": promoting(
        "a",
        accepts=REAL_NOT_TINY - BOOL.under(STRICT),
        to=TO_INEXACT_STRONG.but({"bool": "float64"}, under=X64),
    ),
}

_ORDER: Final = Check(Of("n"), INTEGERS)
"""The order of the derivative in ``polygamma``."""

_SEVERAL_OPERANDS: Final[dict[str, Rule]] = {
    # JAX selects among results, which must have the same dtype.
    "jax.scipy.special.hyp1f1": promoting(
        "a", "b", "x", accepts=SPACED.under(STANDARD) - WIDE_REAL.under(X32), to=TO_INEXACT_STRONG
    ),
    "jax.scipy.special.polygamma": rule(
        ("n", "x"),
        Map(TO_INEXACT, After(_ORDER, promoted("n", "x", accepts=REAL_NOT_TINY))),
    ),
    **shared(
        promoting("a", "x", accepts=REAL_NOT_TINY, to=TO_INEXACT),
        "jax.scipy.special.gammainc",
        "jax.scipy.special.gammaincc",
    ),
    # The constants of owens_t have the default float dtype.
    "jax.scipy.special.owens_t": rule(
        ("h", "a"), Join(DEFAULT_FLOAT, Map(TO_INEXACT, promoted("h", "a")))
    ),
    "jax.scipy.special.betaln": promoting("a", "b", accepts=REAL_NOT_TINY, to=TO_INEXACT),
    "jax.scipy.special.betainc": promoting("a", "b", "x", accepts=REAL_NOT_TINY, to=TO_INEXACT),
    "jax.scipy.special.zeta": promoting("x", "q", accepts=REAL_NOT_TINY, to=TO_INEXACT),
    "jax.scipy.special.comb": promoting("N", "k", accepts=REAL_NOT_TINY, to=TO_INEXACT),
    "jax.scipy.special.expn": rule(
        ("n", "x"),
        case(
            Map(TO_INEXACT_STRONG, promoted("n", "x", accepts=REAL_NOT_TINY - _LOOPS)),
            Before(JAX_0_12),
        ),
        Map(TO_INEXACT_STRONG, promoted("n", "x", accepts=REAL_NOT_TINY - _CONSTANTS)),
    ),
    "jax.scipy.special.beta": promoting(
        "a", "b", accepts=SPACED - _CONSTANTS, to=TO_INEXACT_STRONG
    ),
    "jax.scipy.special.poch": promoting(
        "z", "m", accepts=SPACED - _CONSTANTS, to=TO_INEXACT_STRONG
    ),
    "jax.scipy.special.hyp2f1": promoting(
        "a", "b", "c", "x", accepts=SPACED - _CONSTANTS, to=TO_INEXACT_STRONG
    ),
    **shared(
        promoting("p", "q", accepts=REAL_NOT_TINY, known=STRONG, to=TO_INEXACT),
        "jax.scipy.special.kl_div",
        "jax.scipy.special.rel_entr",
    ),
    **shared(
        promoting("x", "y", accepts=NOT_TINY, to=TO_INEXACT),
        "jax.scipy.special.xlogy",
        "jax.scipy.special.xlog1py",
    ),
    **shared(
        promoting("x", "lmbda", accepts=NOT_TINY, to=TO_INEXACT),
        "jax.scipy.special.boxcox",
        "jax.scipy.special.boxcox1p",
    ),
}

_FRESNEL: Final = Map(TO_INEXACT_STRONG, promoted("x", accepts=SPACED))
_INTEGRAL: Final = Map(TO_INEXACT_STRONG, promoted("x", accepts=REAL_NOT_TINY - _CONSTANTS))

_PAIRS: Final[dict[str, Rule]] = {
    "jax.scipy.special.fresnel": rule(("x",), several(_FRESNEL, _FRESNEL)),
    "jax.scipy.special.sici": rule(("x",), several(_INTEGRAL, _INTEGRAL)),
}
"""Functions that return two integrals: of a sine, and of a cosine."""

_SOFTMAX: Final = NOT_TINY - BOOL
_LOG_SOFTMAX: Final = NOT_SMALL - BOOL - INTEGERS.under(STRICT)
_INT64: Final = dtypes("int64").under(X32)
"""The dtype that both softmax functions refuse in an older JAX."""
_EXPONENTIALS: Final = promoted("a", "b", accepts=NOT_TINY)

_REDUCTIONS: Final[dict[str, Rule]] = {
    "jax.scipy.special.softmax": rule(
        ("x",),
        case(Map(TO_INEXACT_STRONG, promoted("x", accepts=_SOFTMAX - _INT64)), Before(JAX_0_11)),
        Map(TO_INEXACT_STRONG, promoted("x", accepts=_SOFTMAX)),
    ),
    "jax.scipy.special.log_softmax": rule(
        ("x",),
        case(
            Map(TO_INEXACT_STRONG, promoted("x", accepts=_LOG_SOFTMAX - _INT64)), Before(JAX_0_11)
        ),
        Map(TO_INEXACT_STRONG, promoted("x", accepts=_LOG_SOFTMAX)),
    ),
    "jax.scipy.special.logsumexp": LOGSUMEXP,
}


def _harmonic() -> Expression:
    """The real dtype of the parts of spherical harmonics.

    A harmonic is a Legendre function of ``theta``, times the exponential of ``m * phi``, times a
    power of ``-1.0`` for a negative ``m``. JAX makes the exponential and the product by
    ``lax.complex``, which accepts float32 and float64 only.
    """
    parts = dtypes("float32", "float64")
    order = Map(TO_MAGNITUDE, Of("m"))
    power = Join(Dtype("weak_float"), order)
    sign = If(In(Of("m"), WEAK), power, Map(TO_STRONG, power))
    angle = Map(TO_INEXACT, Join(order, Of("phi")))
    legendre = Map(TO_INEXACT_STRONG, Of("theta"))
    product = After(
        Check(Map(TO_STRONG, angle), parts),
        Check(Join(legendre, angle), parts),
    )
    return After(Check(Of("n", "m"), INTEGERS), Join(sign, product))


_OTHERS: Final[dict[str, Rule]] = {
    "jax.scipy.special.sph_harm_y": rule(
        ("n", "m", "theta", "phi"),
        case(Open(), Given("diff_n")),
        Map(TO_COMPLEX_STRONG, _harmonic()),
    ),
    "jax.scipy.special.bernoulli": rule((), DEFAULT_FLOAT),
}

SPECIAL: Final[dict[str, Rule]] = {
    **_UNARY,
    **_SEVERAL_OPERANDS,
    **_PAIRS,
    **_REDUCTIONS,
    **_OTHERS,
}
"""All functions of ``jax.scipy.special`` that have a rule."""
