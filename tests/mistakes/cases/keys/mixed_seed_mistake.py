from dataclasses import dataclass

import jax


@dataclass
class Sampler:
    key: jax.Array
    step: int = 0

    def next(self, shape):
        self.step += 1
        key = self.key ^ self.step  # mistake
        return jax.random.uniform(key, shape)


def main() -> jax.Array:
    sampler = Sampler(jax.random.key(0))
    return sampler.next((2,))
