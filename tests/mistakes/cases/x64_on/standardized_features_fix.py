import itertools

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)


class Standardizer:
    def fit(self, table):
        self.mean = table.mean(axis=0)
        self.std = table.std(axis=0) + 1e-8
        return self

    def transform(self, table):
        return ((table - self.mean) / self.std).astype(np.float32)


def batches(features, targets, size, seed=0):
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(features))
    for start in range(0, len(features), size):
        chosen = order[start : start + size]
        yield features[chosen], targets[chosen]


def init_mlp(key, sizes):
    params = []
    for fan_in, fan_out in itertools.pairwise(sizes):
        key, sub = jax.random.split(key)
        w = jax.random.normal(sub, (fan_in, fan_out), jnp.float32) / np.float32(fan_in**0.5)
        params.append((w, jnp.zeros(fan_out, jnp.float32)))
    return params


def mlp(params, x):
    for w, b in params[:-1]:
        x = jax.nn.relu(x @ w + b)
    w, b = params[-1]
    return x @ w + b


@jax.jit
def train_step(params, x, y):
    def loss_fn(params):
        return jnp.mean((mlp(params, x)[:, 0] - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    params = jax.tree.map(lambda p, g: p - 0.01 * g, params, grads)
    return params, loss


def main() -> jax.Array:
    rng = np.random.default_rng(1)
    table = rng.uniform(size=(16, 3))
    features = Standardizer().fit(table).transform(table)
    targets = table.sum(axis=1).astype(np.float32)
    params = init_mlp(jax.random.key(0), [3, 8, 1])
    loss = jnp.zeros((), jnp.float32)
    for x, y in batches(features, targets, 8):
        params, loss = train_step(params, x, y)
    return loss
