from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp


@dataclass(frozen=True)
class Policy:
    param_dtype: Any = jnp.float32
    compute_dtype: Any = jnp.bfloat16

    def cast(self, tree):
        return jax.tree.map(lambda a: a.astype(self.compute_dtype), tree)


def dense(params, x):
    return x @ params["kernel"] + params["bias"]


def forward(policy, params, x):
    x = x.astype(policy.compute_dtype)
    h = dense(policy.cast(params["in"]), x)
    return dense(policy.cast(params["out"]), jax.nn.silu(h))


def main() -> object:
    policy = Policy()
    params = {
        "in": {"kernel": jnp.ones((4, 8)), "bias": jnp.zeros(8)},
        "out": {"kernel": jnp.ones((8, 2)), "bias": jnp.zeros(2)},
    }
    return forward(policy, params, jnp.ones((3, 4)))
