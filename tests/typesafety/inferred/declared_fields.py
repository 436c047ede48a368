"""Fields and results that are declared as Python numbers, but are something else."""

from dataclasses import dataclass, field, replace
from typing import NamedTuple, reveal_type

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

bf16 = jnp.ones(3, jnp.bfloat16)
i32 = jnp.ones(3, jnp.int32)


class Counter(NamedTuple):
    df_time: float
    df_steps: int
    df_rate: float = 0.5


def started(size):
    return Counter(jnp.zeros(size, jnp.float32), 0)  # type: ignore[arg-type]


def scaled(counter: Counter, x: jax.Array) -> jax.Array:
    return x * counter.df_time


def stepped(counter: Counter, x: jax.Array) -> jax.Array:
    return x * counter.df_steps


def outside(counter: Counter) -> None:
    reveal_type(bf16 * counter.df_time)  # unknown: it is said to be a float
    reveal_type(bf16 * counter.df_steps)
    reveal_type(bf16 * counter.df_rate)


reveal_type(scaled(started(3), bf16))
reveal_type(stepped(started(3), bf16))
outside(started(3))


@dataclass(frozen=True)
class Plan:
    df_gain: float = 1
    df_decay: float = 0.5
    df_bias: float | None = None
    df_start: int = field(default=0)
    df_done: bool = False


def advanced(plan: Plan) -> Plan:
    start = plan.df_start + jnp.int32(1)
    done = jnp.all(bf16 > 2)
    return replace(plan, df_start=start, df_done=done)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Shorter(Plan):
    df_gain: float = 2.0


plan = advanced(Plan(df_bias=np.float32(2)))  # type: ignore[arg-type]
reveal_type(i32 * plan.df_gain)  # a float or an int to mypy
reveal_type(bf16 * plan.df_gain)
reveal_type(i32 * plan.df_decay)
reveal_type(bf16 * plan.df_start)  # unknown: it is said to be an int
reveal_type(i32 * plan.df_done)
reveal_type(lax.select(True, Shorter().df_decay, Shorter().df_gain))
if plan.df_bias is not None:
    reveal_type(i32 * plan.df_bias)  # unknown: it is said to be a float


class Solver:
    def __init__(self, df_dt: float, df_scale: float) -> None:
        self.df_dt = df_dt
        self.df_scale = df_scale
        self.df_count: int = 0

    @property
    def df_half(self) -> float:
        return self.df_dt / 2

    @property
    def df_norm(self) -> float:
        return jnp.float32(2)  # type: ignore[return-value]

    def advance(self) -> None:
        self.df_count = jnp.int8(1)  # type: ignore[assignment]


solver = Solver(jnp.float32(0.1), 2.0)  # type: ignore[arg-type]
solver.advance()
reveal_type(bf16 * solver.df_dt)  # unknown: it is said to be a float
reveal_type(bf16 * solver.df_scale)
reveal_type(bf16 * solver.df_half)  # unknown: it is said to be a float
reveal_type(bf16 * solver.df_norm)  # unknown: it is said to be a float
reveal_type(jnp.ones(3, jnp.int8) * solver.df_count)  # unknown: it is said to be an int


def mean(x: jax.Array) -> float:
    return jnp.mean(x)  # type: ignore[return-value]


def size(x: jax.Array) -> int:
    return len(x)


reveal_type(bf16 * mean(jnp.ones(3)))  # unknown: it is said to be a float
reveal_type(bf16 * size(bf16))


def doubled_mean(x):
    return bf16 * mean(x)


reveal_type(doubled_mean(jnp.ones(3)))


def integrated(y):
    return y + 1


def wrapped(x: float) -> jax.Array:
    return jnp.ceil(x / 2.0)


def last(y: jax.Array) -> jax.Array:
    found = integrated(y)
    return wrapped(found[0])


reveal_type(wrapped(1.5))
reveal_type(last(bf16))


class Loop:
    def __init__(self, df_inner: float = 10) -> None:
        self.df_inner = df_inner


def built(cls, **given):
    return cls(**given)


def divided(loop: Loop, x: jax.Array) -> jax.Array:
    return x // loop.df_inner


loop: Loop = built(Loop)
reveal_type(divided(loop, i32))  # unknown: an int by default, and a float as it is declared
