import jax.numpy as jnp


def interp(x, xp, fp):
    dx = xp[1] - xp[0]
    ind = jnp.floor((x - xp[0]) / dx)
    ind = jnp.clip(ind, 0, len(xp) - 2).astype(int)
    left = fp[ind]
    right = fp[ind + 1]
    weight = (x - xp[ind]) / dx
    return left * (1 - weight) + right * weight


class Background:
    def __init__(self, steps=16):
        self.cache = {"a": jnp.linspace(0.1, 1.0, steps)}
        self.cache["chi"] = 1.0 / self.cache["a"]

    def radial_comoving_distance(self, a):
        a = jnp.atleast_1d(a)
        return jnp.clip(interp(a, self.cache["a"], self.cache["chi"]), 0.0)


def main():
    return Background().radial_comoving_distance(jnp.array([0.3, 0.7]))
