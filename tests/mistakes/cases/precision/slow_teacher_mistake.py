from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclass
class SelfDistillation:
    student: Any
    teacher: Any
    step: jax.Array


class EMA:
    def __init__(self, decay=0.9999):
        self.decay = decay

    def init(self, params):
        return jax.tree.map(lambda p: jnp.array(p, copy=True), params)

    def update(self, average, params):
        d = self.decay
        return jax.tree.map(lambda a, p: d * a + (1 - d) * p, average, params)  # mistake


def features(params, x):
    for w in params["trunk"]:
        x = jax.nn.gelu(x @ w)
    return (x @ params["head"]).astype(jnp.float32)


def distill_loss(student, teacher, views):
    target = jax.nn.softmax(features(teacher, views[0]) / 0.04)
    logp = jax.nn.log_softmax(features(student, views[1]) / 0.1)
    return -jnp.mean(jnp.sum(jax.lax.stop_gradient(target) * logp, axis=-1))


def make_train_step(ema, lr):
    @jax.jit
    def train_step(state, views):
        loss, grads = jax.value_and_grad(distill_loss)(state.student, state.teacher, views)
        student = jax.tree.map(lambda p, g: p - lr * g, state.student, grads)
        teacher = ema.update(state.teacher, student)
        return SelfDistillation(student, teacher, state.step + 1), loss

    return train_step


def main() -> jax.Array:
    ema = EMA()
    params = {
        "trunk": [jnp.ones((8, 8), jnp.bfloat16) for _ in range(3)],
        "head": jnp.ones((8, 4), jnp.bfloat16),
    }
    state = SelfDistillation(params, ema.init(params), jnp.int32(0))
    train_step = make_train_step(ema, 1e-3)
    views = jnp.ones((2, 5, 8), jnp.bfloat16)
    state, _ = train_step(state, views)
    return state.teacher["head"]
