import jax
import jax.numpy as jnp


class EmaTracker:
    def __init__(self, decay, warmup):
        self.decay = decay
        self.warmup = warmup

    def _track(self, operand):
        ema, params = operand
        return jax.tree.map(lambda e, p: self.decay * e + (1 - self.decay) * p, ema, params)

    def _copy(self, operand):
        _, params = operand
        return params

    def update(self, step, ema, params):
        return jax.lax.cond(step > self.warmup, self._track, self._copy, (ema, params))  # mistake


params = {"kernel": jnp.ones((2, 2), jnp.bfloat16), "bias": jnp.zeros(2, jnp.bfloat16)}
ema = jax.tree.map(lambda p: p.astype(jnp.float32), params)


def main() -> jax.Array:
    return EmaTracker(0.99, 10).update(jnp.int32(3), ema, params)["bias"]
