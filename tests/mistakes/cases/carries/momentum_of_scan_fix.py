import jax
import jax.numpy as jnp


def model(params, x):
    h = jnp.tanh(x @ params["w1"])
    return h @ params["w2"]


def loss_fn(params, batch):
    x, y = batch
    return jnp.mean((model(params, x) - y) ** 2)


def make_train(lr):
    def step(carry, batch):
        params, mom = carry
        grads = jax.grad(loss_fn)(params, batch)
        mom = jax.tree.map(lambda m, g: 0.9 * m + g, mom, grads)
        params = jax.tree.map(lambda p, m: p - lr * m, params, mom)
        return (params, mom), loss_fn(params, batch)

    def train(params, batches):
        mom = jax.tree.map(lambda p: jnp.zeros(p.shape, p.dtype), params)
        return jax.lax.scan(step, (params, mom), batches)

    return train


def main() -> object:
    params = {"w1": jnp.ones((3, 4), jnp.bfloat16), "w2": jnp.ones((4, 1), jnp.bfloat16)}
    batches = (jnp.ones((6, 2, 3), jnp.bfloat16), jnp.ones((6, 2, 1), jnp.bfloat16))
    return make_train(0.1)(params, batches)
