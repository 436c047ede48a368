import jax
import jax.numpy as jnp
import numpy as np

PAD, BOS, EOS = 256, 257, 258


class ByteTokenizer:
    def __init__(self, length):
        self.length = length

    def encode(self, text):
        return jnp.asarray(np.frombuffer(text.encode(), dtype=np.uint8))

    def pad(self, ids):
        padded = jnp.full(self.length, PAD, ids.dtype)  # mistake
        return padded.at[: len(ids)].set(ids)

    def batch(self, texts):
        return jnp.stack([self.pad(self.encode(each)) for each in texts])


def lengths(ids):
    return jnp.sum(ids != PAD, axis=-1)  # mistake


def main() -> jax.Array:
    return lengths(ByteTokenizer(8).batch(["j\0x", "dtype"])).sum()
