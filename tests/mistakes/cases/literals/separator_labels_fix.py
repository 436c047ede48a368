import jax
import jax.numpy as jnp
import numpy as np

IGNORE = -1


class TokenDataset:
    def __init__(self, tokens, length, separator):
        self.tokens = tokens
        self.length = length
        self.separator = separator

    def __getitem__(self, i):
        window = jnp.asarray(self.tokens[i : i + self.length + 1], jnp.uint16)
        inputs, labels = window[:-1], window[1:]
        labels = jnp.where(labels == self.separator, IGNORE, labels.astype(jnp.int32))
        return inputs.astype(jnp.int32), labels

    def __len__(self):
        return len(self.tokens) - self.length


def collate(dataset, indices):
    pairs = [dataset[i] for i in indices]
    return jnp.stack([p[0] for p in pairs]), jnp.stack([p[1] for p in pairs])


def masked_loss(logits, labels):
    keep = labels >= 0
    safe = jnp.where(keep, labels, 0).astype(jnp.int32)
    logp = jax.nn.log_softmax(logits)
    picked = jnp.take_along_axis(logp, safe[..., None], axis=-1)[..., 0]
    return -jnp.sum(picked * keep) / jnp.sum(keep), jnp.sum(keep)


def main() -> jax.Array:
    tokens = np.array([5, 3, 0, 7, 2, 0, 1, 4, 6, 0, 3], dtype=np.uint16)
    dataset = TokenDataset(tokens, 4, separator=0)
    inputs, labels = collate(dataset, range(0, len(dataset), 2))
    logits = jax.nn.one_hot(inputs, 8) * 3.0
    _loss, count = masked_loss(logits, labels)
    return count
