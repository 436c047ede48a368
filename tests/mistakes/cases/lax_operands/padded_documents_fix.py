import jax
import jax.numpy as jnp
from jax import lax


def pad_tokens(tokens, length, pad_id):
    missing = length - tokens.shape[0]
    filler = jnp.full((missing,), pad_id, dtype=tokens.dtype)
    return lax.concatenate([tokens, filler], dimension=0)


def make_batch(docs, length=8):
    rows = [pad_tokens(jnp.asarray(d, dtype=jnp.int32), length, 0) for d in docs]
    return jnp.stack(rows)


def main() -> jax.Array:
    return make_batch([[1, 2, 3], [4, 5]])
