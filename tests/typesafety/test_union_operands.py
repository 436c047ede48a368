"""An operator of NumPy or Python on a union gives the results for all members of the union."""

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
    """Lines with the operators of each left class, and with each annotation on the right."""
    lines = []
    for place, (left, other) in enumerate((x, y) for x in LEFT for y in right):
        lines.append(f"def f{place}(x: {left}, y: {other}) -> None:")
        lines += [f"    reveal_type(x {symbol} y)" for symbol in OPERATORS]
    return lines


def _items(text: str) -> set[str]:
    """The members of a union, not those inside brackets."""
    items: list[str] = []
    start = depth = 0
    for place, letter in enumerate(text):
        depth += (letter in "[(") - (letter in "])")
        if letter == "|" and not depth:
            items.append(text[start:place])
            start = place + 1
    return {item.strip() for item in (*items, text[start:])}


def _answers_by_line(messages: list[str]) -> dict[int, set[str]]:
    """The members of the type that mypy reveals in each line; empty if it reports an error."""
    answers: dict[int, set[str]] = {}
    errors: set[int] = set()
    for message in messages:
        _, line, kind, text = message.split(":", 3)
        if kind == " error":
            errors.add(int(line))
        if found := re.search('Revealed type is "(.*)"', text):
            answers[int(line)] = _items(found.group(1))
    return {line: set() if line in errors else items for line, items in answers.items()}


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], list[set[str]]]:
    """For each class and operator, the result with the union, and then with each member."""
    folder = tmp_path_factory.mktemp("unions")
    right = [" | ".join(MEMBERS), *MEMBERS]
    write(folder, HEADER + "\n".join(_lines(right)) + "\n")
    by_line = _answers_by_line(mypy(folder).messages)
    operators = [(left, symbol) for left in LEFT for _ in right for symbol in OPERATORS]
    answers: dict[tuple[str, str], list[set[str]]] = {}
    for operator, line in zip(operators, sorted(by_line), strict=True):
        answers.setdefault(operator, []).append(by_line[line])
    return answers


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
    assert _has_array(union) == (bool(union) and any(map(_has_array, members)))


def _has_array(items: set[str]) -> bool:
    return any(item.startswith("jax._src.basearray.Array[") for item in items)
