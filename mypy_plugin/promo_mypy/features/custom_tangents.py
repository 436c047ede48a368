"""``@f.defjvp``: the tangent that a rule returns must have the dtype of the primal output.

JAX compares the two where the function is differentiated, and raises ``TypeError``
(``jax._src.custom_derivatives.custom_jvp``). The rule is checked at each call of the function, with
the types of the call's arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncDef
from mypy.types import AnyType, CallableType, TupleType, Type, TypeOfAny, get_proper_type

from promo_mypy import errors
from promo_mypy.features.tangents import changes
from promo_mypy.fullnames import BUILTIN_TUPLE
from promo_mypy.inference.arguments import by_position
from promo_mypy.session import Session

_ANY: Final = AnyType(TypeOfAny.special_form)
_PAIR: Final = 2


def report(session: Session, rule: FuncDef, inputs: Sequence[Type], checker: TypeChecker) -> None:
    """Report a tangent whose dtype differs from that of the primal output, for these inputs."""
    typ = get_proper_type(checker.function_type(rule))
    if not isinstance(typ, CallableType):
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
