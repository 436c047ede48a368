"""An operator of NumPy or Python on a union gives what it gives for each member of the union."""

from __future__ import annotations

import re
from typing import Final

import pytest

from .mypy_runs import mypy, write

LEFT: Final = (
    "np.ndarray[Any, np.dtype[Any]]",
    "np.ndarray[Any, np.dtype[np.float32]]",
    "np.bool",
    "np.number",
    "np.int8",
    "bool",
    "int",
    "float",
    "complex",
)
MEMBERS: Final = (*LEFT, "Array[jnp.bfloat16]", "Array")
OPERATORS: Final = ("+", "-", "*", "/", "//", "%", "**", "@", "<<", "&", "<", "==")
HEADER: Final = """\
from typing import Any
import jax.numpy as jnp
import numpy as np
from jax import Array
"""


def _lines(right: list[str]) -> list[str]:
    """Operators of each class of the left, with each of these annotations on the right."""
    lines = []
    for place, (left, other) in enumerate((x, y) for x in LEFT for y in right):
        lines.append(f"def f{place}(x: {left}, y: {other}) -> None:")
        lines += [f"    reveal_type(x {symbol} y)" for symbol in OPERATORS]
    return lines


def _items(text: str) -> set[str]:
    """The items of a union; those inside of brackets are none."""
    items, depth, start = set(), 0, 0
    for place, letter in enumerate(text):
        depth += (letter in "[(") - (letter in "])")
        if letter == "|" and not depth:
            items.add(text[start:place].strip())
            start = place + 1
    return items | {text[start:].strip()}


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], list[set[str]]]:
    """For each class and operator what it gives with the union, then with each member.

    An answer is the items of the type, or none where mypy reports an error.
    """
    lines = _lines([" | ".join(MEMBERS), *MEMBERS])
    folder = tmp_path_factory.mktemp("unions")
    write(folder, HEADER + "\n".join(lines) + "\n")
    types: dict[int, set[str]] = {}
    errors: set[int] = set()
    for line in mypy(folder).messages:
        _, number, kind, text = line.split(":", 3)
        if kind == " error":
            errors.add(int(number))
        if found := re.search('Revealed type is "(.*)"', text):
            types[int(number)] = _items(found.group(1))
    found_answers: dict[tuple[str, str], list[set[str]]] = {}
    first, block = len(HEADER.splitlines()) + 1, len(OPERATORS) + 1
    for place, left in enumerate(left for left in LEFT for _ in range(len(MEMBERS) + 1)):
        for offset, symbol in enumerate(OPERATORS, 1):
            number = first + place * block + offset
            answer = set() if number in errors else types[number]
            found_answers.setdefault((left, symbol), []).append(answer)
    return found_answers


@pytest.mark.parametrize("symbol", OPERATORS)
@pytest.mark.parametrize("left", LEFT)
def test_union_is_refused_where_a_member_is(
    answers: dict[tuple[str, str], list[set[str]]], left: str, symbol: str
) -> None:
    union, *members = answers[left, symbol]
    assert bool(union) == all(members)


@pytest.mark.parametrize("symbol", OPERATORS)
@pytest.mark.parametrize("left", LEFT)
def test_result_is_that_of_a_member(
    answers: dict[tuple[str, str], list[set[str]]], left: str, symbol: str
) -> None:
    union, *members = answers[left, symbol]
    assert union <= set().union(*members)
