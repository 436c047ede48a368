"""jax.scipy.special: element-wise functions, which compute in inexact dtypes."""

from __future__ import annotations

from typing import Final

from promo_typing.core.versions import JAX_0_11, JAX_0_12
from promo_typing.rules.group import group
from promo_typing.rules.model import Before, Rule, Variant

_MODULE: Final = "jax.scipy.special"
_WIDE: Final = "uint64/strict+narrow int64/strict+narrow float64/strict+narrow"
"""Refused under strict promotion with x64 off, by constants in the computation."""
_NARROWER: Final = "real_not_tiny_int but uint64/narrow int64/narrow float64/narrow"
"""In an older JAX such constants were the state of a loop, whose dtype must stay the same."""
_INEXACT: Final = ("inexact",)
_CONCRETE: Final = ("inexact_concrete",)

_UNARY: Final[dict[str, Rule]] = {
    **group(
        "x",
        "digamma entr erf erfc erfinv gammaln i0 i0e i1 i1e",
        _MODULE,
        accepts="real_not_tiny_int",
        results=_INEXACT,
    ),
    **group("n", "factorial", _MODULE, accepts="real_not_tiny_int", results=_INEXACT),
    **group("x", "expit", _MODULE, accepts="not_tiny_int", results=_INEXACT),
    **group("x", "logit", _MODULE, accepts="not_tiny_int", results=_INEXACT, unknown_for="weak"),
    **group(
        "x",
        "exp1 expi",
        _MODULE,
        accepts=f"real_not_tiny_int but {_WIDE}",
        results=_CONCRETE,
        before=Before(JAX_0_12, Rule(("x",), accepts=_NARROWER, results=_CONCRETE)),
    ),
    **group("y", "erfcinv", _MODULE, accepts="real_not_tiny_int", results=_CONCRETE),
    **group("z", "bessel_jn", _MODULE, accepts="real_not_tiny_int", results=_CONCRETE),
    **group("x", "dawsn", _MODULE, accepts=f"not_complex but {_WIDE}", results=_CONCRETE),
    **group(
        "x",
        "erfcx",
        _MODULE,
        accepts="not_tiny_int",
        results=_CONCRETE,
        before=Before(JAX_0_12, Rule(("x",), accepts=f"any but {_WIDE}", results=_CONCRETE)),
    ),
    **group(
        "x",
        "gamma",
        _MODULE,
        accepts="not_tiny_int but float4_e2m1fn float6_e2m3fn float6_e3m2fn float8_e3m4"
        " float8_e4m3 float8_e4m3b11fnuz float8_e4m3fn float8_e4m3fnuz float8_e5m2"
        f" float8_e5m2fnuz float8_e8m0fnu {_WIDE}",
        results=_CONCRETE,
    ),
    **group(
        "x",
        "gammasgn",
        _MODULE,
        accepts="spacing",
        results=(
            "inexact_concrete but uint64/narrow=float32 int64/narrow=float32"
            " float64/narrow=float32",
        ),
    ),
    **group(
        "x",
        "loggamma",
        _MODULE,
        accepts="not_tiny_int but complex64/strict complex128/strict weak_complex/strict",
        results=("inexact_concrete but weak_int=weak_float weak_float=weak_float",),
    ),
    **group(
        "x",
        "log_ndtr ndtr",
        _MODULE,
        accepts="only float32 weak_float float64/x64",
        results=("concrete",),
    ),
    **group(
        "p",
        "ndtri",
        _MODULE,
        accepts="only float32 float64 weak_float",
        results=("concrete",),
        before=Before(
            JAX_0_12,
            Rule(
                ("p",),
                accepts="only float32 float64/x64 float64/standard weak_float",
                results=("concrete",),
            ),
        ),
    ),
    **group(
        "x", "spence", _MODULE, accepts="only float32 float64 weak_float", results=("concrete",)
    ),
    **group("z", "wofz", _MODULE, results=("complex_concrete",)),
    **group(
        "a",
        "multigammaln",
        _MODULE,
        accepts="real_not_tiny_int but bool/strict",
        results=("inexact_concrete but bool/x64=float64",),
    ),
    **group(
        "x",
        "fresnel",
        _MODULE,
        accepts="spacing",
        results=("inexact_concrete", "inexact_concrete"),
        container="tuple",
    ),
    **group(
        "x",
        "sici",
        _MODULE,
        accepts=f"real_not_tiny_int but {_WIDE}",
        results=("inexact_concrete", "inexact_concrete"),
        container="tuple",
    ),
}

_CHOSEN: Final = (
    "uint64/narrow int64/narrow float64/narrow bool/strict uint4/strict uint8/strict uint16/strict"
    " uint32/strict uint64/strict int4/strict int8/strict int16/strict int32/strict int64/strict"
    " weak_int/strict bfloat16/strict float16/strict float32/strict float64/strict"
    " weak_float/strict"
)
"""Refused by hyp1f1, which chooses among results that have not the same dtype."""

_SEVERAL: Final[dict[str, Rule]] = {
    **group("a b x", "hyp1f1", _MODULE, accepts=f"spacing but {_CHOSEN}", results=_CONCRETE),
    **group(
        "n x", "polygamma", _MODULE, combine="order", accepts="real_not_tiny_int", results=_INEXACT
    ),
    **group("a x", "gammainc gammaincc", _MODULE, accepts="real_not_tiny_int", results=_INEXACT),
    **group("h a", "owens_t", _MODULE, combine="with_constants"),
    **group("a b", "betaln", _MODULE, accepts="real_not_tiny_int", results=_INEXACT),
    **group("a b x", "betainc", _MODULE, accepts="real_not_tiny_int", results=_INEXACT),
    **group("x q", "zeta", _MODULE, accepts="real_not_tiny_int", results=_INEXACT),
    **group("N k", "comb", _MODULE, accepts="real_not_tiny_int", results=_INEXACT),
    **group(
        "n x",
        "expn",
        _MODULE,
        accepts=f"real_not_tiny_int but {_WIDE}",
        results=_CONCRETE,
        before=Before(JAX_0_12, Rule(("n", "x"), accepts=_NARROWER, results=_CONCRETE)),
    ),
    **group("a b", "beta", _MODULE, accepts=f"spacing but {_WIDE}", results=_CONCRETE),
    **group("z m", "poch", _MODULE, accepts=f"spacing but {_WIDE}", results=_CONCRETE),
    **group("a b c x", "hyp2f1", _MODULE, accepts=f"spacing but {_WIDE}", results=_CONCRETE),
    **group(
        "p q",
        "kl_div rel_entr",
        _MODULE,
        accepts="real_not_tiny_int",
        results=_INEXACT,
        unknown_for="weak",
    ),
    **group("x y", "xlogy xlog1py", _MODULE, accepts="not_tiny_int", results=_INEXACT),
    **group("x lmbda", "boxcox boxcox1p", _MODULE, accepts="not_tiny_int", results=_INEXACT),
}

_UNMASKED: Final = (
    "not_small_int but bool uint8/strict uint16/strict uint32/strict uint64/strict"
    " int8/strict int16/strict int32/strict int64/strict weak_int/strict"
)

_REDUCTIONS: Final[dict[str, Rule]] = {
    **group(
        "x",
        "softmax",
        _MODULE,
        accepts="not_tiny_int but bool",
        results=_CONCRETE,
        before=Before(
            JAX_0_11, Rule(("x",), accepts="not_tiny_int but bool int64/narrow", results=_CONCRETE)
        ),
    ),
    **group(
        "x",
        "log_softmax",
        _MODULE,
        accepts=_UNMASKED,
        results=_CONCRETE,
        before=Before(
            JAX_0_11, Rule(("x",), accepts=f"{_UNMASKED} int64/narrow", results=_CONCRETE)
        ),
    ),
    **group(
        "a b",
        "logsumexp",
        _MODULE,
        accepts="not_tiny_int",
        results=_CONCRETE,
        variants=(
            Variant(
                "return_sign",
                True,
                Rule(
                    ("a", "b"),
                    accepts="not_tiny_int",
                    results=("inexact_real_concrete", "inexact_concrete"),
                    container="tuple",
                ),
            ),
        ),
    ),
}

SPECIAL: Final[dict[str, Rule]] = {
    **group(
        "n m theta phi",
        "sph_harm_y",
        _MODULE,
        combine="harmonic",
        results=("complex_concrete",),
        unknown_with=("diff_n",),
    ),
    **_UNARY,
    **_SEVERAL,
    **_REDUCTIONS,
    **group("", "bernoulli", _MODULE, combine="none", default="weak_float", results=("concrete",)),
}
