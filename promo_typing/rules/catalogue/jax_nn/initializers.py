"""Initializers of ``jax.nn.initializers``, and factories of initializers.

They make arrays of the requested dtype, or of the default float if none is requested.
"""

from __future__ import annotations

from typing import Final

from promo_typing.core.versions import JAX_0_11, JAX_0_12
from promo_typing.rules.catalogue.drawn_dtypes import (
    NORMAL,
    NORMAL_SCALED,
    ORTHOGONAL,
    TOO_FEW_BITS,
    TRUNCATED,
    UNIFORM,
)
from promo_typing.rules.catalogue.notation import DEFAULT_FLOAT, case, rule, shared
from promo_typing.rules.model import (
    X32,
    ArrayOf,
    Before,
    Both,
    Case,
    Check,
    Condition,
    DtypeSet,
    Expression,
    If,
    In,
    MakerOf,
    Open,
    Requested,
    Rule,
    Under,
    dtypes,
)
from promo_typing.rules.model.dtype_sets import COMPLEX, INEXACT

_ALLOWED: Final = Under(x64=False, explicit_x64="allow")
"""Settings under which ``complex`` means complex128, while the default float is float32."""


def _made(requested: Expression, *when: Condition) -> Case:
    """The case of a factory, which returns an initializer ``(key, shape, dtype=...)``."""
    return case(MakerOf(ArrayOf(DEFAULT_FLOAT)), *when, requested=requested)


def _making(*cases: Case) -> Rule:
    return rule((), *cases, dtype="dtype")


def _scaling(accepts: DtypeSet) -> Rule:
    """The rule for numbers of a given variance; open for complex ones under ``_ALLOWED``."""
    is_open = Both(_ALLOWED, In(Requested(), COMPLEX))
    return _making(_made(If(is_open, Open(), Check(Requested(), accepts))))


_SCALED: Final = INEXACT - TOO_FEW_BITS

INITIALIZERS: Final[dict[str, Rule]] = {
    **shared(
        _making(case(DEFAULT_FLOAT, requested=Requested())),
        "jax.nn.initializers.zeros",
        "jax.nn.initializers.ones",
    ),
    "jax.nn.initializers.constant": _making(_made(Requested())),
    "jax.nn.initializers.uniform": _making(_made(Check(Requested(), UNIFORM))),
    "jax.nn.initializers.truncated_normal": _making(_made(Check(Requested(), TRUNCATED))),
    "jax.nn.initializers.normal": _making(
        _made(Check(Requested(), NORMAL), Before(JAX_0_12)),
        _made(Check(Requested(), NORMAL_SCALED)),
    ),
    **shared(
        _making(
            _made(Check(Requested(), NORMAL), Before(JAX_0_11)),
            _made(Check(Requested(), ORTHOGONAL)),
        ),
        "jax.nn.initializers.orthogonal",
        "jax.nn.initializers.delta_orthogonal",
    ),
    **shared(
        _scaling(_SCALED - dtypes("float64").under(X32)),
        "jax.nn.initializers.variance_scaling",
        "jax.nn.initializers.glorot_normal",
        "jax.nn.initializers.he_normal",
        "jax.nn.initializers.kaiming_normal",
        "jax.nn.initializers.lecun_normal",
        "jax.nn.initializers.xavier_normal",
    ),
    **shared(
        _scaling(_SCALED),
        "jax.nn.initializers.glorot_uniform",
        "jax.nn.initializers.he_uniform",
        "jax.nn.initializers.kaiming_uniform",
        "jax.nn.initializers.lecun_uniform",
        "jax.nn.initializers.xavier_uniform",
    ),
}
"""Initializers, and factories of initializers."""
