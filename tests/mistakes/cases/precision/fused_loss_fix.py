import functools

import jax
import jax.numpy as jnp


def split_blocks(head, block):
    return [head[:, i : i + block] for i in range(0, head.shape[1], block)]


def block_logits(hidden, head):
    logits = jnp.matmul(hidden, head, preferred_element_type=jnp.float32)
    return logits.astype(jnp.float32)


@functools.partial(jax.jit, static_argnames="block")
def cross_entropy(hidden, head, labels, block=4):
    running_max = jnp.full(hidden.shape[0], -jnp.inf, jnp.float32)
    running_sum = jnp.zeros(hidden.shape[0], jnp.float32)
    picked = jnp.zeros(hidden.shape[0], jnp.float32)
    for i, part in enumerate(split_blocks(head, block)):
        logits = block_logits(hidden, part)
        new_max = jnp.maximum(running_max, logits.max(-1))
        running_sum = running_sum * jnp.exp(running_max - new_max)
        running_sum = running_sum + jnp.exp(logits - new_max[:, None]).sum(-1)
        running_max = new_max
        local = labels - i * block
        inside = (local >= 0) & (local < block)
        value = jnp.take_along_axis(logits, jnp.clip(local, 0, block - 1)[:, None], axis=1)[:, 0]
        picked = picked + jnp.where(inside, value, 0.0)
    return running_max + jnp.log(running_sum) - picked


class LmHead:
    def __init__(self, key, embed, vocab):
        self.kernel = jax.random.normal(key, (embed, vocab), jnp.bfloat16)

    def loss(self, hidden, labels):
        return cross_entropy(hidden, self.kernel, labels).mean()


def main() -> jax.Array:
    head = LmHead(jax.random.key(0), 64, 8)
    hidden = jax.random.normal(jax.random.key(1), (5, 64), jnp.bfloat16)
    wide = jnp.dot(hidden.astype(jnp.float32), head.kernel.astype(jnp.float32))
    return jnp.allclose(block_logits(hidden, head.kernel), wide, atol=1e-3)
