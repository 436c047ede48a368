"""Puts reports on lattices into words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from promo_cli.counts import counted
from promo_typing.lattice import Edges
from promo_typing.lattice.laws import Asymmetry, TableReport, Triple
from promo_typing.lattice.report import Report
from promo_typing.lattice.values import node_of

Verdict: TypeAlias = Literal["ok", "fails", "note"]

_SHOWN: Final = 4


class Statement(NamedTuple):
    """A line of a report, whether it is good news, and a shorter text for pictures."""

    verdict: Verdict
    text: str
    caption: str = ""


def kind(report: Report, table: TableReport | None = None) -> str:
    """Return in a word or two what a graph is: a lattice, a partial order, or less."""
    if not report.is_acyclic:
        return "no order"
    if not report.is_partial_lattice or (table is not None and not table.is_representable):
        return "no lattice"
    return "a lattice" if report.is_join_semilattice else "a partial lattice"


def statements(report: Report, table: TableReport | None = None) -> list[Statement]:
    """Return the lines of a report, the most important first.

    Args:
        report: the report on a graph.
        table: the report on the table that the graph was made from, if any; its laws are then told
            instead of the graph's.
    """
    if report.cycle:
        return [_bad(f"a node is above itself: {' -> '.join(map(symbol, report.cycle))}")]
    asymmetry = None if table is None else table.not_commutative
    triple = report.not_associative if table is None else table.not_associative
    return [
        Statement("ok", "no node is above itself"),
        _bounds(report),
        _uniqueness(report),
        *_laws(asymmetry, triple),
        *_redundancy(report),
    ]


def remarks(left_out: Iterable[tuple[str, str | None]]) -> list[Statement]:
    """Return lines on the operands of a table that are not nodes of the order, with the reasons."""
    scalars = [f"{symbol(n)} + {symbol(n)} is {symbol(r)}" for n, r in left_out if r is not None]
    lacking = [symbol(node) for node, result in left_out if result is None]
    found = []
    if scalars:
        found.append(Statement("note", f"no nodes, since they stand for others: {listed(scalars)}"))
    if lacking:
        found.append(Statement("note", f"no nodes, since they are undefined: {listed(lacking)}"))
    return found


def culprits(report: Report, edges: Edges, table: TableReport | None = None) -> frozenset[str]:
    """Return the nodes that a picture marks: because of them the graph is no lattice.

    These are the nodes of a cycle, the first pair without a least upper bound, the operands that
    break a law of the table, and if some pairs have no upper bound, all nodes without a node above.
    """
    found = set(report.cycle)
    for pair in report.ambiguous[:1]:
        found |= {pair.left, pair.right}
    if table is not None:
        found |= set(table.counterexample or ())
    if report.unbounded:
        found |= {node for node, above in edges.items() if not above}
    return frozenset(found)


def symbol(name: str) -> str:
    """Return the name of a node in the tables of JEP 9407: ``i*`` for ``weak_int``."""
    node = node_of(name)
    return name if node is None or not node.weak else node.symbol


def sum_of(triple: Triple) -> str:
    """Return the two results of a triple in words: one for each placement of the brackets."""
    a, b, c = map(symbol, (triple.a, triple.b, triple.c))
    return (
        f"({a} + {b}) + {c} {_result(triple.left)}, but {a} + ({b} + {c}) {_result(triple.right)}"
    )


def listed(items: Iterable[str]) -> str:
    """Return the first few of some items, and how many more there are."""
    every = list(items)
    more = len(every) - _SHOWN
    return "; ".join(every[:_SHOWN]) + (f"; and {more} more" if more > 0 else "")


def _bad(text: str, caption: str = "") -> Statement:
    return Statement("fails", text, caption or text)


def _result(name: str | None) -> str:
    return "is undefined" if name is None else f"is {symbol(name)}"


def _bounds(report: Report) -> Statement:
    if not report.unbounded:
        return Statement("ok", "every two nodes have an upper bound")
    missing = counted(len(report.unbounded), "pair has", "pairs have")
    pairs = [_pair(*pair) for pair in report.unbounded]
    text = f"{missing} no upper bound"
    return _bad(f"{text}: {listed(pairs)}", f"{text}, e.g. {pairs[0]}")


def _uniqueness(report: Report) -> Statement:
    if not report.ambiguous:
        return Statement("ok", "two nodes with upper bounds have a least one")
    several = counted(len(report.ambiguous), "pair has", "pairs have")
    pairs = [f"{_pair(p.left, p.right)} ({_names(p.bounds)})" for p in report.ambiguous]
    text = f"{several} several minimal upper bounds"
    return _bad(f"{text}: {listed(pairs)}", f"{text}, e.g. {pairs[0]}")


def _laws(asymmetry: Asymmetry | None, triple: Triple | None) -> Iterable[Statement]:
    if asymmetry is None and triple is None:
        yield Statement("ok", "promotion is commutative and associative")
    if asymmetry is not None:
        one, other = symbol(asymmetry.left), symbol(asymmetry.right)
        forward, backward = _result(asymmetry.forward), _result(asymmetry.backward)
        yield _bad(
            f"promotion is not commutative: {one} + {other} {forward}, but "
            f"{other} + {one} {backward}"
        )
    if triple is not None:
        yield _bad(f"promotion is not associative: {sum_of(triple)}")


def _redundancy(report: Report) -> Iterable[Statement]:
    if report.redundant:
        edges = counted(len(report.redundant), "edge says", "edges say")
        shown = listed(f"{symbol(low)} -> {symbol(up)}" for low, up in report.redundant)
        yield Statement("note", f"{edges} nothing new: {shown}")


def _pair(left: str, right: str) -> str:
    return f"{symbol(left)} and {symbol(right)}"


def _names(names: Sequence[str]) -> str:
    return ", ".join(map(symbol, names))
