"""Random functions without annotations, in the forms that programs use.

A function is a lambda at its place of use or with a name, or a ``def`` in the module or in another
function, whose variables its body may use.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from textwrap import indent
from typing import Final

from .bodies import expression

Result = Callable[[Random, Sequence[str]], str]
"""Writes the returned expression of a function, given the variables that it may use."""


def called(random: Random, operands: Sequence[str], call: str, result: Result = expression) -> str:
    """Return the source of a call that takes a random function.

    Args:
        random: the source of random choices.
        operands: the arguments of the function.
        call: the call, with ``{function}`` and ``{operands}`` in it.
        result: writes the returned expression.
    """
    return random.choice(_FORMS)(random, operands, call, result)


def _lambda(random: Random, operands: Sequence[str], call: str, result: Result) -> str:
    return call.format(function=f"({_written(random, operands, result)})", operands=_list(operands))


def _named_lambda(random: Random, operands: Sequence[str], call: str, result: Result) -> str:
    name = _new(random)
    definition = f"{name} = {_written(random, operands, result)}"
    return f"{definition}\n{call.format(function=name, operands=_list(operands))}"


def _of_the_module(random: Random, operands: Sequence[str], call: str, result: Result) -> str:
    name = _new(random)
    definition = _defined(random, name, operands, result)
    return f"{definition}\n{call.format(function=name, operands=_list(operands))}"


def called_locally(random: Random, operands: Sequence[str], call: str, result: Result) -> str:
    """A function inside another function, which calls it with its own arguments."""
    name, given = _new(random), [f"given{place}" for place in range(len(operands))]
    around = f"{random.choice(given)} {random.choice('+*')} {random.choice(['1', *operands])}"
    lines = (
        f"outer = {around}",
        _defined(random, "inner", operands, result, ("outer",)),
        f"return {call.format(function='inner', operands=_list(given))}",
    )
    definition = f"def {name}({_list(given)}):\n" + indent("\n".join(lines), "    ")
    return f"{definition}\n{name}({_list(operands)})"


_FORMS: Final = (_lambda, _named_lambda, _of_the_module, called_locally)


def _defined(
    random: Random,
    name: str,
    operands: Sequence[str],
    result: Result,
    outer: Sequence[str] = (),
) -> str:
    """A function of some statements, the last of which returns."""
    parameters = _parameters(operands)
    names = [*parameters, *outer]
    lines = []
    for number in range(random.randrange(3)):
        # Half of the functions assign a variable again, perhaps with another dtype.
        variable = random.choice([f"new{number}", random.choice(parameters)])
        lines.append(f"{variable} = {expression(random, names, 1)}")
        names += [variable] * (variable not in names)
    lines.append(f"return {result(random, names)}")
    return f"def {name}({_list(parameters)}):\n" + indent("\n".join(lines), "    ")


def _written(random: Random, operands: Sequence[str], result: Result) -> str:
    parameters = _parameters(operands)
    return f"lambda {_list(parameters)}: {result(random, parameters)}"


def _parameters(operands: Sequence[str]) -> list[str]:
    return [*"vw"[: len(operands)]]


def _list(names: Sequence[str]) -> str:
    return ", ".join(names)


def _new(random: Random) -> str:
    """A name that no other function of the module has."""
    return f"made_{random.getrandbits(48):012x}"
