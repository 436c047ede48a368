"""``promo explain``: what operands become, on which way, and how to get another result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import click
from rich.text import Text

from promo_typing.cli.command_error import CommandError
from promo_typing.cli.console import output
from promo_typing.dtypes import NODES, Kind
from promo_typing.lattice import PartialOrder
from promo_typing.lattice.values import node_of
from promo_typing.lattice.wishes import Wish, lost_in, widens
from promo_typing.systems import (
    SYSTEMS,
    LatticeSystem,
    Operand,
    OperandError,
    Promoted,
    Result,
    System,
    Undefined,
    UnknownSystemError,
    operand_of,
    system,
)
from promo_typing.systems.jax import Jax
from promo_typing.systems.kinds import facts
from promo_typing.systems.model import PYTHON_SYMBOLS

_ALL: Final = "all"
_WEAK_NODES: Final[dict[Kind, str]] = {"signed": "i*", "float": "f*", "complex": "c*"}
_WIDTH: Final = 18


@click.command()
@click.argument("operands", nargs=-1, required=True, metavar="A B [C...]")
@click.option("--system", "name", default="jax", metavar="NAME|all", help="jax is the default.")
def explain(operands: tuple[str, ...], name: str) -> int:
    """Say what the operands become in an addition, and why.

    An operand is the name of a dtype, int, float or complex for a Python scalar, or weak_float32
    and the like. The exit status is 1 if the result is undefined.
    """
    try:
        described = [operand_of(each) for each in operands]
        chosen = "jax" if name == _ALL else name
        result = system(chosen).result_type(*described)
        _write(system(chosen), described, result)
        _write_others(
            [each for each in SYSTEMS if name == _ALL or each in _USUAL], described, chosen
        )
    except (OperandError, UnknownSystemError) as error:
        raise CommandError(str(error)) from None
    return int(isinstance(result, Undefined))


_USUAL: Final = ("jax", "jax-x64", "jax-strict", "numpy", "torch", "tensorflow", "array-api")
"""The systems that are always named; the others if all are asked for."""


def _write(chosen: System, operands: Sequence[Operand], result: Result) -> None:
    console = output()
    sum_of = " + ".join(map(_symbol, operands))
    console.print(Text(f"{chosen.name}: {sum_of} {_said(result)}", style="bold"))
    if isinstance(result, Promoted):
        for line in (*_paths(chosen, operands, result), *_remarks(operands, result)):
            console.print(Text(f"  {line}"))
    for line in _advice(chosen, operands, result):
        console.print(Text(f"  {line}"))


def _write_others(names: Sequence[str], operands: Sequence[Operand], chosen: str) -> None:
    console = output()
    console.print()
    console.print(Text("Elsewhere:", style="bold"))
    for name in names:
        if name != chosen:
            console.print(Text(f"  {name.ljust(_WIDTH)} {_answer(name, operands)}"))


def _answer(name: str, operands: Sequence[Operand]) -> str:
    try:
        return _said(system(name).result_type(*operands)).removeprefix("is ")
    except OperandError as error:
        return f"unknown there: {error}"


def _said(result: Result) -> str:
    if isinstance(result, Undefined):
        return f"is undefined: {result.reason}"
    return f"is {result.dtype}{', weakly typed' if result.weak else ''}"


def _symbol(operand: Operand) -> str:
    if operand.python:
        return PYTHON_SYMBOLS[operand.dtype]
    return f"{operand.dtype}*" if operand.weak else operand.dtype


def _paths(chosen: System, operands: Sequence[Operand], result: Promoted) -> Iterator[str]:
    """The way of each operand up to the result, where the system is a lattice."""
    order = _order(chosen)
    upper = _node(_target(result), order)
    for operand in dict.fromkeys(operands):
        lower = _node(_symbol(operand), order)
        if order is None or lower is None or upper is None:
            continue
        path = order.path(lower, upper)
        if path is not None:
            yield f"path: {' -> '.join(map(_short, path))}"


def _order(chosen: System) -> PartialOrder | None:
    if isinstance(chosen, LatticeSystem):
        return chosen.order
    if isinstance(chosen, Jax):
        return PartialOrder(chosen.semantics.lattice.edges)
    return None


def _target(result: Promoted) -> str:
    """The node of a result: a weak one has a dtype of its own only for those who look at it."""
    return _WEAK_NODES[facts(result.dtype).kind] if result.weak else result.dtype


def _node(symbol: str, order: PartialOrder | None) -> str | None:
    """The node of this symbol, in whichever of its spellings the graph has."""
    node = node_of(symbol)
    names = (symbol, node.name if node is not None else symbol)
    return next((each for each in names if order is not None and each in order.nodes), None)


def _short(name: str) -> str:
    return NODES[name].symbol if name in NODES else name


def _remarks(operands: Sequence[Operand], result: Promoted) -> Iterator[str]:
    """What the promotion loses, and whether it widens."""
    target = _target(result)
    for operand in dict.fromkeys(operands):
        lost = lost_in(_symbol(operand), target)
        for wish in sorted(lost or (), key=lambda each: each.name):
            yield f"lossy: {_symbol(operand)} to {target} {wish.value}"
    if widens([_symbol(each) for each in operands], target):
        yield f"widening: {target} {Wish.WIDTH.value}"


def _advice(chosen: System, operands: Sequence[Operand], result: Result) -> Iterator[str]:
    """What to write for another result; only for JAX, whose functions are known."""
    dtypes = dict.fromkeys(each.dtype for each in operands if not (each.python or each.weak))
    for dtype in dtypes if isinstance(chosen, Jax) else ():
        if isinstance(result, Promoted) and result.dtype == dtype and not result.weak:
            continue
        others = dict.fromkeys(_symbol(each) for each in operands if each.dtype != dtype)
        if others:
            yield f"to get {dtype}, write jnp.{dtype}(...) around {' and '.join(others)}"
