"""The facts that the lints remember between calls of the plugin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from mypy.checker import TypeChecker
from mypy.nodes import Context, Expression, MypyFile
from mypy.plugin import CheckerPluginInterface
from mypy.types import Type

from promo_mypy.by_module import ByModule
from promo_mypy.errorcodes import DTYPE_LINT, LINT_CODES
from promo_mypy.features.lints.loop_variables import LoopVariables
from promo_mypy.features.lints.questions import Question, Rules
from promo_mypy.features.lints.suspicions import Facts, Suspicions
from promo_mypy.origins.definitions import Definitions
from promo_mypy.types.evaluate import Evaluator
from promo_typing.core.lints import LintChoice, LintSet, lints_in
from promo_typing.lattice.semantics import Semantics


class DefaultCalls:
    """The calls whose result may have a default dtype because none is requested.

    They are remembered by their places, not by mypy's expressions: these would take much memory,
    and mypy's daemon replaces them.
    """

    def __init__(self) -> None:
        """Start without calls."""
        self._calls: dict[str, dict[_Place, Question]] = {}

    def record(self, module: str, call: Context, asked: Question | None) -> None:
        """Record the facts about a call, which may be checked more than once."""
        if asked is not None:
            self._calls.setdefault(module, {})[_place(call)] = asked
        elif module in self._calls:
            self._calls[module].pop(_place(call), None)

    def at(self, module: str, call: Context) -> Question | None:
        """Return the question about a call; None if its result has no default dtype."""
        return self._calls.get(module, {}).get(_place(call))


_Place: TypeAlias = tuple[int, int, int | None, int | None]


def _place(call: Context) -> _Place:
    return call.line, call.column, call.end_line, call.end_column


class Lints:
    """The lints of one run."""

    def __init__(
        self,
        semantics: Semantics,
        evaluate: Evaluator,
        choice: LintChoice,
        definitions: ByModule[Definitions],
    ) -> None:
        """Start without a module.

        Args:
            semantics: JAX's settings.
            evaluate: evaluates rules under them.
            choice: the lints that the configuration chooses.
            definitions: the definitions of modules.
        """
        self._choice = choice
        self.rules = Rules(semantics, evaluate)
        self.defaults = DefaultCalls()
        self._enabled: frozenset[str] = frozenset()
        self._suspicions: dict[frozenset[str], Suspicions] = {}
        self._module: MypyFile | None = None
        self._definitions = definitions
        self._loops = ByModule(LoopVariables)
        self._widenings = set[tuple[str, _Place]]()
        self.found_elsewhere: dict[Expression, Type] = {}
        """Types of expressions that were found by checking their functions, which takes long."""

    def enabled_in(self, api: CheckerPluginInterface) -> frozenset[str]:
        """Return the lints that are enabled in the module being checked."""
        if not isinstance(api, TypeChecker):
            return frozenset()
        if api.tree is not self._module:
            self._module = api.tree
            self._enabled = frozenset(self._reported(api, lints_in(self._chosen(api.tree))))
        return self._enabled

    def _chosen(self, module: MypyFile) -> LintSet:
        return self._choice.in_module(module.fullname)

    @staticmethod
    def _reported(api: TypeChecker, chosen: frozenset[str]) -> Iterator[str]:
        """The lints that are chosen, or enabled by their error codes, and not disabled by these."""
        is_enabled = api.msg.errors.is_error_code_enabled
        if is_enabled(DTYPE_LINT):
            for name, code in LINT_CODES.items():
                wanted = name in chosen or code in api.options.enabled_error_codes
                if wanted and is_enabled(code):
                    yield name

    def facts(self, wanted: frozenset[str], asked: Question | None) -> Facts:
        """Return the facts about a call that matter to the wanted lints."""
        if wanted not in self._suspicions:
            self._suspicions[wanted] = Suspicions(self.rules, wanted)
        return self._suspicions[wanted].of(asked)

    def is_default(self, module: str, call: Context) -> bool:
        """Whether a call in a module has a default dtype."""
        asked = self.defaults.at(module, call)
        return asked is not None and self.rules.is_default(asked)

    def definitions(self, tree: MypyFile) -> Definitions:
        """Return the definitions of a module."""
        return self._definitions.of(tree)

    def tell_widening(self, module: str, expression: Context) -> None:
        """Record that an expression is reported as a widening."""
        self._widenings.add((module, _place(expression)))

    def is_told(self, module: str, expression: Context) -> bool:
        """Whether an expression is reported as a widening."""
        return (module, _place(expression)) in self._widenings

    def loops(self, tree: MypyFile) -> LoopVariables:
        """Return the variables that the loops of a module carry."""
        return self._loops.of(tree)
