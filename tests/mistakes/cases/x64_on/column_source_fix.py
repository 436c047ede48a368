import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)

LEVELS = np.linspace(0.0, 1.0, 8)


def column_source(flux, layers):
    weight = jnp.exp(-LEVELS / 0.2)
    return flux * weight[:layers]


def tendency(state, flux):
    layers = 3
    out = jnp.zeros_like(state["aerosol"])
    return out.at[:layers].add(column_source(flux, layers).astype(out.dtype))


state = {"aerosol": jnp.zeros(8, jnp.float32)}


def main() -> jax.Array:
    return jax.jit(tendency)(state, 1e-3)
