import dataclasses

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class TrainConfig:
    lr: float = 1e-2
    ema_decay: float = 0.9999


class Trainer:
    def __init__(self, cfg, params):
        self.cfg = cfg
        self.params = params
        self.ema = jax.tree.map(lambda p: p.astype(jnp.float32), params)

    def step(self, grads):
        lr, decay = self.cfg.lr, self.cfg.ema_decay
        self.params = jax.tree.map(lambda p, g: p - lr * g, self.params, grads)
        self.ema = jax.tree.map(lambda e, p: e * decay + p * (1.0 - decay), self.ema, self.params)


def main():
    trainer = Trainer(TrainConfig(), {"w": jnp.ones((3,), jnp.bfloat16)})
    for _ in range(5):
        trainer.step({"w": jnp.full((3,), -10.0, jnp.bfloat16)})
    return (trainer.ema["w"] == 1).all()
