import dataclasses

import jax
import jax.numpy as jnp


@dataclasses.dataclass
class Lion:
    learning_rate: float = 1e-4
    b1: float = 0.9
    b2: float = 0.99
    weight_decay: float = 0.1

    def init(self, params):
        return {
            "count": jnp.zeros((), jnp.int32),
            "mu": jax.tree.map(lambda p: jnp.zeros_like(p), params),
        }

    def _direction(self, g, m, p):
        c = jnp.sign(self.b1 * m + (1 - self.b1) * g)
        return c + self.weight_decay * p

    def update(self, grads, state, params):
        steps = jax.tree.map(self._direction, grads, state["mu"], params)
        mu = jax.tree.map(lambda g, m: self.b2 * m + (1 - self.b2) * g, grads, state["mu"])
        lr = self.learning_rate
        params = jax.tree.map(lambda p, s: p - lr * s, params, steps)
        return params, {"count": state["count"] + 1, "mu": mu}


def forward(params, tokens):
    x = params["embed"][tokens]
    for layer in params["layers"]:
        x = x + jax.nn.relu(x @ layer["up"]) @ layer["down"]
    return x @ params["embed"].T


def loss_fn(params, tokens):
    logits = forward(params, tokens[:, :-1]).astype(jnp.float32)
    logp = jax.nn.log_softmax(logits)
    picked = jnp.take_along_axis(logp, tokens[:, 1:, None], axis=-1)
    return -picked.mean()


@jax.jit
def train_step(params, state, tokens):
    grads = jax.grad(loss_fn)(params, tokens)
    return Lion().update(grads, state, params)


def init_params(key, vocab=11, width=8, depth=2):
    keys = jax.random.split(key, 2 * depth + 1)
    layers = [
        {
            "up": jax.random.normal(keys[2 * i], (width, 2 * width), jnp.bfloat16),
            "down": jax.random.normal(keys[2 * i + 1], (2 * width, width), jnp.bfloat16),
        }
        for i in range(depth)
    ]
    return {"embed": jax.random.normal(keys[-1], (vocab, width), jnp.bfloat16), "layers": layers}


def main() -> jax.Array:
    params = init_params(jax.random.key(0))
    tokens = jnp.zeros((2, 6), jnp.int32)
    state = Lion().init(params)
    for _ in range(2):
        params, state = train_step(params, state, tokens)
    return params["embed"]
