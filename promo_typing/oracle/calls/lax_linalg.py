"""Functions of jax.lax.linalg, which take square matrices."""

from __future__ import annotations

from typing import Any, Final

from promo_typing.oracle.calls.call import NO_LITERALS, Call, arrays, for_functions


def _vector(array: Any) -> Any:
    """The first row, as an array of NumPy if it is one."""
    return array[0]


CALLS: Final[dict[str, tuple[Call, ...]]] = {
    **for_functions(
        "jax.lax.linalg",
        "cholesky eig eigh qdwh qr svd symmetric_product triangular_solve",
        arrays(),
    ),
    # These return lists although their annotations promise tuples.
    **for_functions(
        "jax.lax.linalg",
        "hessenberg lu schur tridiagonal",
        (Call(lambda f, x, k: tuple(f(*x, **k)), literals_from=NO_LITERALS),),
    ),
    **for_functions(
        "jax.lax.linalg",
        "cholesky_update householder_product",
        (Call(lambda f, x, k: f(x[0], _vector(x[1]), **k), literals_from=NO_LITERALS),),
    ),
    **for_functions(
        "jax.lax.linalg",
        "ormqr",
        (Call(lambda f, x, k: f(x[0], _vector(x[1]), x[2], **k), literals_from=NO_LITERALS),),
    ),
    **for_functions(
        "jax.lax.linalg",
        "tridiagonal_solve",
        (
            Call(
                lambda f, x, k: f(*map(_vector, x[:3]), x[3], **k),
                literals_from=NO_LITERALS,
            ),
        ),
    ),
    **for_functions(
        "jax.lax.linalg",
        "lu_pivots_to_permutation",
        (Call(lambda f, x, k: f(_vector(x[0]), 2, **k), literals_from=NO_LITERALS),),
    ),
}
"""With matrices, and vectors of their rows."""
