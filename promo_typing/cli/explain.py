"""``promo explain``: what operands become, on which way, and how to get another result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import click
from rich.text import Text

from promo_typing.cli.advice import Advice, advice, letters
from promo_typing.cli.command_error import CommandError
from promo_typing.cli.console import output
from promo_typing.cli.explanation import Explained, losses, narrowed, paths, widening
from promo_typing.cli.named_system import named_system
from promo_typing.cli.table_formats import short_name, style_of
from promo_typing.dtypes import NODES
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
"""The systems that are always named; the others if all are asked for."""

_LONG_NAMES: Final = {short_name(name): name for name in NODES}
"""The names in the tables of ``promo table``: ``bf16`` is ``bfloat16``."""


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
    help="jax is the default; a file holds a lattice of your own, all is jax beside all others.",
)
def explain(operands: tuple[str, ...], name: str) -> int:
    """Say what the operands become in an addition, why, and how to get another result.

    An operand is the name of a dtype, int, float or complex for a Python scalar, or weak_float32
    and the like for a weakly typed array. The exit status is 1 if the result is undefined.
    """
    chosen = named_system(_DEFAULT if name == _ALL else name)
    names = [_full(each, chosen) for each in operands]
    try:
        explained = Explained(chosen, names, chosen.result_type(*names))
    except OperandError as error:
        raise CommandError(str(error)) from None
    _write(f"{chosen.name}: {' + '.join(names)} {_said(explained.result)}", _reasons(explained))
    if not _are_known(names):
        return int(isinstance(explained.result, Undefined))
    elsewhere = [each for each in SYSTEMS if name == _ALL or each in _USUAL]
    answers = {each: system(each).result_type(*names) for each in elsewhere if each != chosen.name}
    _write_advice(names, advice(explained, answers))
    _write("Elsewhere:", [_Row(each, _answer(found)) for each, found in answers.items()])
    return int(isinstance(explained.result, Undefined))


def _full(name: str, chosen: System) -> str:
    return name if name in chosen.nodes else _LONG_NAMES.get(name, name)


def _are_known(names: Sequence[str]) -> bool:
    """Whether all are dtypes; a lattice of one's own may have nodes of any name."""
    try:
        return all(map(operand_of, names))
    except OperandError:
        return False


def _reasons(explained: Explained) -> Iterator[_Row]:
    for before, after in narrowed(explained):
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
    shown = ", ".join(f"{x} = {name}" for x, name in zip(letters(names), names, strict=True))
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
