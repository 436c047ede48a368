"""Fields that hold NumPy arrays, which a method combines with its arguments."""

from typing import reveal_type

import jax.numpy as jnp
import numpy as np

i32 = jnp.ones(3, jnp.int32)
n1generator = np.random.default_rng(0)


class Statistics:
    def __init__(self, n1shape):
        self.n1mean = np.zeros(n1shape)
        self.n1scale = np.ones(3, np.float32)
        self.n1count = 1e-4

    def n1update(self, n1batch):
        n1added = n1batch.shape[0]
        n1total = self.n1count + n1added
        self.n1mean = self.n1mean + (n1batch.mean(0) - self.n1mean) * n1added / n1total
        self.n1scale = self.n1scale * n1batch.shape[-1]
        self.n1count = n1total


class Agent:
    def __init__(self, n1size):
        self.n1statistics = Statistics((n1size,))

    def n1centred(self, n1values):
        return n1values - self.n1statistics.n1mean

    def n1scaled(self, n1values):
        return n1values * self.n1statistics.n1scale


n1agent = Agent(3)
n1agent.n1statistics.n1update(n1generator.normal(size=(4, 3)))
n1agent.n1statistics.n1update(np.ones((2, 3)))
reveal_type(n1agent.n1centred(i32))
reveal_type(n1agent.n1scaled(i32))


class Unlike:
    def __init__(self, n2shape):
        self.n2mean = np.zeros(n2shape, np.float16)

    def n2update(self, n2batch):
        self.n2mean = self.n2mean + n2batch

    def n2centred(self, n2values):
        return n2values - self.n2mean


n2unlike = Unlike((3,))
n2unlike.n2update(np.ones(3, np.float32))
reveal_type(n2unlike.n2centred(i32))  # unknown: the field gets another dtype later


def n3spread(n3table, n3values):
    n3rows, n3columns = n3table.shape
    return n3values * (n3table / n3rows), n3values * (n3table.sum(0) / n3columns)


reveal_type(n3spread(n1generator.normal(size=(4, 3)), i32)[0])
reveal_type(n3spread(n1generator.normal(size=(4, 3)), i32)[1])
