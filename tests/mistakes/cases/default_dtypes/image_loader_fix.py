import jax
import jax.numpy as jnp
import numpy as np


class ImageLoader:
    def __init__(self, images, labels, batch_size, seed=0):
        self.images = images
        self.labels = labels
        self.batch_size = batch_size
        self.rng = np.random.default_rng(seed)

    def __len__(self):
        return len(self.images) // self.batch_size

    def __iter__(self):
        order = self.rng.permutation(len(self.images))
        for i in range(len(self)):
            index = order[i * self.batch_size : (i + 1) * self.batch_size]
            batch = jnp.asarray(self.images[index], jnp.bfloat16) / 255
            yield batch, self.labels[index]


def init(key):
    k1, k2 = jax.random.split(key)
    return {
        "conv": jax.random.normal(k1, (3, 3, 1, 4), jnp.bfloat16) * 0.1,
        "dense": jax.random.normal(k2, (4, 10), jnp.bfloat16) * 0.1,
    }


def predict(params, images):
    features = jnp.mean(images, axis=(1, 2))
    hidden = jax.nn.relu(features * params["conv"].sum((0, 1)))
    return hidden @ params["dense"]


def evaluate(params, loader):
    outputs = []
    for images, _labels in loader:
        logits = predict(params, images)
        outputs.append(logits)
    return jnp.concatenate(outputs)


def main() -> jax.Array:
    images = np.random.default_rng(0).integers(0, 256, (8, 5, 5, 1), dtype=np.uint8)
    labels = np.arange(8) % 10
    return evaluate(init(jax.random.key(0)), ImageLoader(images, labels, 4))
