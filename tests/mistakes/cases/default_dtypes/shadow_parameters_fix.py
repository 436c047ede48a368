import jax
import jax.numpy as jnp


class ShadowOfParameters:
    def __init__(self, params, decay):
        self.decay = decay
        self.shadow = params

    def average(self, params):
        self.shadow = jax.tree.map(
            lambda s, p: self.decay * s + (1 - self.decay) * p, self.shadow, params
        )
        return self.shadow


def main() -> jax.Array:
    params = {"w": jnp.ones((2, 2), jnp.bfloat16), "b": jnp.zeros((2,), jnp.bfloat16)}
    ema = ShadowOfParameters(params, 0.9)
    return ema.average(params)["w"]
