"""``@f.defjvp``: the tangent that a rule returns must have the dtype of what it returns first.

JAX compares the two where the function is differentiated, and raises ``TypeError``
(``jax._src.custom_derivatives.custom_jvp``). The rule is looked into at each call of the function,
for what that gives it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Decorator, Expression, FuncDef, MemberExpr, MypyFile, RefExpr
from mypy.types import AnyType, CallableType, TupleType, Type, TypeOfAny, get_proper_type

from promo_mypy import errors
from promo_mypy.by_module import ByModule
from promo_mypy.features.tangents import changes
from promo_mypy.fullnames import BUILTIN_TUPLE
from promo_mypy.inference.arguments import by_position
from promo_mypy.session import Session
from promo_mypy.statements import statements

_ANY: Final = AnyType(TypeOfAny.special_form)
_DEFINE: Final = "defjvp"
_PAIR: Final = 2


class JvpRules:
    """Finds the rules that a module defines by ``@f.defjvp``."""

    def __init__(self) -> None:
        """Start without a module."""
        self._found = ByModule(lambda module: dict(_rules(module)))

    def of(self, function: Decorator, module: MypyFile) -> FuncDef | None:
        """Return the rule for a function; the last one, if there are several."""
        return self._found.of(module).get(function)


_RULES: Final = JvpRules()


def report(
    session: Session, function: Decorator, inputs: Sequence[Type], checker: TypeChecker
) -> None:
    """Report a tangent of another dtype than the output of the rule for these inputs."""
    rule = _RULES.of(function, checker.tree)
    typ = None if rule is None else get_proper_type(checker.function_type(rule))
    if rule is None or not isinstance(typ, CallableType):
        return
    fallback = checker.named_generic_type(BUILTIN_TUPLE, [_ANY])
    given = by_position([TupleType([*inputs], fallback)] * _PAIR)
    found = session.inference.returned(typ, given, checker, rule)
    result = None if found is None else get_proper_type(found)
    if isinstance(result, TupleType) and len(result.items) == _PAIR:
        written: list[Expression] = [*session.inference.returned_by(rule)]
        for change in changes(session, *result.items):
            where = written[0] if len(written) == 1 else rule
            errors.tangent_of_rule(checker, where, change)


def has_rule(function: Decorator, module: MypyFile) -> bool:
    """Whether the module defines such a rule for a function."""
    return _RULES.of(function, module) is not None


def _rules(module: MypyFile) -> Iterator[tuple[Decorator, FuncDef]]:
    for at in statements(module.defs):
        if isinstance(at.statement, Decorator):
            for each in at.statement.original_decorators:
                match each:
                    case MemberExpr(name=name, expr=RefExpr(node=Decorator() as function)):
                        if name == _DEFINE:
                            yield function, at.statement.func
