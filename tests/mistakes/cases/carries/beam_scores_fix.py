import jax
import jax.numpy as jnp


def decode(logits, beams, steps):
    scores = jnp.zeros((beams,), logits.dtype)
    carry = {"scores": scores, "tokens": jnp.zeros((beams,), jnp.int32), "step": 0}

    def keep_going(carry):
        return carry["step"] < steps

    def extend(carry):
        log_probs = jax.nn.log_softmax(logits)
        best = jnp.argmax(log_probs, axis=-1)
        gained = jnp.max(log_probs, axis=-1)
        return {
            "scores": carry["scores"] + gained,
            "tokens": best.astype(jnp.int32),
            "step": carry["step"] + 1,
        }

    return jax.lax.while_loop(keep_going, extend, carry)


def main() -> jax.Array:
    return decode(jnp.ones((2, 8)), 2, 3)["scores"]
