"""``promo lattice``: show, check and draw a promotion lattice."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click
from rich.text import Text

from promo_cli.command_error import CommandError
from promo_cli.console import output
from promo_cli.counts import counted
from promo_cli.drawing.dot import dot
from promo_cli.drawing.picture import FORMATS, drawn
from promo_cli.drawing.themes import THEMES
from promo_cli.lattice_report import (
    Statement,
    Verdict,
    culprits,
    kind,
    remarks,
    statements,
    symbol,
)
from promo_cli.lattice_subject import Subject, of_file, of_system
from promo_typing.lattice import Edges, LatticeError, PartialOrder
from promo_typing.lattice.report import Report, check

_STYLES: Final[dict[Verdict, str]] = {"ok": "green", "fails": "bold red", "note": "yellow"}
_MOST_DRAWN: Final = 200


@click.command()
@click.option("--system", metavar="NAME", help="The promotion system; jax is the default.")
@click.option(
    "--file",
    "path",
    metavar="FILE",
    help="A lattice of your own, in JSON or TOML: each node with a list of the nodes above it.",
)
@click.option("--x64/--no-x64", default=False, help="JAX with jax_enable_x64 on; off by default.")
@click.option("--all", "everything", is_flag=True, help="Also int4, float8 and other small dtypes.")
@click.option(
    "--check", "checked", is_flag=True, help="Check whether it is a lattice, and if not, why."
)
@click.option(
    "--draw",
    "picture",
    metavar="OUT",
    help="Draw it to OUT.svg, .png, .pdf or .dot; with --check, mark the nodes that break it.",
)
@click.option(
    "--theme",
    type=click.Choice(list(THEMES)),
    default="light",
    help="The colours of the picture; light is the default.",
)
def lattice(
    system: str | None,
    path: str | None,
    x64: bool,
    everything: bool,
    checked: bool,
    picture: str | None,
    theme: str,
) -> int:
    """Show, check or draw a promotion lattice: two dtypes promote to the lowest one above both."""
    if path is not None and (system is not None or x64 or everything):
        raise click.UsageError("--system, --x64 and --all say whose lattice, and so does --file")
    try:
        subject = (
            of_file(path)
            if path is not None
            else of_system("jax" if system is None else system, x64=x64, everything=everything)
        )
        report = check(subject.edges)
    except LatticeError as error:
        raise CommandError(str(error)) from None
    if checked:
        _write_report(subject, report)
    elif picture is None:
        _write_edges(subject)
    if picture is not None:
        _draw(subject, report if checked else None, Path(picture), theme)
    is_lattice = report.is_join_semilattice and (
        subject.table is None or subject.table.is_representable
    )
    return int(checked and not is_lattice)


def _write_edges(subject: Subject) -> None:
    console = output()
    console.print(Text(f"{subject.title}: {_size(subject.edges)}", style="bold"))
    console.print()
    width = max(len(symbol(node)) for node in subject.edges)
    for node, above in subject.edges.items():
        arrow = f" -> {', '.join(map(symbol, above))}" if above else ""
        console.print(Text(f"{symbol(node).ljust(width)}{arrow}".rstrip()))


def _write_report(subject: Subject, report: Report) -> None:
    console = output()
    what = kind(report, subject.table)
    console.print(Text(f"{subject.title}: {_size(subject.edges)}, {what}", style="bold"))
    for said in (*statements(report, subject.table), *remarks(subject.left_out)):
        verdict = (said.verdict.ljust(6), _STYLES[said.verdict])
        console.print(Text.assemble(verdict, said.text))


def _size(edges: Edges) -> str:
    number = sum(map(len, edges.values()))
    return f"{counted(len(edges), 'node')}, {counted(number, 'edge')}"


def _draw(subject: Subject, report: Report | None, path: Path, theme: str) -> None:
    style = path.suffix.lower().removeprefix(".")
    if style not in (*FORMATS, "dot"):
        known = ", ".join(f".{each}" for each in (*FORMATS, "dot"))
        raise CommandError(f"cannot draw to {str(path)!r}: the name should end in one of {known}")
    picture = _picture(subject, report, style, theme)
    try:
        path.write_bytes(picture)
    except OSError as error:
        raise CommandError(f"cannot write {str(path)!r}: {error.strerror}") from None


def _picture(subject: Subject, report: Report | None, style: str, theme: str) -> bytes:
    found = statements(report, subject.table) if report else list[Statement]()
    marked = culprits(report, subject.edges, subject.table) if report else frozenset[str]()
    colours = THEMES[theme]
    if style == "dot":
        return dot(subject.edges, colours, title=subject.title, marked=marked).encode()
    if len(subject.edges) > _MOST_DRAWN:
        raise CommandError(
            f"{len(subject.edges)} nodes make no legible picture; at most {_MOST_DRAWN} are drawn. "
            "Output for Graphviz has no limit: --draw OUT.dot"
        )
    caption = [said.caption for said in found if said.caption]
    try:
        order = PartialOrder(subject.edges)
        return drawn(order, style, colours, title=subject.title, caption=caption, marked=marked)
    except LatticeError as error:
        raise CommandError(f"a graph with a cycle has no levels to draw: {error}") from None
    except ModuleNotFoundError as error:
        raise CommandError(
            f"{error.name} is not installed; drawing needs it, except to .dot. "
            'Install it with: pip install "promo-typing[draw]"'
        ) from None
