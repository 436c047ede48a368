import jax
import jax.numpy as jnp
import numpy as np

DEFAULTS = {"width": 16, "depth": 2, "dtype": "float32"}
SMALL = {**DEFAULTS, "width": 8, "dtype": "bfloat16"}


def parse(overrides):
    settings = dict(SMALL)
    settings.update(overrides)
    return settings


def init(key, settings):
    width, dtype = settings["width"], settings["dtype"]
    keys = jax.random.split(key, settings["depth"])
    return [jax.random.normal(k, (width, width), dtype) * width**-0.5 for k in keys]


def positions(length, width):
    angles = np.arange(length)[:, None] / 10000 ** (np.arange(width) / width)
    return np.sin(angles)


def forward(layers, x):
    x = x + jnp.asarray(positions(x.shape[0], x.shape[1]), x.dtype)
    for w in layers:
        x = jax.nn.gelu(x @ w)
    return x


def main() -> jax.Array:
    settings = parse({"depth": 3})
    layers = init(jax.random.key(0), settings)
    return forward(layers, jnp.ones((4, settings["width"]), settings["dtype"]))
