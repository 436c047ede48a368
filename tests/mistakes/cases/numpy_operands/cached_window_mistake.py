import functools

import jax.numpy as jnp
import numpy as np


@functools.cache
def hann_window(n):
    return np.hanning(n + 1)[:-1]


def frame(signal, size, hop):
    starts = np.arange(0, signal.shape[0] - size + 1, hop)
    idx = starts[:, None] + np.arange(size)[None, :]
    return signal[idx]


def windowed_frames(signal, size=16, hop=8):
    frames = frame(signal, size, hop)
    return frames * hann_window(size)  # mistake


def main():
    return windowed_frames(jnp.ones((64,), dtype=jnp.float16))
