"""Traces all expressions of unknown dtype in a program to where their dtypes were lost."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from mypy.build import BuildResult  # first, since those below import one another
from mypy.nodes import Expression, FuncDef, FuncItem
from mypy.server.subexpr import get_subexpressions

from promo_cli.finding import Span
from promo_cli.listed import Listed
from promo_cli.losses.bindings import Bindings
from promo_cli.losses.naming import Naming
from promo_cli.losses.roots import Root
from promo_cli.losses.tracing import Tracing
from promo_mypy.statements import statements

Unknown: TypeAlias = Mapping[str, Mapping[Span, Sequence[Expression]]]
"""The expressions without a dtype, by file and place.

One place has several expressions if its function was checked several times.
"""


class Losses:
    """Traces expressions to their losses, only on demand, since few commands need it."""

    def __init__(
        self,
        unknown: Unknown,
        modules: Iterable[Listed],
        result: BuildResult,
        inferred: Collection[Expression],
    ) -> None:
        """Take the listed modules, the result of mypy, and the expressions of inferred bodies."""
        self._unknown = unknown
        self._modules = tuple(modules)
        self._result = result
        self._inferred = inferred
        self._looked_into: dict[FuncItem, bool] = {}

    def roots(self, path: str, span: Span) -> frozenset[Root]:
        """Return where the expression at a place lost its dtype; empty if the dtype is known."""
        seen = self._unknown.get(path, {}).get(span, ())
        return frozenset(root for each in seen for root in self._tracing.roots(path, each))

    def sources(self, root: Root) -> frozenset[str]:
        """Return the library functions whose results the variable or parameter of a root holds."""
        return frozenset(self._tracing.sources[root])

    @cached_property
    def _tracing(self) -> Tracing:
        bindings = Bindings()
        for module in self._modules:
            bindings.add(module.path, module.statements, module.expressions)
            for variant in _variants(each.function for each in module.functions):
                bindings.add(module.path, statements([variant]), get_subexpressions(variant))
        types = self._result.types
        naming = Naming(bindings, types, self._result.files)
        return Tracing(bindings, types, naming, self._is_inferred)

    def _is_inferred(self, function: FuncItem) -> bool:
        """Whether inference has checked the body of a function of the files."""
        if function not in self._looked_into:
            inside = get_subexpressions(function)
            self._looked_into[function] = any(each in self._inferred for each in inside)
        return self._looked_into[function]


def _variants(functions: Iterable[FuncDef]) -> Iterable[FuncDef]:
    """The copies that mypy makes of functions, one for each constraint of a type variable."""
    for function in functions:
        for variant in function.expanded:
            if isinstance(variant, FuncDef) and variant is not function:
                yield variant
