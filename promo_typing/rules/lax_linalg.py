"""Functions of jax.lax.linalg: decompositions, which LAPACK computes, and what goes with them."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from promo_typing.core.versions import JAX_0_11
from promo_typing.rules.group import group
from promo_typing.rules.model import Before, Rule, Variant

_linalg: Final = partial(group, module="jax.lax.linalg")


def _lapack(
    operands: str, functions: str, accepts: str = "inexact", **rule: Any
) -> dict[str, Rule]:
    """Rules of functions that an older JAX let have dtypes which LAPACK does not know."""
    newer = {"inexact": "lapack_inexact", "not_tiny_int but bool/strict": "lapack but bool/strict"}
    older = Rule(tuple(operands.split()), accepts=accepts, **rule)
    return _linalg(
        operands, functions, accepts=newer[accepts], before=Before(JAX_0_11, older), **rule
    )


def _variant(*results: str, container: str = "single") -> Rule:
    (rule,) = _lapack("x", "_", results=results, container=container).values()
    return rule


_REAL: Final = "only float32 float64 weak_float"
_CONVERTED: Final = "not_tiny_int but bool/strict"
_INEXACT: Final = "inexact but bool=weak_float"
_INEXACT_REAL: Final = "inexact_real but bool=weak_float"

LINALG: Final[dict[str, Rule]] = {
    **_lapack("x", "cholesky", accepts=_CONVERTED, results=(_INEXACT,)),
    **_lapack(
        "x", "eigh", accepts=_CONVERTED, results=(_INEXACT, _INEXACT_REAL), container="tuple"
    ),
    **_lapack("x", "eig", results=("complex",), container="list"),
    **_lapack(
        "x",
        "qr",
        results=("same",) * 2,
        container="tuple",
        variants=(
            Variant(
                "pivoting",
                True,
                _variant("same", "same", "argpartition", container="tuple"),
            ),
        ),
    ),
    **_lapack(
        "x",
        "svd",
        results=("same", "real", "same"),
        container="tuple",
        variants=(
            Variant(
                "compute_uv",
                False,
                _variant("real"),
            ),
        ),
    ),
    **_lapack(
        "x",
        "schur",
        results=("same",) * 2,
        container="tuple",
        # Without them there is a list of one array, or a tuple of it if it is traced.
        unknown_with=("compute_schur_vectors",),
    ),
    **_lapack("x", "lu", results=("same", "argpartition", "argpartition"), container="tuple"),
    **_lapack("x", "qdwh", results=("concrete", "concrete", "weak_int", "bool"), container="tuple"),
    **_lapack("a", "hessenberg", results=("same",) * 2, container="tuple"),
    **_lapack("a", "tridiagonal", results=("same", "real", "real", "same"), container="tuple"),
    **_lapack("a taus", "householder_product", combine="identical"),
    **_lapack("a taus c", "ormqr", combine="identical"),
    **_lapack("dl d du b", "tridiagonal_solve", combine="identical"),
    **_linalg("a b", "triangular_solve", combine="identical", accepts="inexact"),
    **_linalg(
        "r_matrix w_vector",
        "cholesky_update",
        combine="identical",
        accepts=_REAL,
        before=Before(
            JAX_0_11,
            Rule(("r_matrix", "w_vector"), combine="identical", accepts="real_inexact"),
        ),
    ),
    **_linalg(
        "a_matrix c_matrix",
        "symmetric_product",
        combine="identical",
        accepts=_REAL,
        before=Before(
            JAX_0_11,
            Rule(("a_matrix", "c_matrix"), combine="identical", accepts="real_inexact"),
        ),
    ),
    **_linalg("pivots", "lu_pivots_to_permutation", accepts="only int32 weak_int/narrow"),
}
"""All functions of jax.lax.linalg."""
