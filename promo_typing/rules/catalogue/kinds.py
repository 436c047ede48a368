"""Kinds of functions and methods, by the keys of their rules: sums, products and casts.

JAX decides whether a sum is rounded after each element or only at the end.
"""

from __future__ import annotations

from typing import Final

_SUMS_OF_NUMPY: Final = (
    *("sum", "prod", "mean", "var", "std", "average", "cumsum", "cumprod"),
    *("nansum", "nanprod", "nanmean", "nanvar", "nanstd", "nancumsum", "nancumprod", "trace"),
    *("cumulative_sum", "cumulative_prod", "linalg.norm", "linalg.vector_norm"),
)
_PRODUCTS_OF_NUMPY: Final = (
    *("matmul", "dot", "vdot", "inner", "tensordot", "einsum", "vecdot", "matvec", "vecmat"),
    *("linalg.matmul", "linalg.multi_dot", "linalg.vecdot", "linalg.tensordot", "convolve"),
)

CASTS: Final[frozenset[str]] = frozenset(
    {
        "astype",
        "jax.numpy.astype",
        "jax.numpy.asarray",
        "jax.numpy.array",
        "jax.lax.convert_element_type",
    }
)
"""Functions that convert an array to a requested dtype."""

PRODUCTS: Final[frozenset[str]] = frozenset(
    {
        *(f"jax.numpy.{name}" for name in _PRODUCTS_OF_NUMPY),
        *("jax.lax.dot", "jax.lax.dot_general", "jax.lax.batch_matmul"),
        "dot",
    }
)
"""Matrix products and the like, most of which take ``preferred_element_type``."""

SUMS: Final[frozenset[str]] = frozenset(
    {
        *(f"jax.numpy.{name}" for name in _SUMS_OF_NUMPY),
        *("jax.nn.softmax", "jax.nn.log_softmax", "jax.nn.logsumexp"),
        *("jax.scipy.special.softmax", "jax.scipy.special.log_softmax"),
        "jax.scipy.special.logsumexp",
        *("jax.lax.cumsum", "jax.lax.cumprod", "jax.lax.cumlogsumexp"),
        *("sum", "prod", "mean", "var", "std", "cumsum", "cumprod", "trace"),
    }
)
"""Reductions and cumulative functions that round, and the softmax functions."""
