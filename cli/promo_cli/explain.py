"""``promo explain``: what operands are promoted to, by which path, and how to get another dtype."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import click
from rich.text import Text

from promo_cli.advice import Advice, advice, letters
from promo_cli.command_error import CommandError
from promo_cli.console import output
from promo_cli.explanation import Explained, Named, losses, paths, truncated, widening
from promo_cli.named_system import named_system
from promo_cli.short_names import LONG_NAMES
from promo_cli.table_formats import style_of
from promo_typing.systems import (
    SYSTEMS,
    OperandError,
    Result,
    System,
    Undefined,
    operand_of,
    system,
)

_ALL: Final = "all"
_DEFAULT: Final = "jax"
_USUAL: Final = ("jax", "jax-x64", "jax-strict", "numpy", "torch", "tensorflow", "array-api")
"""The systems that are shown by default."""


class _Row(NamedTuple):
    head: str
    text: str
    style: str = ""


@click.command()
@click.argument("operands", nargs=-1, required=True, metavar="A B [C...]")
@click.option(
    "--system",
    "name",
    default=_DEFAULT,
    metavar="NAME|FILE|all",
    help="The promotion system (default jax), a file with a lattice, or all: jax and all others.",
)
def explain(operands: tuple[str, ...], name: str) -> int:
    """Explain the dtype of an addition, and show how to get another dtype.

    An operand is the name of a dtype, int, float or complex for a Python scalar, a number for one
    of this value, or weak_float32 and the like for a weakly typed array. The exit status is 1 if
    the result is undefined.
    """
    chosen = named_system(_DEFAULT if name == _ALL else name)
    try:
        named = tuple(_named(each, chosen) for each in operands)
        explained = Explained(chosen, named, chosen.result_type(*(each.item for each in named)))
    except OperandError as error:
        raise CommandError(str(error)) from None
    sum_of = " + ".join(each.name for each in named)
    _write(f"{chosen.name}: {sum_of} {_said(explained.result)}", _reasons(explained))
    described = [each.described for each in named if each.described]
    if len(described) == len(named):
        others = [each for each in SYSTEMS if name == _ALL or each in _USUAL]
        answers = {each: system(each).result_type(*described) for each in others}
        answers.pop(chosen.name, None)
        _write_advice([each.name for each in named], advice(explained, answers))
        _write("Elsewhere:", [_Row(each, _answer(found)) for each, found in answers.items()])
    return int(isinstance(explained.result, Undefined))


def _named(word: str, chosen: System) -> Named:
    """The operand for a word: a node of the system, a short name, a Python number or a dtype."""
    is_node = word in chosen.nodes
    name = word if is_node else LONG_NAMES.get(word, word)
    number = None if is_node else _number(name)
    try:
        return Named(name, operand_of(name if number is None else number))
    except OperandError:
        return Named(name, None)


def _number(word: str) -> int | float | complex | None:
    """The value of a Python number, if it is one."""
    for kind in (int, float, complex) if word[:1].isdigit() or word[:1] in ("-", ".") else ():
        try:
            return kind(word)
        except ValueError:
            pass
    return None


def _reasons(explained: Explained) -> Iterator[_Row]:
    for before, after in truncated(explained):
        yield _Row("x64 off", f"{before} is {after}; --system {explained.system.name}-x64 keeps it")
    for path in paths(explained):
        yield _Row("path", " -> ".join(path))
    for loss in losses(explained):
        yield _Row("lossy", loss, "yellow")
    wide = widening(explained)
    if wide:
        yield _Row("widening", wide, "yellow")


def _write_advice(names: Sequence[str], found: Sequence[Advice]) -> None:
    output().print()
    if not found:
        return
    pairs = zip(letters(len(names)), names, strict=True)
    shown = ", ".join(f"{x} = {name}" for x, name in pairs)
    width = max((len(each.text) for each in found if each.is_code), default=0)
    rows = [
        _Row(each.dtype, f"{each.text.ljust(width)}  {each.remark}".rstrip(), style_of(each.dtype))
        for each in found
    ]
    _write(f"To get another dtype, with {shown}:", rows)
    output().print()


def _write(title: str, rows: Iterator[_Row] | Sequence[_Row]) -> None:
    console = output()
    console.print(Text(title, style="bold"))
    every = list(rows)
    width = max((len(row.head) for row in every), default=0)
    for row in every:
        console.print(Text.assemble("  ", (row.head.ljust(width), row.style), f"  {row.text}"))


def _answer(result: Result) -> str:
    return _said(result).removeprefix("is ")


def _said(result: Result) -> str:
    if isinstance(result, Undefined):
        return f"is undefined: {result.reason}"
    return f"is {result.dtype}{', weakly typed' if result.weak else ''}"
