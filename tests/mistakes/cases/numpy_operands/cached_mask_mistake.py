import jax
import jax.numpy as jnp
import numpy as np

_MASKS = {}


def causal_mask(n):
    if n not in _MASKS:
        _MASKS[n] = np.triu(np.full((n, n), -np.inf), k=1)
    return _MASKS[n]


def attend(q: jax.Array, k: jax.Array, v: jax.Array):
    q, k, v = (t.astype(jnp.float16) for t in (q, k, v))
    scores = jnp.einsum("bhqd,bhkd->bhqk", q, k) * q.shape[-1] ** -0.5
    scores = scores + causal_mask(q.shape[2])  # mistake
    return jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(scores, axis=-1), v)


def main():
    x = jax.random.normal(jax.random.key(0), (1, 2, 4, 8))
    return attend(x, x, x)
