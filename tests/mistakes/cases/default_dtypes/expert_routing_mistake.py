import jax
import jax.numpy as jnp


def init(key, experts, width, dtype):
    router, weights = jax.random.split(key)
    params = {}
    params["router"] = jax.random.normal(router, (width, experts), dtype)
    params["experts"] = jax.random.normal(weights, (experts, width, width), dtype)
    return params


def choose(logits, k):
    probabilities = jax.nn.softmax(logits.astype(jnp.float32))
    return jax.lax.top_k(probabilities, k)[1]


def mixture(params, x, k=2):
    chosen = choose(x @ params["router"], k)
    routed = jax.nn.one_hot(chosen, params["experts"].shape[0]).sum(axis=1)
    outputs = jnp.einsum("td,edf->etf", x, params["experts"])
    return jnp.einsum("te,etf->tf", routed, outputs)  # mistake


def main() -> jax.Array:
    params = init(jax.random.key(0), 4, 8, jnp.bfloat16)
    return mixture(params, jnp.ones((6, 8), jnp.bfloat16))
