"""Functions of ``jax.lax.linalg``: decompositions, most of which LAPACK computes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from promo_typing.core.versions import JAX_0_11
from promo_typing.rules.catalogue.jax_lax.notation import one_dtype, unpromoted
from promo_typing.rules.catalogue.notation import (
    Returned,
    case,
    promoting,
    rule,
    several,
)
from promo_typing.rules.model import (
    STRICT,
    X32,
    ArrayOf,
    Before,
    Case,
    Check,
    Condition,
    Dtype,
    DtypeSet,
    Expression,
    Given,
    Is,
    ListOf,
    Map,
    Of,
    Open,
    Rule,
    dtypes,
)
from promo_typing.rules.model.dtype_maps import (
    TO_COMPLEX,
    TO_INDEX,
    TO_INEXACT,
    TO_INEXACT_REAL,
    TO_REAL,
    TO_STRONG,
)
from promo_typing.rules.model.dtype_sets import (
    BOOL,
    FLOATS,
    INEXACT,
    LAPACK,
    LAPACK_INEXACT,
    NOT_TINY,
)

_LAPACK_REAL: Final = dtypes("float32", "float64", "weak_float")

_Result: TypeAlias = Callable[[Expression], Returned]
"""A function from the dtype that JAX accepts to the results."""


def _lapack(part: Expression, result: _Result, *when: Condition) -> tuple[Case, Case]:
    """The cases of a function that accepts dtypes which LAPACK lacks in an older JAX."""
    return _versions(part, result, INEXACT, LAPACK_INEXACT, *when)


def _versions(
    part: Expression, result: _Result, older: DtypeSet, newer: DtypeSet, *when: Condition
) -> tuple[Case, Case]:
    return (
        case(result(Check(part, older)), *when, Before(JAX_0_11)),
        case(result(Check(part, newer)), *when),
    )


def _converting(result: _Result) -> Rule:
    """The rule of a function that converts to an inexact dtype by a Python float.

    Strict promotion refuses a bool beside that float.
    """
    refused = BOOL.under(STRICT)
    return rule(("x",), *_versions(Of("x"), result, NOT_TINY - refused, LAPACK - refused))


def _decomposing(operand: str, result: _Result, *special: Case) -> Rule:
    return rule((operand,), *special, *_lapack(Of(operand), result))


def _solving(*operands: str) -> Rule:
    return rule(operands, *_lapack(one_dtype(*operands), lambda common: common))


def _updating(*operands: str) -> Rule:
    common = one_dtype(*operands)
    return rule(operands, *_versions(common, lambda common: common, FLOATS, _LAPACK_REAL))


_INEXACT: Final = TO_INEXACT.but({"bool": "weak_float"})
_INEXACT_REAL: Final = TO_INEXACT_REAL.but({"bool": "weak_float"})

LINALG: Final[dict[str, Rule]] = {
    "jax.lax.linalg.cholesky": _converting(lambda x: Map(_INEXACT, x)),
    "jax.lax.linalg.eigh": _converting(lambda x: several(Map(_INEXACT, x), Map(_INEXACT_REAL, x))),
    "jax.lax.linalg.eig": _decomposing("x", lambda x: ListOf(ArrayOf(Map(TO_COMPLEX, x)))),
    "jax.lax.linalg.qr": _decomposing(
        "x",
        lambda x: several(x, x),
        *_lapack(Of("x"), lambda x: several(x, x, Map(TO_INDEX, x)), Is("pivoting", True)),
    ),
    "jax.lax.linalg.svd": _decomposing(
        "x",
        lambda x: several(x, Map(TO_REAL, x), x),
        *_lapack(Of("x"), lambda x: Map(TO_REAL, x), Is("compute_uv", False)),
    ),
    "jax.lax.linalg.schur": _decomposing(
        "x",
        lambda x: several(x, x),
        # Without the vectors JAX returns a list of one array, or a tuple if it is traced.
        case(several(Open(), Open()), Given("compute_schur_vectors")),
    ),
    "jax.lax.linalg.lu": _decomposing(
        "x", lambda x: several(x, Map(TO_INDEX, x), Map(TO_INDEX, x))
    ),
    "jax.lax.linalg.qdwh": _decomposing(
        "x",
        lambda x: several(Map(TO_STRONG, x), Map(TO_STRONG, x), Dtype("weak_int"), Dtype("bool")),
    ),
    "jax.lax.linalg.hessenberg": _decomposing("a", lambda a: several(a, a)),
    "jax.lax.linalg.tridiagonal": _decomposing(
        "a", lambda a: several(a, Map(TO_REAL, a), Map(TO_REAL, a), a)
    ),
    "jax.lax.linalg.householder_product": _solving("a", "taus"),
    "jax.lax.linalg.ormqr": _solving("a", "taus", "c"),
    "jax.lax.linalg.tridiagonal_solve": _solving("dl", "d", "du", "b"),
    "jax.lax.linalg.triangular_solve": unpromoted("a", "b", accepts=INEXACT),
    "jax.lax.linalg.cholesky_update": _updating("r_matrix", "w_vector"),
    "jax.lax.linalg.symmetric_product": _updating("a_matrix", "c_matrix"),
    "jax.lax.linalg.lu_pivots_to_permutation": promoting(
        "pivots", accepts=dtypes("int32") | dtypes("weak_int").under(X32)
    ),
}
"""Decompositions of matrices, solutions of linear equations, and updates of decompositions."""
