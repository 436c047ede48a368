"""Random calls of transformed functions, whose bodies are random, too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from .bodies import expression, pair
from .functions import called, called_locally
from .operands import FLOATS, SCALARS, VECTORS

Maker = Callable[[Random], str]
"""Writes a call, below the functions that it needs."""

DERIVATIVES: Final = ("grad", "value_and_grad", "jacfwd", "jacrev", "hessian")
TRACED: Final = ("checkpoint", "jit")


def _differentiated(name: str) -> tuple[Maker, ...]:
    """Return writers of derivatives of functions of one variable, of several, and of pairs."""

    def of_one(random: Random) -> str:
        return called(random, [_input(random)], f"jax.{name}({{function}})({{operands}})")

    def of_two(random: Random) -> str:
        argnums = random.choice(["", ", argnums=1", ", argnums=(0, 1)", ", argnums=(1,)"])
        call = f"jax.{name}({{function}}{argnums})({{operands}})"
        return called(random, [_input(random), _input(random)], call)

    def with_aux(random: Random) -> str:
        call = f"jax.{name}({{function}}, has_aux=True)({{operands}})"
        return called(random, [_input(random)], call, pair)

    return of_one, of_two, with_aux


def _called_again(name: str) -> tuple[Maker, ...]:
    """Return writers of calls of transforms that only trace a function."""

    def call(random: Random) -> str:
        return called(random, _scalars(random), f"jax.{name}({{function}})({{operands}})", _tree)

    def item(random: Random) -> str:
        # Only inside functions does each key of a dictionary have a dtype of its own.
        key = random.choice(("first", "second"))
        text = f'jax.{name}({{function}})({{operands}})["{key}"]'
        return called_locally(random, _scalars(random), text, _dictionary)

    return call, item


def _mapped(random: Random) -> str:
    """Write a call of ``jax.vmap``, over one array or over the first of two."""
    if random.random() < 0.5:
        return called(random, [_vector(random)], "jax.vmap({function})({operands})", _tree)
    axes = random.choice(["(0, None)", "[0, None]"])
    call = f"jax.vmap({{function}}, in_axes={axes})({{operands}})"
    return called(random, [_vector(random), random.choice(list(SCALARS))], call, _tree)


def _pulled_back(random: Random) -> str:
    """Write a call of ``jax.vjp``, without its second result, the pullback, which is no array."""
    return called(random, [random.choice(FLOATS)], "jax.vjp({function}, {operands})[0]", _tree)


def _pushed_forward(random: Random) -> str:
    """Write a call of ``jax.jvp`` with tangents of the dtypes of its operands."""
    operands = [random.choice(FLOATS) for _ in range(random.choice((1, 2)))]
    # A single operand still needs a tuple.
    call = "jax.jvp({function}, ({operands},), ({operands},))"
    return called(random, operands, call, _tree)


def _tree(random: Random, names: Sequence[str]) -> str:
    """Return an expression, or several in tuples."""
    kind = random.random()
    if kind < 0.6:
        return expression(random, names)
    if kind < 0.8:
        return pair(random, names)
    return f"({expression(random, names, 1)}, {pair(random, [random.choice(list(names))])})"


def _dictionary(random: Random, names: Sequence[str]) -> str:
    """Return a dictionary of two expressions."""
    first, second = (expression(random, names, 1) for _ in range(2))
    return f'{{"first": {first}, "second": {second}}}'


def _input(random: Random) -> str:
    """The point of a derivative: mostly a float, since JAX refuses others."""
    return random.choice([*FLOATS, "1.0"]) if random.random() < 0.8 else _scalar(random)


def _scalars(random: Random) -> list[str]:
    return [_scalar(random) for _ in range(random.choice((1, 2)))]


def _scalar(random: Random) -> str:
    return random.choice([*SCALARS, "1", "1.0"])


def _vector(random: Random) -> str:
    return random.choice(list(VECTORS))


MAKERS: Final[dict[str, tuple[Maker, ...]]] = {
    "vmap": (_mapped,),
    "vjp": (_pulled_back,),
    "jvp": (_pushed_forward,),
    **{name: _differentiated(name) for name in DERIVATIVES},
    **{name: _called_again(name) for name in TRACED},
}
