import jax
import jax.numpy as jnp

CLASSES = 21
IGNORE = 255


def resize_labels(masks, factor):
    return masks[:, ::factor, ::factor]


def predict(params, images):
    features = jnp.einsum("bhwc,cd->bhwd", images / 255.0, params["project"])
    logits = features @ params["classify"]
    return jnp.argmax(logits, axis=-1).astype(jnp.uint8)


def confusion(predicted, labels, classes):
    keep = labels != IGNORE
    labels = jnp.where(keep, labels, 0)
    pairs = classes * labels + predicted  # mistake
    counts = jnp.bincount(pairs.ravel(), weights=keep.ravel().astype(jnp.int32), length=classes**2)
    return counts.reshape(classes, classes).astype(jnp.int32)


class Evaluator:
    def __init__(self, params, factor=1):
        self.params = params
        self.factor = factor
        self.total = jnp.zeros((CLASSES, CLASSES), jnp.int32)

    def add(self, images, masks):
        labels = resize_labels(masks, self.factor)
        predicted = predict(self.params, images)
        self.total = self.total + confusion(predicted, labels, CLASSES)

    def hits(self):
        return jnp.diag(self.total)


def main() -> jax.Array:
    classify = jnp.zeros((4, CLASSES)).at[:, 20].set(1.0)
    params = {"project": jnp.ones((3, 4)), "classify": classify}
    evaluator = Evaluator(params)
    images = jnp.full((1, 1, 1, 3), 9, jnp.uint8)
    masks = jnp.full((1, 1, 1), 20, jnp.uint8)
    evaluator.add(images, masks)
    return evaluator.hits()[20]
