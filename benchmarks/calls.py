"""A program of function calls, generated from the table of rules.

The oracle knows how to call each function. Here its call is made on a recorder in place of the
function, with names as operands, so that it returns the text of the call.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks.programs import Spelling, dtype_name
from promo_typing.lattice.semantics import Semantics
from promo_typing.oracle.calls import Call, calls_of
from promo_typing.oracle.coverage import public_functions
from promo_typing.rules import FUNCTIONS, Resolved, resolve, without_arguments

SEED = 12049
LINES = 2000
CALLS_IN_A_FUNCTION = 50
MOST_CALLS = 512
"""The number of combinations of operands that are tried for a function."""
REVEALED = "bfloat16"

DTYPES = ("bool", "int8", "int32", "uint8", "float16", "bfloat16", "float32", "complex64")
LITERALS = (bool, int, float, str, type(None))


class Name:
    """An operand: a variable of the program."""

    def __init__(self, dtype: str) -> None:
        self.text = f"x_{dtype}"


class NotTextError(Exception):
    """A call has an argument that is computed from the operands, and so has no text."""


def program(spelling: Spelling, lines: int = LINES) -> str:
    """The program in one spelling of its annotations; with 0 lines, only its imports.

    A ``reveal_type`` in it shows whether the checker knows the dtypes.
    """
    modules = sorted({function.rpartition(".")[0] for function in FUNCTIONS})
    text = ["from __future__ import annotations", *(f"import {module}" for module in modules)]
    text += [spelling.imports]
    parameters = ", ".join(
        f"x_{dtype}: {spelling.annotation.format(dtype_name(dtype))}" for dtype in DTYPES
    )
    chosen = _sample(lines)
    for start in range(0, lines, CALLS_IN_A_FUNCTION):
        text += ["", f"def f{start}({parameters}) -> None:"]
        body = chosen[start : start + CALLS_IN_A_FUNCTION]
        text += [f"    v{place} = {expression}" for place, expression in enumerate(body)]
    if lines:
        text += [f"    reveal_type(jnp.sin(x_{REVEALED}))"]
    return "\n".join(text) + "\n"


def _sample(number: int) -> list[str]:
    """A random sample of calls: all functions are equally likely, and so are all calls of each."""
    installed = sorted(FUNCTIONS.keys() & set(public_functions()))
    by_function = [calls for function in installed if (calls := list(_calls(function)))]
    draw = random.Random(SEED)
    return [draw.choice(draw.choice(by_function)) for _ in range(number)]


def _calls(function: str) -> Iterator[str]:
    """The texts of calls of a function on operands that JAX accepts."""
    rule, call = without_arguments(FUNCTIONS[function]), calls_of(function, {})[0]
    for count in call.counts or (len(rule.operands),):
        products = itertools.product(DTYPES, repeat=count)
        for dtypes in itertools.islice(products, MOST_CALLS):
            if isinstance(resolve(rule, dtypes, Semantics()), Resolved):
                text = _written(function, call, dtypes)
                yield from [text] if text else []


def _written(function: str, call: Call, dtypes: Sequence[str]) -> str | None:
    """The text of a call; None if it computes an argument from the operands."""
    try:
        text = call.invoke(_Recorder(function), [Name(dtype) for dtype in dtypes], {})
    except (NotTextError, AttributeError, TypeError):
        return None
    return text if isinstance(text, str) else None


class _Recorder:
    """Stands in for a function; a call of it returns the text of the call."""

    def __init__(self, function: str) -> None:
        self.function = function

    def __call__(self, *arguments: Any, **keywords: Any) -> str:
        passed = [_text(each) for each in arguments]
        passed += [f"{name}={_text(value)}" for name, value in keywords.items()]
        return f"{self.function}({', '.join(passed)})"


def _text(value: object) -> str:
    if isinstance(value, Name):
        return value.text
    if isinstance(value, LITERALS):
        return repr(value)
    if isinstance(value, Sequence):
        items = ", ".join(map(_text, value))
        comma = "," if len(value) == 1 else ""
        return f"[{items}]" if isinstance(value, list) else f"({items}{comma})"
    raise NotTextError(value)
