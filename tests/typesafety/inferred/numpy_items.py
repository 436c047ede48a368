"""Loops over NumPy arrays: the items have the dtype of the array, and are not weak."""

from typing import reveal_type

import jax.numpy as jnp
import numpy as np


def stepped(x):
    for t in np.linspace(0, 1, 3):
        x = x * t
    return x


def sliced(x):
    times = np.linspace(0, 1, 3, dtype=np.float16)
    scaled = [x + t for t in times[:-1]]
    return scaled[0]


def numbered(x):
    for i, t in enumerate(np.arange(6.0).reshape(3, 2)):
        x = x * i + t[0]
    return x


def beside(x):
    for t, row, n in zip(np.linspace(0, 1, 3), x, np.arange(3), strict=True):
        last = row * n
        other = row * t
    return last, other


def unpacked(x):
    low, high = np.array([0.5, 1.5], dtype=np.float32)
    return x * low, x + np.float32(high)


def listed(x):
    for t in np.linspace(0, 1, 3).tolist():
        x = x * t
    return x


def of_jax(x):
    for row in x:
        x = x + row
    return x


whole = jnp.arange(3)
reveal_type(stepped(whole))
reveal_type(sliced(whole))
reveal_type(numbered(whole))
reveal_type(beside(whole)[0])
reveal_type(beside(whole)[1])
reveal_type(unpacked(whole)[0])
reveal_type(unpacked(whole)[1])
reveal_type(listed(whole))  # unknown: what a list of NumPy's numbers holds is not followed
reveal_type(of_jax(whole))
