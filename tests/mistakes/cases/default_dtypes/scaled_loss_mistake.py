import jax
import jax.numpy as jnp


class LossScale:
    def __init__(self, initial=2.0**10, growth_interval=2000):
        self.value = jnp.asarray(initial, dtype=jnp.float32)
        self.growth_interval = growth_interval

    def __call__(self):
        return self.value

    def scale(self, loss):
        return loss * self.value  # mistake

    def unscale(self, grads):
        return jax.tree.map(lambda g: g / self.value.astype(g.dtype), grads)


def predict(params, x):
    h = jax.nn.relu(x @ params["w1"])
    return h @ params["w2"]


def train_step(params, x, y, scaler):
    def loss_fn(params):
        loss = jnp.mean((predict(params, x) - y) ** 2)
        return scaler.scale(loss)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    return loss, scaler.unscale(grads)


def main():
    params = {"w1": jnp.ones((2, 3), jnp.float16), "w2": jnp.ones((3, 1), jnp.float16)}
    x, y = jnp.ones((4, 2), jnp.float16), jnp.zeros((4, 1), jnp.float16)
    return train_step(params, x, y, LossScale())[0]
