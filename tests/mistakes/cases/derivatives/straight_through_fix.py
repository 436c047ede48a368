import jax
import jax.numpy as jnp
import numpy as np

LEVELS = np.float32(127)


@jax.custom_vjp
def fake_quantize(x, scale):
    return jnp.round(x / scale) * scale


def fake_quantize_fwd(x, scale):
    return fake_quantize(x, scale), (x, scale)


def fake_quantize_bwd(residuals, g):
    x, scale = residuals
    inside = jnp.abs(x) <= scale.astype(jnp.float32) * LEVELS
    return g * inside.astype(g.dtype), jnp.sum(g * x).astype(scale.dtype)


fake_quantize.defvjp(fake_quantize_fwd, fake_quantize_bwd)


def loss(x, scale):
    return jnp.sum(fake_quantize(x, scale))


def main() -> jax.Array:
    return jax.grad(loss)(jnp.ones(3, jnp.bfloat16), jnp.ones((), jnp.bfloat16))
