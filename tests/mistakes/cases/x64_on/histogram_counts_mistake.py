import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


class Histogram:
    def __init__(self, bins):
        self.bins = bins

    def empty(self):
        return jnp.zeros(self.bins, dtype=jnp.int32)

    def add(self, counts, batch):
        hits = batch[:, None] == jnp.arange(self.bins)
        return counts + jnp.sum(hits, axis=0)

    def run(self, batches):
        def body(counts, batch):
            counts = self.add(counts, batch)
            return counts, None

        final, _ = jax.lax.scan(body, self.empty(), batches)  # mistake
        return final


def main() -> jax.Array:
    return Histogram(4).run(jnp.ones((3, 5), dtype=jnp.int32))
