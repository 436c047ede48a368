import jax
import jax.numpy as jnp


def embed(params, tokens):
    positions = params["positions"][: tokens.shape[1]]
    return params["tokens"][tokens] + positions


def mixer(layer, x):
    mixed = jnp.einsum("btd,st->bsd", x, jnp.tril(layer["time"]))
    return x + jax.nn.silu(mixed @ layer["gate"]) * (x @ layer["value"])


def apply(params, tokens):
    x = embed(params, tokens)
    for layer in params["layers"]:
        x = mixer(layer, x)
    return x @ params["tokens"].T


def sequence_nll(params, tokens, mask):
    logits = apply(params, tokens[:, :-1])
    logp = jax.nn.log_softmax(logits, axis=-1)  # mistake
    picked = jnp.take_along_axis(logp, tokens[:, 1:, None], axis=-1)[..., 0]
    mask = mask[:, 1:]
    return -jnp.sum(picked * mask), jnp.sum(mask)  # mistake


def validate(params, dataset):
    def step(totals, batch):
        nll, count = sequence_nll(params, batch["tokens"], batch["mask"])
        return (totals[0] + nll, totals[1] + count), None  # mistake

    zero = jnp.zeros((), params["tokens"].dtype)
    (nll, count), _ = jax.lax.scan(step, (zero, zero), dataset)
    return nll / count


def init(key, vocab=13, width=8, length=6, depth=2, dtype=jnp.bfloat16):
    def normal(key, *shape):
        return 0.02 * jax.random.normal(key, shape, dtype)

    keys = iter(jax.random.split(key, 2 + 3 * depth))
    return {
        "tokens": normal(next(keys), vocab, width),
        "positions": normal(next(keys), length, width),
        "layers": [
            {
                "time": normal(next(keys), length - 1, length - 1),
                "gate": normal(next(keys), width, width),
                "value": normal(next(keys), width, width),
            }
            for _ in range(depth)
        ],
    }


def main() -> jax.Array:
    params = init(jax.random.key(0))
    dataset = {
        "tokens": jnp.zeros((3, 2, 6), jnp.int32),
        "mask": jnp.ones((3, 2, 6), jnp.bfloat16),
    }
    return validate(params, dataset)
