"""``python -m promo_typing.oracle.suggest NAME OPERAND...``: a rule that fits a function of JAX.

It asks JAX about every combination of dtypes, and looks in the vocabulary of rules for words that
say the same, with the fewest exceptions.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from promo_typing.lattice.semantics import Semantics
from promo_typing.oracle.cells import SETTINGS, Cell, cells, operand_nodes, register
from promo_typing.oracle.judge import Oracle
from promo_typing.rules import ACCEPTS, RESULT_MAPS, Rule
from promo_typing.rules.combine import COMBINES
from promo_typing.rules.exceptions import BUT, CONDITIONS, ONLY

At: TypeAlias = tuple[str, Semantics]
"""A node under some settings."""

_SKIPPED: Final = ("none",)


class Observation(NamedTuple):
    """What JAX made of some operands; ``results`` is None if it refused them."""

    operands: tuple[str, ...]
    semantics: Semantics
    results: tuple[str, ...] | None


class Fit(NamedTuple):
    """What a way to combine the operands makes of the observations.

    ``answers`` has the results for each combined node; ``wrong`` are observations that contradict
    an earlier one of the same combined node.
    """

    combine: str
    answers: dict[tuple[str, Semantics], tuple[str, ...] | None]
    wrong: list[Observation]


def observe(name: str, rule: Rule) -> tuple[list[Observation], list[str]]:
    """Ask JAX about all cells; return its answers, and the cells to which it gives several."""
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
    """Return what each way to combine makes of the observations, the best first."""
    tried = [_fit(key, observations) for key in COMBINES if key not in _SKIPPED]
    return sorted((fit for fit in tried if fit), key=lambda fit: len(fit.wrong))


def _fit(combine: str, observations: Sequence[Observation]) -> Fit | None:
    fit = Fit(combine, {}, [])
    for each in observations:
        try:
            node = COMBINES[combine](each.operands, each.semantics)
        except (ValueError, IndexError):
            return None  # It is for another number of operands.
        if not isinstance(node, str):
            agreed = each.results is None
        else:
            agreed = fit.answers.setdefault((node, each.semantics), each.results) == each.results
        if not agreed:
            fit.wrong.append(each)
    return fit


def describe(fit: Fit) -> Iterator[str]:
    """Yield the fields of the rule that a fit amounts to."""
    yield f"combine={fit.combine!r}: {len(fit.wrong)} cells contradict"
    yield from (f"  {_observed(each)}" for each in fit.wrong[:12])
    yield f"  accepts={_accepts(fit)!r}"
    count = max((len(answer) for answer in fit.answers.values() if answer), default=0)
    for place in range(count):
        accepted = {at: answer[place] for at, answer in fit.answers.items() if answer}
        yield f"  results[{place}]={_result(accepted)!r}"


def _accepts(fit: Fit) -> str:
    """The word that says which nodes are refused, with the fewest exceptions."""
    wanted = {at: answer is not None for at, answer in fit.answers.items()}
    phrases = [_only([at for at, accepted in wanted.items() if accepted], wanted)]
    for key, word in list(ACCEPTS.items()):
        if BUT not in key and all(
            word.contains(*at) for at, accepted in wanted.items() if accepted
        ):
            wrong = {at: "" for at, a in wanted.items() if not a and word.contains(*at)}
            phrases.append(_phrase(key, wrong, wanted))
    return min(phrases, key=len)


def _only(accepted: list[At], wanted: Mapping[At, object]) -> str:
    return ONLY + _exceptions(dict.fromkeys(accepted, ""), wanted)


def _result(accepted: Mapping[At, str]) -> str:
    """The word that says what the nodes become, with the fewest exceptions."""
    phrases = []
    for key, word in list(RESULT_MAPS.items()):
        if BUT not in key:
            wrong = {at: f"={to}" for at, to in accepted.items() if word(*at) != to}
            phrases.append(_phrase(key, wrong, accepted))
    return min(phrases, key=len)


def _phrase(key: str, wrong: Mapping[At, str], domain: Mapping[At, object]) -> str:
    return key + BUT + _exceptions(wrong, domain) if wrong else key


def _exceptions(wrong: Mapping[At, str], domain: Mapping[At, object]) -> str:
    """Write nodes that are exceptional, with the settings under which they are."""
    words = []
    for node, becomes in dict.fromkeys((node, to) for (node, _), to in wrong.items()):
        settings = {s for n, s in domain if n == node}
        exceptional = {s for (n, s), to in wrong.items() if (n, to) == (node, becomes)}
        words.append(node + _condition(settings, exceptional) + becomes)
    return " ".join(words)


def _condition(settings: set[Semantics], exceptional: set[Semantics]) -> str:
    """The words for some of the settings, a question mark if there are none."""
    for count in range(3):
        for words in itertools.combinations(CONDITIONS, count):
            met = {s for s in settings if all(CONDITIONS[word][0](s) for word in words)}
            if met == exceptional:
                return "/" + "+".join(words) if words else ""
    return "/?"


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
    parser.add_argument("--container", default="single", help="what holds them")
    options = parser.parse_args(arguments)
    results = ("same",) * options.results
    rule = Rule(tuple(options.operands), results=results, container=options.container)
    observations, several = observe(options.name, rule)
    best = fits(observations)
    print(f"{len(observations)} cells with one answer, {len(several)} with several")
    print(*(f"  {line}" for line in several[:12]), sep="\n")
    for fit in best[:3]:
        print(*describe(fit), sep="\n")
    return 0 if best and not best[0].wrong else 1


if __name__ == "__main__":
    sys.exit(main())
