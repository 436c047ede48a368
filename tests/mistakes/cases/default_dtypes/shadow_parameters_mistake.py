import jax
import jax.numpy as jnp


class ShadowOfParameters:
    def __init__(self, params, decay):
        self.decay = jnp.array([decay])[0]
        self.shadow = params

    def average(self, params):
        self.shadow = jax.tree.map(
            lambda s, p: self.decay * s + (1 - self.decay) * p,  # mistake
            self.shadow,
            params,  # mistake
        )
        return self.shadow


def main() -> jax.Array:
    params = {"w": jnp.ones((2, 2), jnp.bfloat16), "b": jnp.zeros((2,), jnp.bfloat16)}
    ema = ShadowOfParameters(params, 0.9)
    return ema.average(params)["w"]
