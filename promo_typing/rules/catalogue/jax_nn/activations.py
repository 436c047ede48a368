"""Activation functions of ``jax.nn``.

JAX writes them with Python numbers, so that integers become weak floats, and with functions of
``jax.numpy`` that refuse some small integers.
"""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.notation import (
    case,
    promoted,
    promoting,
    rule,
    shared,
)
from promo_typing.rules.model import (
    STRICT,
    STRICT_X32,
    Check,
    Given,
    Is,
    Join,
    Map,
    Of,
    One,
    Rule,
    dtypes,
)
from promo_typing.rules.model.dtype_maps import (
    TO_INEXACT,
    TO_INEXACT_STRONG,
    TO_NUMERIC,
    TO_SAME,
    TO_WEAK_FLOAT,
)
from promo_typing.rules.model.dtype_sets import (
    ABSOLUTE,
    ANY,
    BOOL,
    FABS,
    INEXACT,
    INTEGERS,
    NOT_SMALL,
    NOT_TINY,
    REAL,
    WEAK,
    WIDE_ALL,
    WIDE_REAL,
)

STRONG_INTEGERS: Final = (INTEGERS - WEAK).under(STRICT)
"""Dtypes that strict promotion refuses together with a floating constant."""

_WITH_INT: Final = ANY - BOOL.under(STRICT)
"""Dtypes that JAX promotes with a Python int."""
WITH_FLOAT: Final = NOT_SMALL - BOOL.under(STRICT) - STRONG_INTEGERS
"""Dtypes that JAX promotes with a Python float and converts to an inexact dtype."""

_KNOWN: Final = ANY - dtypes("weak_complex")
_TO_INEXACT: Final = TO_INEXACT.but({"bool": "weak_float"})

_RECTIFYING: Final = promoting("x", accepts=WITH_FLOAT, to=TO_WEAK_FLOAT)
_LINEAR_UNIT: Final = promoting(
    "x", One("alpha", absent="weak_float"), accepts=WITH_FLOAT, to=TO_WEAK_FLOAT
)

_SQUAREPLUS: Final = rule(
    ("x", One("b", absent="weak_int")),
    # JAX computes (x + sqrt(square(x) + b)) / 2.
    Join(
        Of("x"),
        Map(TO_INEXACT, Check(Join(Map(TO_NUMERIC, Of("x")), Of("b")), NOT_TINY)),
    ),
)

_ERF: Final = FABS - dtypes("int1") - WIDE_REAL.under(STRICT_X32)
"""The dtypes for which ``gelu`` can compute the error function."""

ACTIVATIONS: Final[dict[str, Rule]] = {
    **shared(
        promoting("x", accepts=_WITH_INT, to=TO_SAME.but({"bool": "weak_int"})),
        "jax.nn.relu",
        "jax.nn.hard_tanh",
    ),
    **shared(
        _RECTIFYING,
        "jax.nn.relu6",
        "jax.nn.selu",
        "jax.nn.hard_sigmoid",
        "jax.nn.hard_silu",
        "jax.nn.hard_swish",
        "jax.nn.sparse_plus",
    ),
    "jax.nn.sparse_sigmoid": promoting("x", accepts=REAL & WITH_FLOAT, to=TO_WEAK_FLOAT),
    **shared(_LINEAR_UNIT, "jax.nn.celu", "jax.nn.elu"),
    "jax.nn.leaky_relu": rule(
        ("x", "negative_slope"),
        case(promoted("x", "negative_slope", accepts=_WITH_INT), Given("negative_slope")),
        Map(TO_WEAK_FLOAT, promoted("x", accepts=WITH_FLOAT)),
    ),
    "jax.nn.squareplus": _SQUAREPLUS,
    **shared(
        promoting("x", accepts=INEXACT),
        "jax.nn.sigmoid",
        "jax.nn.silu",
        "jax.nn.swish",
        "jax.nn.glu",
    ),
    "jax.nn.tanh": promoting("x", accepts=NOT_TINY, to=TO_INEXACT),
    "jax.nn.identity": promoting("x"),
    "jax.nn.log_sigmoid": promoting("x", accepts=NOT_TINY - BOOL, known=_KNOWN, to=TO_INEXACT),
    "jax.nn.softplus": promoting(
        "x", accepts=NOT_TINY - BOOL.under(STRICT), known=_KNOWN, to=_TO_INEXACT
    ),
    "jax.nn.mish": promoting("x", accepts=WITH_FLOAT, known=_KNOWN, to=_TO_INEXACT),
    "jax.nn.soft_sign": promoting(
        "x",
        accepts=ABSOLUTE - dtypes("int1") - dtypes("bool", "complex64", "complex128").under(STRICT),
        to=_TO_INEXACT,
    ),
    "jax.nn.log1mexp": promoting("x", accepts=WITH_FLOAT - BOOL, to=TO_INEXACT),
    "jax.nn.gelu": rule(
        ("x",),
        case(Map(TO_INEXACT_STRONG, promoted("x", accepts=_ERF)), Is("approximate", False)),
        Map(TO_INEXACT_STRONG, promoted("x", accepts=NOT_TINY - WIDE_ALL.under(STRICT_X32))),
    ),
}
"""Element-wise functions of ``jax.nn``."""
