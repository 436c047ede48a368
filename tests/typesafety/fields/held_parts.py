"""Objects that hold dictionaries, objects and functions, each with types of its own."""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple, reveal_type

import jax
import jax.numpy as jnp
from jax import Array

f32 = jnp.ones(3, jnp.float32)
bf16 = jnp.ones(3, jnp.bfloat16)
i32 = jnp.arange(3)


class TrainState(NamedTuple):
    hp_step: Array
    hp_params: dict
    hp_moments: dict[str, Array]


def started(dtype):
    weights = {"hp_w": jnp.ones(3, dtype), "hp_b": jnp.zeros(3, jnp.float16)}
    return TrainState(jnp.int32(0), weights, jax.tree.map(jnp.zeros_like, weights))


def stepped(state, rate):
    update = jax.tree.map(lambda p, m: p - rate * m, state.hp_params, state.hp_moments)
    return state._replace(hp_step=state.hp_step + 1, hp_params=update)


def trained(dtype, rate):
    return stepped(started(dtype), rate).hp_params["hp_w"]


def parts(dtype):
    state = stepped(started(dtype), 0.1)
    return state.hp_step, state.hp_moments["hp_w"], state.hp_moments["hp_b"]


reveal_type(parts(jnp.bfloat16)[0])
reveal_type(parts(jnp.float32)[1])
reveal_type(parts(jnp.float32)[2])
reveal_type(trained(jnp.bfloat16, 0.1))
reveal_type(trained(jnp.bfloat16, jnp.float32(0.1)))


@dataclass(frozen=True)
class Frozen:
    hp_tree: Any
    hp_other: Any = None


@dataclass(frozen=True)
class Nested:
    hp_nested: Any


def nested():
    return Nested({"hp_inner": {"hp_deep": bf16}}).hp_nested["hp_inner"]["hp_deep"]


def filled_later(name):
    late = {"hp_late": f32}
    holder = Frozen(late)
    late[name] = bf16
    return holder.hp_tree["hp_late"]


def filled_by_another_name(name):
    early = {"hp_early": f32}
    holder = Frozen(early)
    inside = holder.hp_tree
    inside.update({name: bf16})
    return holder.hp_tree["hp_early"]


def filled_after_replacing(name):
    second = {"hp_second": f32}
    holder = replace(Frozen(i32), hp_other=second)
    second[name] = bf16
    return holder.hp_other["hp_second"]


reveal_type(nested())
reveal_type(filled_later("hp_late"))  # unknown: it is changed when it is in the object
reveal_type(filled_by_another_name("hp_early"))  # unknown: so is this one
reveal_type(filled_after_replacing("hp_second"))  # unknown: and this one


class Scheduler:
    def __init__(self, hp_shift=3.0):
        self.hp_shift = hp_shift

    def step(self, velocity, sample):
        return sample + self.hp_shift * velocity


class Velocity:
    def __init__(self, dtype):
        self.hp_kernel = jnp.ones(3, dtype)

    def __call__(self, latents):
        return latents * self.hp_kernel


class Pipeline:
    def __init__(self, model, scheduler):
        self.hp_model = model
        self.hp_scheduler = scheduler

    def __call__(self, latents):
        return self.hp_scheduler.step(self.hp_model(latents), latents)


def piped(dtype):
    return Pipeline(Velocity(dtype), Scheduler())(bf16)


reveal_type(piped(jnp.bfloat16))
reveal_type(piped(jnp.float32))


class Replaced:
    def __init__(self, part):
        self.hp_part = part

    def use(self, part):
        self.hp_part = part


def replaced():
    user = Replaced(Scheduler())
    user.use(Velocity(jnp.float32))
    return user.hp_part(bf16)


reveal_type(replaced())  # unknown: a method puts another object there


def decay(t, y):
    return -y * t


def grow(t, y):
    return y.astype(jnp.float32) * t


class Problem(NamedTuple):
    hp_field: Any
    hp_start: Array


class Solver:
    def __init__(self, rule):
        self.hp_rule = rule

    def solve(self, y):
        return self.hp_rule(2.0, y)


def solved(function):
    problem = Problem(function, bf16)
    return problem.hp_field(0.5, problem.hp_start)


def solved_by_rule(function):
    return Solver(function).solve(bf16)


def solved_by_lambda():
    return Solver(lambda t, y: y * f32 * t).solve(bf16)


reveal_type(solved(decay))
reveal_type(solved(grow))
reveal_type(solved_by_rule(decay))
reveal_type(solved_by_rule(grow))
reveal_type(solved_by_lambda())
