"""The questions put to JAX, and what a rule answers to them."""

from __future__ import annotations

import itertools
import random
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from promo_typing.core.dtypes import NODES, PRNG_KEY, PYTHON_SCALARS, STRONG, WEAK
from promo_typing.lattice.semantics import Semantics
from promo_typing.oracle.calls import Call, calls_of
from promo_typing.oracle.subjects import rule_of, subject
from promo_typing.rules import NoPath, Outcome, Refusal, Resolved, Rule, Unknown, resolve
from promo_typing.rules.explain import why
from promo_typing.rules.model import One, Several

LITERALS: Final[dict[str, complex]] = {"int": 2, "float": 2.5, "complex": 2j}
"""Python scalars by type name, which JAX may treat differently from weak arrays."""

NUMPY: Final = "numpy."
"""Before a dtype: the operand is an array of NumPy."""

SETTINGS: Final[tuple[Semantics, ...]] = (
    Semantics(),
    Semantics(explicit_x64="allow"),
    Semantics(x64=True),
    Semantics(promotion="strict"),
    Semantics(explicit_x64="allow", promotion="strict"),
    Semantics(x64=True, promotion="strict"),
)
"""The settings that rules are compared under. ``explicit_x64="error"`` is decided by Semantics."""

_SAMPLE: Final = 300
"""How many combinations of three and more operands, or of operands and a dtype, are taken."""

_STRICT_SHARE: Final = 4
"""Under strict promotion one of so many combinations of different dtypes is taken."""

_ALWAYS: Final = (frozenset({"bool"}), *(frozenset({weak}) for weak in WEAK))
"""The dtypes of operands that are alike and never left out of a sample: rules treat them apart."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One question: the nodes or Python scalars of the operands, and the ``dtype`` argument."""

    operands: tuple[str, ...]
    dtype: str | None = None


RefusalKind: TypeAlias = Literal["promotion", "dtype", "x64", "broken"]
"""Why there is no result.

``"promotion"``: JAX raises TypePromotionError, for want of a common dtype. ``"dtype"``: it raises
another error that is about the dtypes. ``"x64"``: a 64-bit dtype is asked for, and
``explicit_x64="error"`` forbids it. ``"broken"``: the error is about something else, so that the
call is wrong and says nothing of dtypes.
"""


@dataclass(frozen=True, slots=True)
class Answer:
    """The nodes of the results, or None and the kind of the refusal, for the reason given."""

    results: tuple[str, ...] | None
    refusal: RefusalKind | None = None
    reason: str = ""

    @property
    def meaning(self) -> tuple[str, ...] | RefusalKind | None:
        """What answers are compared by: two refusals may have different words."""
        return self.refusal if self.results is None else self.results

    def __str__(self) -> str:
        """Render the results, or the refusal."""
        if self.results is not None:
            return ", ".join(self.results)
        return f"{_REFUSALS[self.refusal]} ({self.reason})" if self.refusal else "refused"


_REFUSALS: Final[dict[RefusalKind, str]] = {
    "promotion": "refused to promote",
    "dtype": "refused",
    "x64": "refused a 64-bit dtype",
    "broken": "cannot answer, the call is broken",
}


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A cell in which a rule and JAX differ."""

    name: str
    cell: Cell
    semantics: Semantics
    rule: Answer | None
    jax: tuple[Answer, ...]

    def __str__(self) -> str:
        """Render the cell in one line."""
        dtype = (f"dtype={self.cell.dtype}",) if self.cell.dtype else ()
        call = f"{self.name}({', '.join((*self.cell.operands, *dtype))})"
        jax = " or ".join(map(str, self.jax))
        return f"{call} with {self.semantics}: rule {self.rule or 'unknown'}; JAX {jax}"


def calls(name: str) -> tuple[Call, ...]:
    """Return the ways to call the function of a rule."""
    return calls_of(name, subject(name).arguments)


def cells(name: str, semantics: Semantics) -> Iterator[Cell]:
    """Yield the questions about a rule under some settings.

    Of one or two operands they are all combinations of arrays, weak arrays and Python scalars; of
    more, all pairs, one of them up to some place and the other from there on, and a fixed sample.
    One operand may also be of NumPy: alone any, with others those of a sample. With a dtype
    argument it is a sample, too, and where operands are left out in whose place JAX takes a Python
    scalar: these are all combinations with that scalar. Under strict promotion, which refuses
    nearly all arrays of different dtypes, it is a quarter of these.
    """
    rule, call = rule_of(name), calls(name)[0]
    chooser = random.Random(name)
    for count in call.counts or _operand_counts(rule):
        pools = [_pool(semantics, call, position) for position in range(count)]
        if _has_scalar_at(rule, count):
            yield from map(Cell, _sample(pools, chooser))
        else:
            every = map(Cell, _combinations(name, pools, chooser))
            yield from every if semantics.promotion == "standard" else _fewer(name, every)
        yield from map(Cell, _of_numpy(name, call, pools, chooser))
        if rule.usual.keys:
            yield Cell((PRNG_KEY,) * count)
        if rule.dtype is not None:
            # The operands are arrays, since it depends on its value whether a Python scalar can be
            # converted. 64-bit dtypes are asked for in all settings: rules truncate some of them.
            pools = [[*filter(NODES.get, pool)] or pool for pool in pools]
            pools.append([*STRONG, *LITERALS])
            yield from (Cell(mix[:-1], mix[-1]) for mix in _sample(pools, chooser))


def _fewer(name: str, every: Iterable[Cell]) -> Iterator[Cell]:
    """Leave out most arrays of different dtypes, which strict promotion refuses nearly always."""
    return (c for c in every if not _mixes(c) or _turn(name, c, _STRICT_SHARE) == 0)


def ways(name: str, cell: Cell) -> Sequence[int]:
    """Return which of the ways to call its function answer a question: all, by their places.

    Arrays of different dtypes, which are most questions, are asked about in one way each: in all of
    them in turn.
    """
    count = len(calls(name))
    # Not the lower bits: by these it is decided which questions there are.
    return ((_number(name, cell) >> 16) % count,) if _mixes(cell) else range(count)


def _mixes(cell: Cell) -> bool:
    """Whether the operands are arrays of JAX of different dtypes, none of them weak."""
    different = len({*cell.operands}) > 1 and cell.dtype is None
    return different and all(operand in _STRONG for operand in cell.operands)


_STRONG: Final = frozenset(STRONG)


def _turn(name: str, cell: Cell, count: int) -> int:
    """One of so many numbers, for a question always the same one."""
    return _number(name, cell) % count


def _number(name: str, cell: Cell) -> int:
    """A number of 32 bits that looks random, for a question always the same one."""
    return zlib.crc32(f"{name} {cell.operands}".encode())


def sampled(name: str, semantics: Semantics, size: int, seed: int = 0) -> list[Cell]:
    """Return some of the questions: so many without a dtype argument, and so many with one.

    Besides there are those about bools alone and about weak operands of one dtype.
    """
    every = list(dict.fromkeys(cells(name, semantics)))
    always = [cell for cell in every if cell.dtype is None and frozenset(cell.operands) in _ALWAYS]
    others = [cell for cell in every if cell not in always]
    chooser = random.Random(f"{name} {semantics} {seed}")
    kinds = ([c for c in others if c.dtype is None], [c for c in others if c.dtype is not None])
    some = [cell for kind in kinds for cell in chooser.sample(kind, min(size, len(kind)))]
    return [*always, *some]


def expected(rule: Rule, cell: Cell, semantics: Semantics) -> Answer | None:
    """Return what the rule says about a cell, None if it leaves it open."""
    outcome = _outcome(rule, cell, semantics)
    if isinstance(outcome, Unknown):
        return None
    if isinstance(outcome, Resolved):
        return Answer(outcome.results)
    kind: RefusalKind = "promotion" if isinstance(outcome, NoPath) else "dtype"
    return Answer(None, kind, why(outcome, semantics))


def refusals(name: str, cell: Cell, semantics: Semantics) -> set[RefusalKind]:
    """Return the kinds of refusal that agree with a rule which refuses a cell.

    What a function rejects may also be what it cannot promote with one of its own constants: under
    strict promotion any dtype, else those that are promoted with few others. What cannot be
    promoted may also be rejected, if the requested dtype is, or one of the operands by itself.
    """
    nodes = operand_nodes(cell, semantics)
    small = any(_is_small(node) for node in nodes if node in NODES)
    if small or cell.dtype is not None or semantics.promotion == "strict":
        return {"dtype", "promotion"}
    if not isinstance(_outcome(rule_of(name), cell, semantics), NoPath):
        return {"dtype"}
    alone = (Cell((node,) * len(cell.operands)) for node in cell.operands)
    others = (_outcome(rule_of(name), each, semantics) for each in alone)
    rejects = any(isinstance(other, Refusal) and not isinstance(other, NoPath) for other in others)
    return {"dtype", "promotion"} if rejects else {"promotion"}


def _is_small(node: str) -> bool:
    """Whether it is one of the dtypes above which there is little or nothing in the lattice."""
    kind, bits = NODES[node].kind, NODES[node].bits
    return 0 < bits < (16 if kind == "float" else 8)


def _outcome(rule: Rule, cell: Cell, semantics: Semantics) -> Outcome:
    operands = [_without_numpy(operand, semantics) for operand in cell.operands]
    return resolve(rule, operands, semantics, cell.dtype)


def operand_nodes(cell: Cell, semantics: Semantics) -> tuple[str, ...]:
    """Return the nodes of a cell's operands, weak ones for Python scalars."""
    operands = (_without_numpy(operand, semantics) for operand in cell.operands)
    return tuple(PYTHON_SCALARS.get(operand, operand) for operand in operands)


def _without_numpy(operand: str, semantics: Semantics) -> str:
    """The operand, that of NumPy as JAX takes it in."""
    if not operand.startswith(NUMPY):
        return operand
    return semantics.canonical(operand.removeprefix(NUMPY))


def _operand_counts(rule: Rule) -> tuple[int, ...]:
    if any(isinstance(operand, Several) for operand in rule.operands):
        return (1, 2, 3)
    return (len(rule.operands),)


def _has_scalar_at(rule: Rule, count: int) -> bool:
    """Whether a Python scalar stands in the place of the operand after so many."""
    following = rule.operands[count : count + 1]
    return any(isinstance(each, One) and each.absent in WEAK for each in following)


def _pool(semantics: Semantics, call: Call, position: int) -> Sequence[str]:
    """What the operand at this position may be; 64-bit arrays exist in some settings only."""
    nodes = [node for node in call.nodes if not semantics.truncates(node)]
    return [*nodes, *LITERALS] if position >= call.literals_from else nodes


def _combinations(
    name: str, pools: Sequence[Sequence[str]], chooser: random.Random
) -> Iterable[tuple[str, ...]]:
    """All pairs, the first one up to a position and the second one from there on, and a sample."""
    count = len(pools)
    if count <= 2:
        return itertools.product(*pools)
    mixed = (
        (first,) * at + (second,) * (count - at)
        for first in pools[0]
        for second in pools[-1]
        for at in (1 + _turn(name, Cell((first, second)), count - 1),)
        if second in pools[at]
    )
    return itertools.chain(mixed, _sample(pools, chooser))


def _of_numpy(
    name: str, call: Call, pools: Sequence[Sequence[str]], chooser: random.Random
) -> Iterable[tuple[str, ...]]:
    """Combinations with one operand of NumPy, where a function takes one."""
    first = 1 if name.startswith("Array.") else 0
    left_out = {*call.known, *call.not_numpy, *range(first)}
    positions = [p for p in range(len(pools)) if p not in left_out and call.nodes]
    if not positions:
        return
    numpy = [NUMPY + node for node in STRONG]
    count = len(numpy) if len(pools) == 1 else _SAMPLE
    for number in range(count):
        position = positions[number % len(positions)]
        mix = [chooser.choice(pool) for pool in pools]
        mix[position] = numpy[number % len(numpy)]
        yield tuple(mix)


def _sample(pools: Sequence[Sequence[str]], chooser: random.Random) -> Iterable[tuple[str, ...]]:
    return [tuple(chooser.choice(pool) for pool in pools) for _ in range(_SAMPLE)]
