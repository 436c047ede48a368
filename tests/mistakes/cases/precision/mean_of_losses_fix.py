import jax.numpy as jnp


class Mean:
    def __init__(self):
        self.total = jnp.zeros((), jnp.float32)
        self.count = 0

    def update(self, loss):
        self.total = self.total + loss
        self.count += 1

    def compute(self):
        return self.total / self.count


def main():
    metric = Mean()
    for _ in range(600):
        metric.update(jnp.asarray(2.0, jnp.bfloat16))
    return metric.compute()
