"""The cells of a rule: the questions put to JAX about it, and the answers that the rule gives."""

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
"""The types of Python scalars, which JAX may treat differently from weak arrays."""

NUMPY: Final = "numpy."
"""A prefix of a dtype: the operand is a NumPy array."""

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
"""The size of the sample of combinations of three and more operands, or with a dtype."""

_STRICT_SHARE: Final = 4
"""Under strict promotion, one in this many combinations of different dtypes is a cell."""

_ALWAYS: Final = (frozenset({"bool"}), *(frozenset({weak}) for weak in WEAK))
"""Dtypes that rules treat apart. Cells whose operands all have one of them are in each sample."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One question to JAX: a node or Python scalar for each operand, and the ``dtype`` argument."""

    operands: tuple[str, ...]
    dtype: str | None = None


RefusalKind: TypeAlias = Literal["promotion", "dtype", "x64", "broken"]
"""The kind of a refusal.

``"promotion"``: JAX raises TypePromotionError, because the operands have no common dtype.
``"dtype"``: JAX raises another error about the dtypes. ``"x64"``: the call requests a 64-bit dtype,
which ``explicit_x64="error"`` forbids. ``"broken"``: the error is not about dtypes, so the call
itself is wrong.
"""


@dataclass(frozen=True, slots=True)
class Answer:
    """The nodes of the results; or None, with the kind and the reason of the refusal."""

    results: tuple[str, ...] | None
    refusal: RefusalKind | None = None
    reason: str = ""

    @property
    def meaning(self) -> tuple[str, ...] | RefusalKind | None:
        """The part by which answers are compared, without the words of a refusal."""
        return self.refusal if self.results is None else self.results

    def __str__(self) -> str:
        """Return the results, or the refusal, as text."""
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
        """Return the cell, and both answers, in one line."""
        dtype = (f"dtype={self.cell.dtype}",) if self.cell.dtype else ()
        call = f"{self.name}({', '.join((*self.cell.operands, *dtype))})"
        jax = " or ".join(map(str, self.jax))
        return f"{call} with {self.semantics}: rule {self.rule or 'unknown'}; JAX {jax}"


def calls(name: str) -> tuple[Call, ...]:
    """Return the ways to call the function of a rule."""
    return calls_of(name, subject(name).arguments)


def cells(name: str, semantics: Semantics) -> Iterator[Cell]:
    """Yield the cells of a rule under some settings.

    - One or two operands: all combinations of arrays, weak arrays and Python scalars.
    - More operands: for each pair of dtypes, one up to some position and the other from there on;
      and a fixed sample of the other combinations.
    - NumPy: one operand is a NumPy array, of each dtype if it is alone, else in a sample.
    - A ``dtype`` argument: a sample.
    - Omitted operands for which JAX takes a Python scalar: all combinations with that scalar.

    Strict promotion refuses nearly all arrays of different dtypes; of these, only a quarter are
    cells under it.
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
    """Drop most cells with different dtypes, which strict promotion nearly always refuses."""
    return (c for c in every if not _mixes(c) or _turn(name, c, _STRICT_SHARE) == 0)


def ways(name: str, cell: Cell) -> Sequence[int]:
    """Return the indices of the ways to call the function that are tried for a cell.

    All ways are tried, except for arrays of different dtypes, which are most cells: each of these
    cells is tried in one way, and the cells share the ways evenly.
    """
    count = len(calls(name))
    # Not the lower bits: by these it is decided which questions there are.
    return ((_number(name, cell) >> 16) % count,) if _mixes(cell) else range(count)


def _mixes(cell: Cell) -> bool:
    """Whether the operands are strong JAX arrays of different dtypes."""
    different = len({*cell.operands}) > 1 and cell.dtype is None
    return different and all(operand in _STRONG for operand in cell.operands)


_STRONG: Final = frozenset(STRONG)


def _turn(name: str, cell: Cell, count: int) -> int:
    """A number below ``count``, always the same for a cell."""
    return _number(name, cell) % count


def _number(name: str, cell: Cell) -> int:
    """A pseudo-random number of 32 bits, always the same for a cell."""
    return zlib.crc32(f"{name} {cell.operands}".encode())


def sampled(name: str, semantics: Semantics, size: int, seed: int = 0) -> list[Cell]:
    """Return a sample: ``size`` cells without a ``dtype`` argument, and ``size`` with one.

    The cells of bools alone and of weak operands of one dtype are in it in any case.
    """
    every = list(dict.fromkeys(cells(name, semantics)))
    always = [cell for cell in every if cell.dtype is None and frozenset(cell.operands) in _ALWAYS]
    others = [cell for cell in every if cell not in always]
    chooser = random.Random(f"{name} {semantics} {seed}")
    kinds = ([c for c in others if c.dtype is None], [c for c in others if c.dtype is not None])
    some = [cell for kind in kinds for cell in chooser.sample(kind, min(size, len(kind)))]
    return [*always, *some]


def expected(rule: Rule, cell: Cell, semantics: Semantics) -> Answer | None:
    """Return the answer of a rule to a cell; None if the rule leaves it open."""
    outcome = _outcome(rule, cell, semantics)
    if isinstance(outcome, Unknown):
        return None
    if isinstance(outcome, Resolved):
        return Answer(outcome.results)
    kind: RefusalKind = "promotion" if isinstance(outcome, NoPath) else "dtype"
    return Answer(None, kind, why(outcome, semantics))


def refusals(name: str, cell: Cell, semantics: Semantics) -> set[RefusalKind]:
    """Return the kinds of JAX's refusal that agree with the refusal of a rule.

    A dtype that a rule rejects may fail in JAX earlier, when the function promotes it with a
    constant of its own: any dtype under strict promotion, otherwise those that promote with few
    others. And operands without a common dtype may be rejected earlier, if one of them, or the
    requested dtype, is rejected by itself.
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
    """Whether a dtype has few or no upper neighbours in the lattice."""
    kind, bits = NODES[node].kind, NODES[node].bits
    return 0 < bits < (16 if kind == "float" else 8)


def _outcome(rule: Rule, cell: Cell, semantics: Semantics) -> Outcome:
    operands = [_without_numpy(operand, semantics) for operand in cell.operands]
    return resolve(rule, operands, semantics, cell.dtype)


def operand_nodes(cell: Cell, semantics: Semantics) -> tuple[str, ...]:
    """Return the nodes of a cell's operands; Python scalars have weak nodes."""
    operands = (_without_numpy(operand, semantics) for operand in cell.operands)
    return tuple(PYTHON_SCALARS.get(operand, operand) for operand in operands)


def _without_numpy(operand: str, semantics: Semantics) -> str:
    """The operand; a NumPy array as JAX converts it."""
    if not operand.startswith(NUMPY):
        return operand
    return semantics.canonical(operand.removeprefix(NUMPY))


def _operand_counts(rule: Rule) -> tuple[int, ...]:
    if any(isinstance(operand, Several) for operand in rule.operands):
        return (1, 2, 3)
    return (len(rule.operands),)


def _has_scalar_at(rule: Rule, count: int) -> bool:
    """Whether JAX takes a Python scalar for the operand at this position if it is omitted."""
    following = rule.operands[count : count + 1]
    return any(isinstance(each, One) and each.absent in WEAK for each in following)


def _pool(semantics: Semantics, call: Call, position: int) -> Sequence[str]:
    """The candidates for the operand at a position; 64-bit arrays need certain settings."""
    nodes = [node for node in call.nodes if not semantics.truncates(node)]
    return [*nodes, *LITERALS] if position >= call.literals_from else nodes


def _combinations(
    name: str, pools: Sequence[Sequence[str]], chooser: random.Random
) -> Iterable[tuple[str, ...]]:
    """All pairs, the first dtype up to a position and the second from there on; and a sample."""
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
    """Combinations with one NumPy operand, for functions that accept one."""
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
