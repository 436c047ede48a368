import jax
import jax.numpy as jnp


class Momentum:
    def __init__(self, learning_rate, beta=0.9):
        self.learning_rate = learning_rate
        self.beta = beta

    def init(self, params):
        return jax.tree.map(lambda p: jnp.zeros(p.shape, p.dtype), params)

    def update(self, grads, trace):
        trace = jax.tree.map(lambda t, g: self.beta * t + g, trace, grads)
        updates = jax.tree.map(lambda t: -self.learning_rate * t, trace)
        return updates, trace


def init_params(key, sizes):
    keys = jax.random.split(key, len(sizes) - 1)
    return [
        {"w": jax.random.normal(k, (m, n), jnp.bfloat16) * 0.1, "b": jnp.zeros(n, jnp.bfloat16)}
        for k, m, n in zip(keys, sizes[:-1], sizes[1:], strict=False)
    ]


def forward(params, x):
    for layer in params[:-1]:
        x = jax.nn.gelu(x @ layer["w"] + layer["b"])
    return x @ params[-1]["w"] + params[-1]["b"]


def loss_fn(params, batch):
    x, y = batch
    return jnp.mean(jnp.square(forward(params, x) - y))


def main() -> jax.Array:
    optimizer = Momentum(1e-2)
    params = init_params(jax.random.key(0), [4, 8, 1])
    trace = optimizer.init(params)

    @jax.jit
    def step(params, trace, batch):
        loss, grads = jax.value_and_grad(loss_fn)(params, batch)
        updates, trace = optimizer.update(grads, trace)
        params = jax.tree.map(lambda p, u: p + u, params, updates)
        return params, trace, loss

    batch = jnp.ones((2, 4), jnp.bfloat16), jnp.zeros((2, 1), jnp.bfloat16)
    for _ in range(3):
        params, trace, _loss = step(params, trace, batch)
    return params[0]["w"]
