import jax
import jax.numpy as jnp


def init_params(key, dims):
    keys = jax.random.split(key, len(dims) - 1)
    params = {}
    for i, (k, m, n) in enumerate(zip(keys, dims[:-1], dims[1:], strict=True)):
        params[f"layer{i}"] = {"w": jax.random.normal(k, (m, n)), "b": jnp.zeros(n)}
    return params


def create(key):
    return {"net": init_params(key, (4, 8, 1)), "counter": jnp.zeros((), jnp.float32)}


def forward(net, x):
    h = jnp.tanh(x @ net["layer0"]["w"] + net["layer0"]["b"])
    return h @ net["layer1"]["w"] + net["layer1"]["b"]


def loss(variables, x, y):
    decay = 0.99 ** variables["counter"]
    return decay * jnp.mean((forward(variables["net"], x) - y) ** 2)


variables = create(jax.random.key(0))


def main() -> jax.Array:
    return jax.grad(loss)(variables, jnp.ones((3, 4)), jnp.zeros((3, 1)))["counter"]
