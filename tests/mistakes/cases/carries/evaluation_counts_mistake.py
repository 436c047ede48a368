import jax
import jax.numpy as jnp


def evaluate(weights, batches):
    def step(metrics, batch):
        logits = batch["x"] @ weights
        correct = jnp.argmax(logits, axis=-1) == batch["label"]
        return {
            "loss": metrics["loss"] - jnp.mean(jax.nn.log_softmax(logits)),
            "correct": metrics["correct"] + jnp.mean(correct),  # mistake
            "seen": metrics["seen"] + correct.shape[0],
        }, None

    start = {
        "loss": jnp.zeros(()),
        "correct": jnp.zeros((), jnp.int32),
        "seen": jnp.zeros((), jnp.int32),
    }
    metrics, _ = jax.lax.scan(step, start, batches)  # mistake
    return metrics


def main() -> jax.Array:
    batches = {"x": jnp.ones((3, 4, 2)), "label": jnp.zeros((3, 4), jnp.int32)}
    return evaluate(jnp.ones((2, 5)), batches)["correct"]
