import dataclasses

import jax.numpy as jnp


@dataclasses.dataclass
class PPOConfig:
    clip: float = 0.2
    adv_eps: float = 1e-8


def normalize(adv, eps):
    return (adv - adv.mean()) / (adv.std() + eps)  # mistake


class PPO:
    def __init__(self, cfg):
        self.cfg = cfg

    def loss(self, logp, old_logp, adv):
        adv = normalize(adv, self.cfg.adv_eps)  # mistake
        ratio = jnp.exp(logp - old_logp)
        clipped = jnp.clip(ratio, 1 - self.cfg.clip, 1 + self.cfg.clip)
        return -jnp.minimum(ratio * adv, clipped * adv)


def main():
    ppo = PPO(PPOConfig())
    zeros = jnp.zeros(4, jnp.float16)
    return jnp.isnan(ppo.loss(zeros, zeros, jnp.ones(4, jnp.float16))).any()
