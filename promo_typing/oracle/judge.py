"""Asks the installed JAX by tracing, and compares its answers with rules."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any, Final, TypeAlias

from promo_typing.core.dtypes import NODES, PRNG_KEY
from promo_typing.core.garbage import uncollected
from promo_typing.core.versions import NEWEST, installed
from promo_typing.lattice.semantics import Semantics
from promo_typing.oracle.calls import Call
from promo_typing.oracle.cells import (
    LITERALS,
    NUMPY,
    Answer,
    Cell,
    Disagreement,
    calls,
    expected,
    operand_nodes,
    refusals,
    ways,
)
from promo_typing.oracle.memory import MemoryLimit
from promo_typing.oracle.openness import reason_to_be_open
from promo_typing.oracle.refusals import refused
from promo_typing.oracle.results import node, node_name, nodes_of
from promo_typing.oracle.subjects import rule_of, subject
from promo_typing.rules import Rule, of_version

Ask: TypeAlias = Callable[[Sequence[Any], Cell], Answer]

_TRACED_AT_ONCE: Final = 1000
"""The most cells in one trace; they leave some hundred megabytes of garbage."""

_MEMORY: Final = MemoryLimit(900 << 20, step=200 << 20)
"""If this process takes more memory, JAX's caches of traces are cleared."""


def _collect() -> None:
    """Free the garbage, and exempt all remaining objects from later collections.

    These are mostly JAX's growing caches. To scan them after a trace takes longer than the trace.
    """
    gc.collect()
    gc.freeze()


class Oracle:
    """JAX under fixed settings; a context manager, since JAX's settings are global.

    Raises:
        ImportError: jax is not installed.
    """

    def __init__(self, semantics: Semantics) -> None:
        """Import JAX; its settings stay as they are until the oracle is entered."""
        import jax
        import numpy

        self.semantics: Final = replace(semantics, jax=installed())
        self._jax: Final[Any] = jax
        self._numpy: Final[Any] = numpy
        self._settings: Final[dict[str, object]] = {
            "jax_enable_x64": semantics.x64,
            "jax_explicit_x64_dtypes": semantics.explicit_x64,
            "jax_numpy_dtype_promotion": semantics.promotion,
            # JAX refuses most questions, and filtering a traceback takes longer than an answer.
            "jax_traceback_filtering": "off",
        }
        self._outer: dict[str, object] = {}
        self._warnings: Final = warnings.catch_warnings()

    def __enter__(self) -> Oracle:
        """Set JAX's settings, and silence its warnings about truncated dtypes."""
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
        """Whether the installed JAX has the function or method of a rule."""
        try:
            self._function(subject(name).function)
        except AttributeError:
            return False
        return True

    def observed(
        self, name: str, cells: Sequence[Cell], in_turn: bool = False
    ) -> list[tuple[Answer, ...]]:
        """Return JAX's answers to each cell: one, or several that depend on ranks or values.

        Args:
            name: the name of a rule.
            cells: the questions.
            in_turn: whether most cells are asked by one way to call the function, see :func:`ways`;
                else each cell is asked by all ways.

        Raises:
            AttributeError: the installed JAX has no such function.
        """
        found: list[dict[object, Answer]] = [{} for _ in cells]
        for way, call in enumerate(calls(name)):
            places = [p for p, c in enumerate(cells) if not in_turn or way in ways(name, c)]
            answers = self._observe(name, [cells[place] for place in places], call)
            for place, answer in zip(places, answers, strict=True):
                found[place].setdefault(answer.meaning, answer)
        return [tuple(answers.values()) for answers in found]

    def method(self, name: str, cells: Sequence[Cell]) -> list[Answer]:
        """Return the answer of a special method (``__add__``) of the first operand to each cell."""

        def ask(arguments: Sequence[Any], cell: Cell) -> Answer:
            array, *others = arguments
            try:
                result = getattr(array, name)(*others)
            except Exception as error:
                return refused(error)
            items = result if isinstance(result, tuple) else (result,)
            return Answer(tuple(map(node, items)))

        return self._trace(cells, Call(), ask)

    def disagreements(self, name: str, cells: Sequence[Cell]) -> Iterator[Disagreement]:
        """Yield the cells on which the rule and JAX differ, with all answers.

        A refusal must have the same kind, and a broken call agrees with no rule. A rule may leave a
        cell open only if JAX has different answers for arrays of these nodes.
        """
        yield from self.judged(name, cells, self.observed(name, cells))

    def judged(
        self, name: str, cells: Sequence[Cell], answers: Sequence[tuple[Answer, ...]]
    ) -> Iterator[Disagreement]:
        """Yield the cells on which the rule and these answers of JAX differ."""
        open_cells: list[tuple[Cell, tuple[Answer, ...]]] = []
        for cell, jax in zip(cells, answers, strict=True):
            rule = expected(rule_of(name), cell, self.semantics)
            if rule is None and not any(answer.refusal == "broken" for answer in jax):
                open_cells.append((cell, jax))
            elif rule is None or not self._agrees(name, cell, rule, jax):
                yield Disagreement(name, cell, self.semantics, rule, jax)
        if reason_to_be_open(name) is None:
            yield from self._not_open(name, open_cells)

    def _agrees(self, name: str, cell: Cell, rule: Answer, jax: tuple[Answer, ...]) -> bool:
        """Whether rule and JAX agree; of two reasons for a refusal JAX names only one."""
        reasons = {rule.meaning} if rule.refusal is None else refusals(name, cell, self.semantics)
        return {answer.meaning for answer in jax} <= reasons

    def _not_open(
        self, name: str, cells: Sequence[tuple[Cell, tuple[Answer, ...]]]
    ) -> Iterator[Disagreement]:
        """The open cells to which JAX has one answer, also for arrays instead of Python scalars."""
        single = [cell for cell, answers in cells if len(answers) == 1]
        nodes = [Cell(operand_nodes(cell, self.semantics), cell.dtype) for cell in single]
        in_all_ways = self.observed(name, single), self.observed(name, nodes)
        for cell, answers, of_arrays in zip(single, *in_all_ways, strict=True):
            if len({answer.meaning for answer in (*answers, *of_arrays)}) == 1:
                yield Disagreement(name, cell, self.semantics, None, answers)

    def joins(self, pairs: Sequence[tuple[str, str]]) -> list[str | None]:
        """Return ``jax.dtypes.result_type`` of pairs of nodes, None for pairs that it refuses."""
        result_type = self._jax.dtypes.result_type

        def ask(arguments: Sequence[Any], cell: Cell) -> Answer:
            try:
                dtype, weak = result_type(*arguments, return_weak_type_flag=True)
            except self._jax.dtypes.TypePromotionError as error:
                return Answer(None, "promotion", str(error))
            return Answer((node_name(dtype, weak),))

        answers = self._trace([Cell(pair) for pair in pairs], Call(), ask)
        return [answer.results[0] if answer.results else None for answer in answers]

    def _observe(self, name: str, cells: Sequence[Cell], call: Call) -> list[Answer]:
        rule = rule_of(name)
        function = self._function(subject(name).function)

        def ask(arguments: Sequence[Any], cell: Cell) -> Answer:
            keywords: dict[str, Any] = {}
            if cell.dtype is not None and rule.dtype is not None:
                keywords[rule.dtype.name] = self._dtype(cell.dtype)
            try:
                result = call.invoke(function, arguments, keywords)
            except Exception as error:
                return refused(error)
            return Answer(self._nodes(result, rule))

        return self._trace(cells, call, ask)

    def _trace(self, cells: Sequence[Cell], call: Call, ask: Ask) -> list[Answer]:
        """Ask about many cells within one trace, which is faster than a trace for each."""
        answers: list[Answer] = []
        for start in range(0, len(cells), _TRACED_AT_ONCE):
            answers += self._traced(cells[start : start + _TRACED_AT_ONCE], call, ask)
            if len(cells) > _TRACED_AT_ONCE:
                _collect()
            if _MEMORY.exceeded():
                gc.unfreeze()
                self._jax.clear_caches()
                _collect()
                _MEMORY.freed()
        return answers

    def _traced(self, cells: Sequence[Cell], call: Call, ask: Ask) -> list[Answer]:
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
            answers.extend(ask([values[k] for k in enumerate(c.operands)], c) for c in cells)

        with uncollected():
            self._jax.eval_shape(evaluate, [operands[key] for key in abstract])
        return answers

    def _widened(self, tracer: Any, dtype: Any) -> Any:
        """Restore 64 bits that an older JAX truncates in eval_shape, even if they are allowed."""
        same = tracer.dtype == dtype
        return tracer if same else self._jax.lax.convert_element_type(tracer, dtype)

    def _nodes(self, result: Any, rule: Rule) -> tuple[str, ...]:
        """The nodes of a result, which must have the shape of the rule's result."""
        shape = of_version(rule, self.semantics.jax or NEWEST).usual.result
        return tuple(nodes_of(result, shape, self._class))

    def _class(self, fullname: str) -> Any:
        return self._function(fullname)

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
        if operand.startswith(NUMPY):
            shape = () if position in call.scalars else call.shape
            return self._numpy.zeros(shape, self._dtype(operand.removeprefix(NUMPY)))
        if operand == PRNG_KEY:
            return self._jax.ShapeDtypeStruct(call.shape, self._jax.random.key(0).dtype)
        weak, dtype = NODES[operand].weak, self._dtype(self.semantics.strong(operand))
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
