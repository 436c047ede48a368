import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


def adam(step_size, b1=0.9, b2=0.999, eps=1e-8):
    def init(x0):
        return x0, jnp.zeros_like(x0), jnp.zeros_like(x0)

    def update(i, g, state):
        x, m, v = state
        m = (1 - b1) * g + b1 * m
        v = (1 - b2) * jnp.square(g) + b2 * v
        t = i.astype(float) + 1  # mistake
        mhat = m / (1 - b1**t)  # mistake
        vhat = v / (1 - b2**t)  # mistake
        x = x - step_size * mhat / (jnp.sqrt(vhat) + eps)
        return x, m, v

    return init, update


def loss(x):
    return jnp.mean(x**2.0)


def train(x, steps):
    init, update = adam(1e-3)

    def body(i, state):
        return update(i, jax.grad(loss)(state[0]), state)

    return jax.lax.fori_loop(0, steps, body, init(x))  # mistake


def main():
    return train(jnp.ones((3, 3), jnp.float32), 5)[0]
