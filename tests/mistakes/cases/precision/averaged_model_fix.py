import jax
import jax.numpy as jnp

CONFIG = {"ema_decay": 0.9995, "dtype": jnp.bfloat16}


def update_average(average, params, config):
    decay = config["ema_decay"]
    return jax.tree.map(
        lambda a, p: a * decay + p.astype(jnp.float32) * (1 - decay), average, params
    )


def main() -> float:
    params = {"w": jnp.full(2, 2.0, CONFIG["dtype"])}
    average = {"w": jnp.full(2, 1.0, jnp.float32)}
    for _ in range(400):
        average = update_average(average, params, CONFIG)
    return round(float(average["w"][0]), 1)
