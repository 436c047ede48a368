import jax
import jax.numpy as jnp


class GRU:
    def __init__(self, key, n_in, n_hidden, dtype=jnp.float32):
        k1, k2 = jax.random.split(key)
        self.n_hidden = n_hidden
        self.w_in = jax.random.normal(k1, (n_in, 3 * n_hidden), dtype)
        self.w_h = jax.random.normal(k2, (n_hidden, 3 * n_hidden), dtype)
        self.bias = jnp.zeros((3 * n_hidden,), dtype)

    def cell(self, h, x):
        gates = x @ self.w_in + self.bias
        rec = h @ self.w_h
        zi, ri, ni = jnp.split(gates, 3, axis=-1)
        zh, rh, nh = jnp.split(rec, 3, axis=-1)
        z = jax.nn.sigmoid(zi + zh)
        r = jax.nn.sigmoid(ri + rh)
        n = jnp.tanh(ni + r * nh)
        h = (1 - z) * n + z * h
        return h, h

    def __call__(self, xs):
        h0 = jnp.zeros((xs.shape[1], self.n_hidden), self.bias.dtype)
        return jax.lax.scan(self.cell, h0, xs)


def main() -> object:
    gru = GRU(jax.random.key(0), 4, 8)
    return gru(jnp.ones((5, 2, 4)))
