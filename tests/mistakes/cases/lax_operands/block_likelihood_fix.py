import jax
import jax.numpy as jnp
import numpy as np


def gaussian_pdf(x, mean, sigma):
    return jnp.exp(-0.5 * ((x - mean) / sigma) ** 2) / (sigma * jnp.sqrt(2 * jnp.pi))


@jax.jit
def estimate_log_joint_mark_intensity(decoding, encoding, stds, occupancy):
    marks = jnp.ones((decoding.shape[0], encoding.shape[0]))
    for i in range(decoding.shape[1]):
        marks *= gaussian_pdf(decoding[:, None, i], encoding[None, :, i], stds[i])
    return jnp.log(marks.mean(1, keepdims=True) / occupancy)


def block_estimate(decoding, encoding, stds, occupancy, block_size=2):
    n, bins = decoding.shape[0], occupancy.shape[0]
    out = jnp.zeros((n, bins))
    for start in range(0, n, block_size):
        inds = slice(start, start + block_size)
        out = jax.lax.dynamic_update_slice(
            out,
            estimate_log_joint_mark_intensity(decoding[inds], encoding, stds, occupancy),
            (start, 0),
        )
    return out


def main():
    rng = np.random.default_rng(0)
    decoding = rng.normal(size=(4, 2)).astype(np.float32)
    encoding = rng.normal(size=(5, 2)).astype(np.float32)
    return block_estimate(decoding, encoding, np.ones(2, np.float32), jnp.ones(3))
