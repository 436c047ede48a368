import flax.linen as nn
import jax
import jax.numpy as jnp


class Mlp(nn.Module):
    hidden: int
    dtype: jnp.dtype = jnp.bfloat16

    @nn.compact
    def __call__(self, x):
        h = nn.Dense(self.hidden, dtype=self.dtype)(x)
        h = nn.silu(h)
        return nn.Dense(x.shape[-1], dtype=self.dtype)(h)


class DecoderLayer(nn.Module):
    hidden: int
    dtype: jnp.dtype = jnp.bfloat16
    weight_dtype: jnp.dtype = jnp.float32

    @nn.compact
    def __call__(self, x):
        layer_scalar = self.param("layer_scalar", nn.initializers.ones, (1,), self.weight_dtype)
        h = nn.RMSNorm(dtype=self.dtype)(x)
        h = Mlp(self.hidden, self.dtype)(h)
        x = x + h
        return x * layer_scalar.astype(self.dtype)


class Decoder(nn.Module):
    layers: int = 2
    dtype: jnp.dtype = jnp.bfloat16

    @nn.compact
    def __call__(self, tokens):
        x = nn.Embed(16, 8, dtype=self.dtype)(tokens)
        for _ in range(self.layers):
            x = DecoderLayer(16, self.dtype)(x)
        return x


def main() -> jax.Array:
    model = Decoder()
    tokens = jnp.arange(6).reshape(1, 6)
    variables = model.init(jax.random.key(0), tokens)
    return model.apply(variables, tokens)
