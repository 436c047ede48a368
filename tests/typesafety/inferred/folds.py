"""``functools.reduce``, ``itertools.accumulate`` and ``map``, which call a function repeatedly."""

import operator
from functools import reduce
from itertools import accumulate
from typing import Any, NamedTuple, reveal_type

import jax
import jax.numpy as jnp

f32 = jnp.ones(3)
bf16 = jnp.ones(3, jnp.bfloat16)


def times(value, each):
    return value * each


def declared(value: jax.Array, each: jax.Array) -> jax.Array:
    return value * each


def doubled(value):
    return value * 2


def widened(value):
    return value.astype(jnp.float32)


def folded(function, values, initial):
    return reduce(function, values, initial)


def same():
    values = [bf16, bf16]
    return (
        reduce(times, values),
        reduce(operator.add, values),
        reduce(jnp.maximum, values, bf16),
        reduce(lambda value, each: value + each, values, bf16),
        reduce(declared, (bf16, bf16)),
        folded(times, values, bf16),
    )


reveal_type(reduce(operator.add, [bf16, bf16]))
reveal_type(reduce(jnp.add, [bf16, bf16], bf16))
reveal_type(same()[0])
reveal_type(same()[1])
reveal_type(same()[2])
reveal_type(same()[3])
reveal_type(same()[4])
reveal_type(same()[5])


def others():
    values = [f32, f32]
    return (
        reduce(times, values, bf16),
        reduce(operator.add, values, bf16),
        reduce(declared, values, bf16),
        reduce(times, (f32, f32), bf16),
        reduce(lambda value, function: function(value), (doubled, widened), bf16),
        folded(times, values, bf16),
    )


reveal_type(others()[0])  # unknown: a list may be empty
reveal_type(others()[1])  # unknown: a list may be empty
reveal_type(others()[2])  # unknown: a list may be empty
reveal_type(others()[3])
reveal_type(others()[4])  # unknown: the functions differ
reveal_type(others()[5])  # unknown: a list may be empty
reveal_type(reduce(jnp.add, [f32, f32], bf16))  # unknown: a list may be empty


def accumulated():
    kept = list(accumulate([bf16, bf16], lambda value, each: value * each))[1]
    added = list(accumulate([bf16, bf16]))[1]
    widened = list(accumulate([f32, f32], times, initial=bf16))[1]
    return kept, added, widened


reveal_type(accumulated()[0])  # unknown: mypy infers no type for the parameters of the lambda
reveal_type(accumulated()[1])
reveal_type(accumulated()[2])  # unknown: the first item is a bfloat16


def accumulated_from_a_lambda():
    return list(accumulate([f32, f32], lambda value, each: doubled(value) + each))[1] * bf16


reveal_type(accumulated_from_a_lambda())  # unknown: mypy knows no type of the first parameter


def called():
    first, second = map(lambda function: function(bf16), (doubled, widened))  # noqa: C417
    return first, second


reveal_type(called()[0])  # unknown: the functions differ
reveal_type(called()[1])  # unknown: the functions differ


def summed(value: Any) -> Any:
    return sum([value, value], bf16), sum(each for each in (bf16, value))


reveal_type(summed(f32)[0])


def summed_beside(value: Any) -> None:
    reveal_type(sum(each for each in (bf16, value)))  # unknown: so is one of the items


summed_beside(f32)


def from_a_number():
    return reduce(times, [f32, f32], 0.5) * bf16


reveal_type(from_a_number())  # unknown: by its annotation it would be a number


class Sum(NamedTuple):
    folded: jax.Array


def scaled_first(pair, x):
    return pair[0] * x, pair[1]


def scaled_sum(before, x):
    return Sum(before.folded * x)


def through(functions, first):
    return reduce(lambda x, each: each(x), functions, first)


reveal_type(reduce(scaled_first, [f32], (bf16, f32))[0])  # unknown: it was bfloat16 at first
reveal_type(reduce(scaled_first, [bf16], (bf16, f32))[0])
reveal_type(reduce(scaled_sum, [f32], Sum(bf16)).folded)  # unknown: it was bfloat16 at first
reveal_type(through((jnp.exp, lambda x: x * f32), bf16))  # unknown: functions make the steps
reveal_type(through((jnp.exp, lambda x: x * f32), 2) * bf16)  # unknown: as before
reveal_type(reduce(lambda n, each: n + len(each), ["a", "b"], 0) * bf16)
