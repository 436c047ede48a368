import jax
import jax.numpy as jnp
from jax import lax


def pack_bits(bits):
    shifts = jnp.arange(bits.shape[-1], dtype=jnp.uint32)
    words = bits.astype(jnp.uint32) << shifts
    return lax.reduce(words, jnp.uint32(0), lambda a, b: a | b, (words.ndim - 1,))


class BitSet:
    def __init__(self, n):
        self.bits = jnp.zeros((n, 8), bool)

    def packed(self):
        return pack_bits(self.bits)


def main() -> jax.Array:
    return BitSet(3).packed()
