import jax
import jax.numpy as jnp


class ExponentialMovingAverage:
    def __init__(self, params, decay=0.9999, update_every=1):
        self.decay = decay
        self.update_every = update_every
        self.step = 0
        self.shadow = jax.tree.map(jnp.copy, params)  # mistake

    def update(self, params):
        self.step += 1
        if self.step % self.update_every:
            return
        self.shadow = jax.tree.map(
            lambda s, p: s * self.decay + p * (1 - self.decay),  # mistake
            self.shadow,
            params,  # mistake
        )

    def weights(self, like):
        return jax.tree.map(lambda s, p: s.astype(p.dtype), self.shadow, like)


def init(key):
    return {
        "dense": {"kernel": jnp.ones((2, 2), jnp.bfloat16), "bias": jnp.zeros(2, jnp.bfloat16)},
        "scale": jnp.ones(2, jnp.bfloat16),
    }


def loss(params, x):
    h = x @ params["dense"]["kernel"] + params["dense"]["bias"]
    return jnp.mean((h * params["scale"]) ** 2)


def train(steps):
    params = init(jax.random.key(0))
    ema = ExponentialMovingAverage(params, decay=0.999)
    x = jnp.ones((4, 2), jnp.bfloat16)
    for _ in range(steps):
        grads = jax.grad(loss)(params, x)
        params = jax.tree.map(lambda p, g: p - 0.5 * g, params, grads)
        ema.update(params)
    return ema


def main() -> jax.Array:
    ema = train(200)
    return jnp.all(ema.shadow["scale"] == 1)
