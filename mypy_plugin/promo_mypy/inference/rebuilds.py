"""``jax.tree.map(f, params)``, which makes new objects with the leaves that ``f`` returns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from mypy.checker import TypeChecker
from mypy.nodes import ARG_NAMED, ARG_POS, CallExpr, Expression
from mypy.subtypes import is_same_type
from mypy.types import Type

from promo_mypy.inference import reach
from promo_mypy.inference.names import name_of


class Calls(Protocol):
    """Infers the results of functions."""

    def with_inputs(
        self, function: Expression, inputs: Sequence[Type], caller: TypeChecker
    ) -> Type | None:
        """Return the result type of a function for positional arguments; None if unknown."""
        ...


def keeps(call: CallExpr, typ: Type, calls: Calls, checker: TypeChecker | None) -> bool:
    """Whether a call of ``jax.tree.map`` keeps the type of a leaf.

    Args:
        call: the call.
        typ: the type of a leaf.
        calls: infers the result of the mapped function.
        checker: the checker at the place of the call; None if the types there are not known.
    """
    pairs = zip(call.args, call.arg_kinds, strict=True)
    given = [each for each, kind in pairs if kind == ARG_POS]
    if not given or any(kind not in (ARG_POS, ARG_NAMED) for kind in call.arg_kinds):
        return False
    function, *trees = given
    if name_of(function) in reach.KEEPING_DTYPES and len(trees) == 1:
        return True
    if checker is None:
        return False
    found = calls.with_inputs(function, [typ] * len(trees), checker)
    return found is not None and is_same_type(found, typ)
