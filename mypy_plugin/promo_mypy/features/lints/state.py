"""What the lints keep between one call of the plugin and the next."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Context, MypyFile, Statement
from mypy.plugin import CheckerPluginInterface
from mypy.server.subexpr import get_subexpressions

from promo_mypy.errorcodes import DTYPE_LINT, LINT_CODES
from promo_mypy.features.lints.suspicions import Suspicions
from promo_mypy.origins.definitions import Definitions
from promo_mypy.statements import statements
from promo_mypy.types.evaluate import Evaluator
from promo_typing.lattice.semantics import Semantics


class DefaultCalls:
    """The calls whose result has a default dtype because they ask for none.

    They are known by their place: the daemon keeps no expressions, and they would be many.
    """

    def __init__(self) -> None:
        """Start without any."""
        self._places: set[tuple[str, int, int, int | None, int | None]] = set()

    def record(self, module: str, call: Context, *, is_default: bool) -> None:
        """Take in what was found out of a call; it may be checked more than once."""
        if is_default:
            self._places.add(_place(module, call))
        elif self._places:
            self._places.discard(_place(module, call))

    def __contains__(self, place: tuple[str, Context]) -> bool:
        return _place(*place) in self._places


def _place(module: str, call: Context) -> tuple[str, int, int, int | None, int | None]:
    return module, call.line, call.column, call.end_line, call.end_column


class Lints:
    """The lints of one run."""

    def __init__(self, semantics: Semantics, evaluate: Evaluator) -> None:
        """Start without a module."""
        self.suspicions = Suspicions(semantics, evaluate)
        self.defaults = DefaultCalls()
        self._module: MypyFile | None = None
        self._enabled: frozenset[str] = frozenset()
        self._definitions: Definitions | None = None
        self._body: list[Statement] | None = None

    def enabled(self, api: CheckerPluginInterface) -> frozenset[str]:
        """Return the lints that are to be reported in the module that is being checked."""
        if not isinstance(api, TypeChecker):
            return frozenset()
        if api.tree is not self._module:
            self._module = api.tree
            is_enabled = api.msg.errors.is_error_code_enabled
            codes = LINT_CODES if is_enabled(DTYPE_LINT) else {}
            self._enabled = frozenset(name for name, code in codes.items() if is_enabled(code))
        return self._enabled

    def definitions(self, tree: MypyFile) -> Definitions:
        """Return what a module defines; that of one module is kept."""
        # The daemon gives a tree another body.
        if self._definitions is None or self._body is not tree.defs:
            self._body = tree.defs
            placed, expressions = statements(tree.defs), get_subexpressions(tree)
            self._definitions = Definitions(tree.path, placed, expressions)
        return self._definitions
