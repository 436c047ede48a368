import jax
import jax.numpy as jnp


def amax_scale(x, dtype):
    limit = float(jnp.finfo(dtype).max)
    return jnp.max(jnp.abs(x)) / limit


class Float8Tensor:
    def __init__(self, x, dtype=jnp.float8_e4m3fn):
        self.scale = amax_scale(x, dtype).astype(x.dtype)
        self.data = (x / self.scale).astype(dtype)

    def dequantize(self):
        return self.data * self.scale  # mistake


class Float8Linear:
    def __init__(self, key, features_in, features_out):
        kernel = jax.random.normal(key, (features_in, features_out), jnp.bfloat16)
        self.kernel = Float8Tensor(kernel)
        self.bias = jnp.zeros(features_out, jnp.bfloat16)

    def __call__(self, x):
        return x @ self.kernel.dequantize() + self.bias


class FeedForward:
    def __init__(self, key, width):
        k1, k2 = jax.random.split(key)
        self.up = Float8Linear(k1, width, 4 * width)
        self.down = Float8Linear(k2, 4 * width, width)

    def __call__(self, x):
        return self.down(jax.nn.gelu(self.up(x)))


def main() -> jax.Array:
    model = FeedForward(jax.random.key(0), 4)
    x = jnp.ones((2, 4), jnp.bfloat16)
    return model(x)
