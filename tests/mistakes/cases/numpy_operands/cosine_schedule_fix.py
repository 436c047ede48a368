import dataclasses

import jax
import jax.numpy as jnp
import numpy as np


@dataclasses.dataclass
class CosineSchedule:
    base: float
    total: int
    warmup: int = 10

    def __call__(self, step):
        if step < self.warmup:
            return self.base * step / self.warmup
        progress = (step - self.warmup) / (self.total - self.warmup)
        return float(self.base * 0.5 * (1 + np.cos(np.pi * progress)))


class SGD:
    def __init__(self, schedule):
        self.schedule = schedule

    def update(self, params, grads, step):
        lr = self.schedule(step)
        return jax.tree.map(lambda p, g: p - lr * g, params, grads)


def main():
    opt = SGD(CosineSchedule(0.1, 100))
    params = {"w": jnp.ones((4, 4), jnp.bfloat16)}
    for step in range(20, 22):
        params = opt.update(params, {"w": jnp.ones((4, 4), jnp.bfloat16)}, step)
    return params["w"]
