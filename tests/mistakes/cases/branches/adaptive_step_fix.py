import dataclasses

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class RKState:
    step_no: jax.Array
    t: jax.Array
    y: jax.Array
    dt: jax.Array
    last_norm: jax.Array

    def replace(self, **changes):
        return dataclasses.replace(self, **changes)


def error_norm(y_err, y, atol=1e-3, rtol=1e-3):
    scale = atol + rtol * jnp.abs(y)
    return jnp.sqrt(jnp.mean((y_err / scale) ** 2))


def step(f, state):
    k1 = f(state.t, state.y)
    k2 = f(state.t + state.dt, state.y + state.dt * k1)
    y = state.y + 0.5 * state.dt * (k1 + k2)
    norm = error_norm(0.5 * state.dt * (k2 - k1), y)
    next_dt = state.dt * jnp.clip(0.9 / norm, 0.2, 5.0)
    next_dt = next_dt.astype(state.dt.dtype)
    return jax.lax.cond(
        norm < 1.0,
        lambda: state.replace(
            step_no=state.step_no + 1, t=state.t + state.dt, y=y, dt=next_dt, last_norm=norm
        ),
        lambda: state.replace(dt=next_dt),
    )


def main():
    y = jnp.ones(3, jnp.bfloat16)
    state = RKState(jnp.int32(0), jnp.bfloat16(0), y, jnp.bfloat16(0.1), jnp.bfloat16(0))
    return step(lambda t, y: -y, state).y
