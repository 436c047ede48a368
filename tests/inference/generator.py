"""Random programs of functions without annotations, in the style of JAX's users."""

from __future__ import annotations

import random
from textwrap import indent
from typing import Final

from .classes import definition
from .head import HEAD
from .statements import STATEMENTS, call, function_value
from .writer import DTYPES, Function, Known, Writer

DECORATORS: Final = (
    "@jax.jit",
    "@logged",
    "@halved",
    "@jax.checkpoint",
    '@jax.named_scope("scope")',
    "@jax.jit\n@logged",
    "@logged\n@jax.jit",
    "@functools.partial(jax.jit, inline=True)",
)
TRACED: Final = ("jit", "checkpoint")
"""Parts of decorators under which a function takes and returns nothing but arrays."""

RETURNS: Final = (
    ("$x", ""),
    ("$x", ""),
    ("($x, $y)", "[1]"),
    ('{"out": $x, "other": $x}', '["out"]'),
)
RETURNS_FUNCTION: Final = (
    ("lambda x: x + $x", "($x)"),
    ("functools.partial(applied, $f), $x", "[0]($x)"),
    ('{"f": $f, "g": $g}', '["f"]($x)'),
    ("$f", "($x)"),
)


def function(chooser: random.Random, name: str, known: Known) -> tuple[str, Function]:
    """Return the text of a function, and its signature for calls."""
    parameters = ["x", "y", "z"][: chooser.randint(1, 3)]
    decorator = chooser.choice(DECORATORS) + "\n" if chooser.random() < 0.3 else ""
    takes_function = not decorator and chooser.random() < 0.3
    callables = ["function"] if takes_function else []
    writer = Writer(chooser, known, list(parameters), callables=list(callables))
    for _ in range(chooser.randint(2, 6)):
        chooser.choice(STATEMENTS)(writer)
    form, taken = _returns(chooser, decorator)
    result = writer.filled(form)
    is_traced = any(each in decorator for each in TRACED)
    default = "" if is_traced else ", flag=True"
    lines = [each.replace("flag", "True") if is_traced else each for each in writer.lines]
    body = "\n".join([*lines, f"return {result}"])
    head = f"{decorator}def {name}({', '.join([*parameters, *callables])}{default}):"
    made = Function(name, len(parameters), takes_function, taken)
    return f"\n\n{head}\n{indent(body, '    ')}\n", made


def _returns(chooser: random.Random, decorator: str) -> tuple[str, str]:
    """Return what follows ``return``, and what follows a call to get an array of the result."""
    if "halved" in decorator:
        return RETURNS[0]
    is_function = not decorator and chooser.random() < 0.2
    return chooser.choice(RETURNS_FUNCTION if is_function else RETURNS)


def program(seed: str, functions: int, calls: int) -> tuple[str, str]:
    """Return a library of functions without annotations, and a module that uses it."""
    chooser = random.Random(seed)
    known = Known()
    modules = [HEAD, HEAD.replace("\n\nclass", "\nfrom library import *\n\n\nclass", 1)]
    for number in range(functions):
        is_main = number >= functions // 2
        if number % 3 == 0:
            known.classes.append(f"Class{number}")
            modules[is_main] += definition(chooser, known.classes[-1])
        text, made = function(chooser, f"f{number}", known)
        modules[is_main] += text
        known.functions.append(made)
    arrays = [f"{dtype} = jnp.ones((2, 2), jnp.{dtype})" for dtype in DTYPES]
    writer = Writer(chooser, known, [], DTYPES)
    for _ in range(calls):
        chooser.choice([call, function_value])(writer)
    lines = ["flag = True", *arrays, *writer.lines]
    modules[1] += "\n\n" + "\n".join(lines) + "\n"
    return modules[0], modules[1]
