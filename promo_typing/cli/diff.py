"""``promo diff``: where two promotion systems answer otherwise, as when code is ported."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

import click
from rich.text import Text

from promo_typing.cli.console import output
from promo_typing.cli.table import cells_of
from promo_typing.cli.table_formats import UNDEFINED
from promo_typing.dtypes import NARROWED, Kind
from promo_typing.systems.kinds import facts
from promo_typing.systems.model import PYTHON_SYMBOLS


class Difference(NamedTuple):
    """Two operands and what they become in either system; None is undefined."""

    left: str
    right: str
    one: str | None
    other: str | None


_Test: TypeAlias = Callable[[Difference], bool]

_REASONS: Final[tuple[tuple[str, _Test], ...]] = (
    ("undefined in {other}", lambda d: d.other is None),
    ("undefined in {one}", lambda d: d.one is None),
    ("64 bits in {one}, 32 bits in {other}", lambda d: NARROWED.get(d.one or "") == d.other),
    ("32 bits in {one}, 64 bits in {other}", lambda d: NARROWED.get(d.other or "") == d.one),
    ("weak in {other}", lambda d: _is_weak(d.other) and not _is_weak(d.one)),
    ("weak in {one}", lambda d: _is_weak(d.one) and not _is_weak(d.other)),
)
"""Why two results differ, as far as the results tell; else the kinds of the operands do."""

_KINDS: Final[dict[Kind, str]] = {
    "bool": "bools",
    "unsigned": "unsigned integers",
    "signed": "signed integers",
    "float": "floating-point numbers",
    "complex": "complex numbers",
}

_PYTHON: Final = {symbol: kind for kind, symbol in PYTHON_SYMBOLS.items()}


@click.command()
@click.argument("one")
@click.argument("other")
def diff(one: str, other: str) -> int:
    """List the pairs of operands that two promotion systems treat differently, by reason.

    The exit status is 1 if there are any.
    """
    nodes, left_out, found = differences(one, other)
    console = output()
    total = len(nodes) ** 2
    console.print(Text(f"{one} -> {other}: {len(found)} of {total} cells differ", style="bold"))
    for name, missing in left_out:
        console.print(Text(f"not in {name}: {', '.join(missing)}"))
    for reason, members in _by_reason(found, one, other).items():
        console.print()
        console.print(Text(f"{reason}: {len(members)}", style="bold"))
        for line in _lines(members):
            console.print(line)
    return int(bool(found))


def differences(
    one: str, other: str
) -> tuple[tuple[str, ...], list[tuple[str, tuple[str, ...]]], list[Difference]]:
    """Return the nodes that both systems have, those that one lacks, and the pairs that differ."""
    (nodes, cell), (other_nodes, other_cell) = cells_of(one), cells_of(other)
    common = tuple(node for node in nodes if node in other_nodes)
    missing = [
        (other, tuple(node for node in nodes if node not in other_nodes)),
        (one, tuple(node for node in other_nodes if node not in nodes)),
    ]
    pairs = itertools.product(common, repeat=2)
    compared = (Difference(a, b, cell(a, b), other_cell(a, b)) for a, b in pairs)
    return common, [each for each in missing if each[1]], [d for d in compared if d.one != d.other]


def _by_reason(found: list[Difference], one: str, other: str) -> dict[str, list[Difference]]:
    grouped: dict[str, list[Difference]] = {}
    for each in found:
        words = next((words for words, test in _REASONS if test(each)), None)
        reason = _kinds(each) if words is None else words.format(one=one, other=other)
        grouped.setdefault(reason, []).append(each)
    return dict(sorted(grouped.items(), key=lambda item: -len(item[1])))


def _kinds(difference: Difference) -> str:
    left, right = sorted((_kind(difference.left), _kind(difference.right)))
    return f"{left} with {right}" if left != right else f"two {left}"


def _kind(name: str) -> str:
    if name in _PYTHON:
        return f"Python's {_PYTHON[name]}"
    words = _KINDS[facts(name).kind]
    return f"weak {words}" if _is_weak(name) else words


def _is_weak(name: str | None) -> bool:
    return name is not None and name.endswith("*")


def _lines(members: list[Difference]) -> Iterator[Text]:
    """A line for each two results; two orders of operands with one result count once."""
    pairs: dict[tuple[str | None, str | None], dict[frozenset[str], str]] = {}
    for each in members:
        same = pairs.setdefault((each.one, each.other), {})
        same.setdefault(frozenset((each.left, each.right)), f"{each.left} + {each.right}")
    for (before, after), operands in pairs.items():
        results = f"{before or UNDEFINED} -> {after or UNDEFINED}"
        yield Text(f"  {results}: {', '.join(operands.values())}")
