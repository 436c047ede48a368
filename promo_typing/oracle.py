"""The installed JAX as the judge of the rules.

For a rule and settings, :func:`cells` lists combinations of operand dtypes; an :class:`Oracle` asks
JAX for the dtypes of the results by abstract evaluation (``jax.eval_shape``: nothing is computed,
hundreds of cells a second) and compares them with what the rule says. JAX is imported when an
oracle is made, not with this module.

JAX's own answers for ``int1`` and ``uint1`` are erratic where something is compiled: the two NumPy
dtypes have equal hashes, and a compiled program of the one may be taken for the other. Abstract
evaluation compiles nothing, so they are compared like all others.
"""

from __future__ import annotations

import itertools
import random
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final

from promo_typing.dtypes import CONCRETE, NODES, PYTHON_SCALARS
from promo_typing.oracle_calls import Call, calls_of
from promo_typing.rules import FUNCTIONS, METHODS, Resolved, Rule, Unknown, resolve
from promo_typing.semantics import Semantics

LITERALS: Final[dict[str, complex]] = {"int": 2, "float": 2.5, "complex": 2j}
"""Python scalars by type name, which JAX may treat differently from weak arrays."""

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


@dataclass(frozen=True, slots=True)
class Cell:
    """One question: the nodes or Python scalars of the operands, and the ``dtype`` argument."""

    operands: tuple[str, ...]
    dtype: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The nodes of the results, or None if the operands are refused, for the reason given."""

    results: tuple[str, ...] | None
    reason: str = ""

    def __str__(self) -> str:
        """Render the results, or the refusal."""
        return ", ".join(self.results) if self.results is not None else f"refused {self.reason}"


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


def names() -> tuple[str, ...]:
    """Return the names of all rules: ``jax.numpy.add``, and ``Array.sum`` for methods."""
    return (*FUNCTIONS, *(f"Array.{method}" for method in METHODS))


def rule_of(name: str) -> Rule:
    """Return the rule of one of :func:`names`.

    Raises:
        KeyError: there is no rule of that name.
    """
    return METHODS[name.removeprefix("Array.")] if name.startswith("Array.") else FUNCTIONS[name]


def cells(name: str, semantics: Semantics) -> Iterator[Cell]:
    """Yield every combination of up to two operands, and a fixed sample of longer ones."""
    rule, call = rule_of(name), calls_of(name)[0]
    chooser = random.Random(name)
    for count in call.counts or _operand_counts(rule):
        pools = [_pool(semantics, call, position) for position in range(count)]
        yield from (Cell(operands) for operands in _combinations(pools, chooser))
        if rule.dtype_parameter is not None:
            # The operands are arrays, since it depends on its value whether a Python scalar can be
            # converted. 64-bit dtypes are asked for in all settings: narrowing is part of the rule.
            pools = [[*filter(NODES.get, pool)] or pool for pool in pools]
            pools.append([*CONCRETE, *LITERALS])
            yield from (Cell(mix[:-1], mix[-1]) for mix in _sample(pools, chooser))


def expected(rule: Rule, cell: Cell, semantics: Semantics) -> Answer | None:
    """Return what the rule says about a cell, None if it leaves it open."""
    outcome = resolve(rule, cell.operands, semantics, cell.dtype)
    if isinstance(outcome, Unknown):
        return None
    return Answer(outcome.results) if isinstance(outcome, Resolved) else Answer(None, str(outcome))


def _operand_counts(rule: Rule) -> tuple[int, ...]:
    if any(name.startswith("*") or name.endswith("[]") for name in rule.operands):
        return (1, 2, 3)
    return (len(rule.operands),)


def _pool(semantics: Semantics, call: Call, position: int) -> Sequence[str]:
    """What the operand at this position may be; 64-bit arrays exist in some settings only."""
    nodes = [node for node in call.nodes if not semantics.narrows(node)]
    return [*nodes, *LITERALS] if position >= call.literals_from else nodes


def _combinations(
    pools: Sequence[Sequence[str]], chooser: random.Random
) -> Iterable[tuple[str, ...]]:
    if len(pools) <= 2:
        return itertools.product(*pools)
    return _sample(pools, chooser)


def _sample(pools: Sequence[Sequence[str]], chooser: random.Random) -> Iterable[tuple[str, ...]]:
    return [tuple(chooser.choice(pool) for pool in pools) for _ in range(_SAMPLE)]


class Oracle:
    """JAX under fixed settings; a context manager, since JAX's settings are global.

    Raises:
        ImportError: jax is not installed.
    """

    def __init__(self, semantics: Semantics) -> None:
        """Import JAX; its settings stay as they are until the oracle is entered."""
        import jax

        self.semantics: Final = semantics
        self._jax: Final[Any] = jax
        self._settings: Final[dict[str, object]] = {
            "jax_enable_x64": semantics.x64,
            "jax_explicit_x64_dtypes": semantics.explicit_x64,
            "jax_numpy_dtype_promotion": semantics.promotion,
        }
        self._outer: dict[str, object] = {}
        self._warnings: Final = warnings.catch_warnings()

    def __enter__(self) -> Oracle:
        """Set JAX's settings, and silence its warnings about narrowed dtypes."""
        self._outer = {key: getattr(self._jax.config, key) for key in self._settings}
        self._warnings.__enter__()
        warnings.simplefilter("ignore")
        self._update(self._settings)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Restore the settings."""
        self._update(self._outer)
        self._warnings.__exit__(kind, error, trace)

    def has(self, name: str) -> bool:
        """Whether the installed JAX has the function or method."""
        try:
            self._function(name)
        except AttributeError:
            return False
        return True

    def observed(self, name: str, cells: Sequence[Cell]) -> list[tuple[Answer, ...]]:
        """Return what JAX makes of each cell: one answer, or several by ranks and values.

        Raises:
            AttributeError: the installed JAX has no such function.
        """
        columns = [self._observe(name, cells, call) for call in calls_of(name)]
        rows = zip(*columns, strict=True)
        return [tuple({answer.results: answer for answer in row}.values()) for row in rows]

    def disagreements(self, name: str, cells: Sequence[Cell]) -> Iterator[Disagreement]:
        """Yield the cells on which the rule and JAX differ, with all answers.

        A rule may only leave open what JAX does not answer alike for all arrays of these nodes,
        or what the supported versions of JAX do not answer alike.
        """
        for cell, jax in zip(cells, self.observed(name, cells), strict=True):
            rule = expected(rule_of(name), cell, self.semantics)
            if rule is None:
                agreed = calls_of(name)[0].open or self._is_open(name, cell, jax)
            else:
                agreed = [rule.results] == [answer.results for answer in jax]
            if not agreed:
                yield Disagreement(name, cell, self.semantics, rule, jax)

    def _is_open(self, name: str, cell: Cell, answers: tuple[Answer, ...]) -> bool:
        """Whether JAX has several answers, be it for arrays in the place of Python scalars."""
        if len(answers) > 1:
            return True
        nodes = tuple(PYTHON_SCALARS.get(operand, operand) for operand in cell.operands)
        (of_arrays,) = self.observed(name, [Cell(nodes, cell.dtype)])
        return len({answer.results for answer in (*answers, *of_arrays)}) > 1

    def _observe(self, name: str, cells: Sequence[Cell], call: Call) -> list[Answer]:
        """Ask for all cells within one trace, which is ten times as fast as a trace for each."""
        function, rule = self._function(name), rule_of(name)
        operands = {
            (position, operand): self._operand(operand, call, position)
            for cell in cells
            for position, operand in enumerate(cell.operands)
        }
        abstract = [k for k, x in operands.items() if isinstance(x, self._jax.ShapeDtypeStruct)]
        answers: list[Answer] = []

        def evaluate(tracers: list[Any]) -> None:
            values = dict(operands)
            for key, tracer in zip(abstract, tracers, strict=True):
                values[key] = self._widened(tracer, operands[key].dtype)
            for cell in cells:
                arguments = [values[key] for key in enumerate(cell.operands)]
                answers.append(self._answer(function, arguments, cell, call, rule))

        self._jax.eval_shape(evaluate, [operands[key] for key in abstract])
        return answers

    def _answer(
        self,
        function: Callable[..., Any],
        arguments: Sequence[Any],
        cell: Cell,
        call: Call,
        rule: Rule,
    ) -> Answer:
        keywords: dict[str, Any] = {}
        if cell.dtype is not None and rule.dtype_parameter is not None:
            keywords[rule.dtype_parameter] = self._dtype(cell.dtype)
        try:
            result = call.invoke(function, arguments, keywords)
        except Exception as error:  # Whatever it is, JAX did not take the operands.
            return Answer(None, f"({type(error).__name__}: {str(error)[:120]})")
        return Answer(_nodes(result, rule))

    def _widened(self, tracer: Any, dtype: Any) -> Any:
        """Undo that jax 0.10 narrows 64-bit arguments of eval_shape even if they are allowed."""
        same = tracer.dtype == dtype
        return tracer if same else self._jax.lax.convert_element_type(tracer, dtype)

    def _update(self, settings: dict[str, object]) -> None:
        for key, value in settings.items():
            self._jax.config.update(key, value)

    def _function(self, name: str) -> Callable[..., Any]:
        *path, last = name.split(".")
        if path[0] == "Array":
            return self._method(last, indexed=path[1:] == ["at"])
        owner = self._jax
        for part in path[1:]:
            owner = getattr(owner, part)
        return getattr(owner, last)  # type: ignore[no-any-return]

    def _method(self, name: str, indexed: bool) -> Callable[..., Any]:
        if not indexed:
            getattr(self._jax.Array, name)

        def call(array: Any, *arguments: Any, **keywords: Any) -> Any:
            attribute = getattr(array.at[0] if indexed else array, name)
            return attribute(*arguments, **keywords) if callable(attribute) else attribute

        return call

    def _operand(self, operand: str, call: Call, position: int) -> Any:
        if operand in LITERALS:
            return LITERALS[operand]
        weak, dtype = NODES[operand].weak, self._dtype(self.semantics.concrete(operand))
        if position in call.known and dtype.kind in "biu":
            return True if operand == "bool" else self._known(dtype, weak)
        shape = () if position in call.scalars else call.shape
        return self._jax.ShapeDtypeStruct(shape, dtype, weak_type=weak)

    def _known(self, dtype: Any, weak: bool) -> Any:
        if weak:
            return self._jax.numpy.asarray(dtype.type(2).item())
        return self._jax.numpy.asarray(dtype.type(2), dtype=dtype)

    def _dtype(self, name: str) -> Any:
        return type(LITERALS[name]) if name in LITERALS else self._jax.numpy.dtype(name)


def _nodes(result: Any, rule: Rule) -> tuple[str, ...]:
    """The nodes of a result, whose container must be the one that the rule names."""
    if rule.container == "single":
        return (_node(result),)
    if not isinstance(result, (list, tuple)):
        return (f"not a {rule.container} but {type(result).__name__}",)
    nodes = tuple(_node(item) for item in result)
    if rule.container == "list":
        return tuple(dict.fromkeys(nodes))
    return nodes


_WEAK_KINDS: Final = {"i": "weak_int", "f": "weak_float", "c": "weak_complex", "b": "bool"}
"""A weak bool is the bool of the lattice: JAX treats the two alike."""


def _node(array: Any) -> str:
    if not hasattr(array, "dtype"):
        return f"not an array but {type(array).__name__}"
    return _WEAK_KINDS[array.dtype.kind] if array.weak_type else str(array.dtype)
