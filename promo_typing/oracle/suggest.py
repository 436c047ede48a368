"""``python -m promo_typing.oracle.suggest NAME OPERAND...``: suggests a rule for a function of JAX.

The command asks JAX about every combination of dtypes, and finds the named sets and maps of dtypes
that match the answers with the fewest exceptions.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from promo_typing.core.dtypes import NODES
from promo_typing.lattice.semantics import Semantics
from promo_typing.oracle.cells import SETTINGS, Cell, cells, operand_nodes
from promo_typing.oracle.judge import Oracle
from promo_typing.oracle.subjects import register
from promo_typing.rules import Resolved, Rule, resolve
from promo_typing.rules.catalogue.notation import rule
from promo_typing.rules.model import (
    STANDARD,
    STRICT,
    X32,
    X64,
    After,
    ArrayOf,
    DtypeMap,
    DtypeSet,
    Expression,
    First,
    HoldsProducts,
    Join,
    Map,
    Of,
    Product,
    Rest,
    Same,
    TupleOf,
    Under,
    dtype_maps,
    dtype_sets,
)

At: TypeAlias = tuple[str, Semantics]
"""A node under some settings."""

_OPERANDS: Final = "operands"
_FIRST: Final = First(Of(_OPERANDS))

WAYS: Final[dict[str, Expression]] = {
    "Join": Join(Of(_OPERANDS)),
    "First": _FIRST,
    "Same": Same(Of(_OPERANDS)),
    "Product": Product(Of(_OPERANDS)),
    "HoldsProducts": HoldsProducts(Join(Of(_OPERANDS)), Product(Of(_OPERANDS))),
    "scattered": After(
        Join(Map(dtype_maps.TO_STRONG, First(Of(_OPERANDS))), Of(_OPERANDS)), First(Of(_OPERANDS))
    ),
}
"""The usual ways to combine operands to one dtype."""

_SETS: Final = {n: s for n, s in vars(dtype_sets).items() if isinstance(s, DtypeSet)}
_MAPS: Final = {n: m for n, m in vars(dtype_maps).items() if isinstance(m, DtypeMap)}
_SETTINGS: Final[dict[str, Under]] = {
    "X64": X64,
    "X32": X32,
    "STRICT": STRICT,
    "STANDARD": STANDARD,
}


class Observation(NamedTuple):
    """JAX's results for some operands; ``results`` is None if JAX refused them."""

    operands: tuple[str, ...]
    semantics: Semantics
    results: tuple[str, ...] | None


class Fit(NamedTuple):
    """The fit of one way to combine operands to the observations.

    ``answers`` has the results for each combined node. ``wrong`` has observations that contradict
    an earlier observation with the same combined node.
    """

    way: str
    answers: dict[tuple[str, Semantics], tuple[str, ...] | None]
    wrong: list[Observation]


def observe(name: str, rule: Rule) -> tuple[list[Observation], list[str]]:
    """Ask JAX about all cells; return the answers, and in words the cells with several answers."""
    register(name, rule)
    found, several = [], []
    for semantics in SETTINGS:
        with Oracle(semantics) as oracle:
            asked = [cell for cell in cells(name, semantics) if cell.dtype is None]
            for cell, answers in zip(asked, oracle.observed(name, asked), strict=True):
                first, *others = answers
                if others:
                    several.append(_written(cell, semantics, " or ".join(map(str, answers))))
                else:
                    nodes = operand_nodes(cell, semantics)
                    found.append(Observation(nodes, oracle.semantics, first.results))
    return found, several


def fits(observations: Sequence[Observation]) -> list[Fit]:
    """Return the fit of each way to combine operands, the best one first."""
    tried = [_fit(way, observations) for way in WAYS]
    return sorted((fit for fit in tried if fit), key=lambda fit: len(fit.wrong))


def _fit(way: str, observations: Sequence[Observation]) -> Fit | None:
    fit, combining = Fit(way, {}, []), rule((Rest(_OPERANDS),), WAYS[way])
    for each in observations:
        try:
            outcome = resolve(combining, each.operands, each.semantics)
        except ValueError:
            return None  # This way takes another number of operands.
        if isinstance(outcome, Resolved):
            at = (outcome.results[0], each.semantics)
            agreed = fit.answers.setdefault(at, each.results) == each.results
        else:
            agreed = each.results is None
        if not agreed:
            fit.wrong.append(each)
    return fit


def describe(fit: Fit) -> Iterator[str]:
    """Yield the lines of a report: the rule that a fit suggests, and the cells that contradict."""
    yield f"{fit.way}: {len(fit.wrong)} cells contradict"
    yield from (f"  {_observed(each)}" for each in fit.wrong[:12])
    yield f"  accepts: {_accepts(fit)}"
    count = max((len(answer) for answer in fit.answers.values() if answer), default=0)
    for place in range(count):
        accepted = {at: answer[place] for at, answer in fit.answers.items() if answer}
        yield f"  result {place}: {_result(accepted)}"


def _accepts(fit: Fit) -> str:
    """The set of accepted nodes in words: a named set with the fewest exceptions, or a list."""
    wanted = {at: answer is not None for at, answer in fit.answers.items()}
    accepted = [at for at, is_accepted in wanted.items() if is_accepted]
    phrases = [" | ".join(_sets(accepted, wanted)) or "NONE"]
    for name, members in _SETS.items():
        if all(members.contains(*at) for at in accepted):
            wrong = [at for at, is_in in wanted.items() if not is_in and members.contains(*at)]
            phrases.append(" - ".join((name, *_sets(wrong, wanted))))
    return min(phrases, key=len)


def _sets(members: Sequence[At], domain: Mapping[At, object]) -> Iterator[str]:
    """The source of sets of dtypes, one for each group of settings under which they are members."""
    groups: dict[str, list[str]] = {}
    for node in dict.fromkeys(node for node, _ in members):
        settings = {s for n, s in domain if n == node}
        groups.setdefault(_under(settings, {s for n, s in members if n == node}), []).append(node)
    for under, nodes in groups.items():
        yield f"dtypes({', '.join(map(repr, nodes))}){under and f'.under({under})'}"


def _result(accepted: Mapping[At, str]) -> str:
    """The map of the nodes in words: a named map with the fewest exceptions."""
    phrases = []
    for name, made in _MAPS.items():
        wrong = {at: to for at, to in accepted.items() if at[0] in NODES and made(*at) != to}
        phrases.append(name + "".join(_buts(wrong, accepted)))
    return min(phrases, key=len)


def _buts(wrong: Mapping[At, str], domain: Mapping[At, object]) -> Iterator[str]:
    for node, becomes in dict.fromkeys((node, to) for (node, _), to in wrong.items()):
        settings = {s for n, s in domain if n == node}
        under = _under(settings, {s for (n, s), to in wrong.items() if (n, to) == (node, becomes)})
        yield f".but({{{node!r}: {becomes!r}}}{under and f', {under}'})"


def _under(settings: set[Semantics], chosen: set[Semantics]) -> str:
    """The source for some of the settings, a question mark if they have no names."""
    for count in range(3):
        for names in itertools.combinations(_SETTINGS, count):
            if {s for s in settings if all(_SETTINGS[n].holds(s) for n in names)} == chosen:
                return " and ".join(names)
    return "?"


def _written(cell: Cell, semantics: Semantics, answer: str) -> str:
    return f"{cell.operands} with {semantics}: {answer}"


def _observed(each: Observation) -> str:
    return f"{each.operands} with {each.semantics}: {each.results or 'refused'}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status, 0 if some way to combine fits."""
    parser = argparse.ArgumentParser(prog="python -m promo_typing.oracle.suggest")
    parser.add_argument("name", help="the function, e.g. jax.numpy.exp, or a method: Array.sum")
    parser.add_argument("operands", nargs="+", help="the parameters whose dtypes take part")
    parser.add_argument("--results", type=int, default=1, help="the number of arrays returned")
    options = parser.parse_args(arguments)
    arrays = [ArrayOf(Of(*options.operands))] * options.results
    tried = rule(tuple(options.operands), arrays[0] if len(arrays) == 1 else TupleOf(*arrays))
    observations, several = observe(options.name, tried)
    best = fits(observations)
    print(f"{len(observations)} cells with one answer, {len(several)} with several")
    print(*(f"  {line}" for line in several[:12]), sep="\n")
    for fit in best[:3]:
        print(*describe(fit), sep="\n")
    return 0 if best and not best[0].wrong else 1


if __name__ == "__main__":
    sys.exit(main())
