"""The modules of JAX that have complete stubs."""

from __future__ import annotations

from typing import Final


def _below(package: str, names: str) -> tuple[str, ...]:
    return (package, *(f"{package}.{name}" for name in names.split()))


MODULES: Final = (
    *_below(
        "jax",
        "ad_checkpoint api_util core custom_batching custom_derivatives debug distributed dlpack"
        " dtypes errors export ffi image lib monitoring ops profiler ref sharding stages tree"
        " tree_util typing version interpreters",
    ),
    "jax.random",
    *_below("jax.numpy", "fft linalg"),
    *_below("jax.lax", "linalg"),
    *_below("jax.nn", "initializers"),
    *_below(
        "jax.scipy",
        "cluster cluster.vq fft integrate interpolate linalg ndimage optimize signal sparse"
        " sparse.linalg spatial spatial.transform special stats",
    ),
    *_below(
        "jax.scipy.stats",
        "bernoulli beta betabinom binom cauchy chi2 dirichlet expon gamma gennorm geom gumbel_l"
        " gumbel_r laplace logistic multinomial multivariate_normal nbinom norm pareto poisson t"
        " truncnorm uniform vonmises wrapcauchy",
    )[1:],
    *_below("jax.experimental", "checkify mesh_utils multihost_utils pjit shard_map"),
)
"""The modules. The first one that exports a class without a Python source is its home."""
