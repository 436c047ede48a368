"""The types of NumPy's results, where its stubs say ``Any`` or too little."""

from __future__ import annotations

from mypy.nodes import Context
from mypy.plugin import CheckerPluginInterface
from mypy.types import AnyType, TupleType, Type, flatten_nested_unions, get_proper_type

from promo_mypy.fullnames import NUMPY_ARRAY
from promo_mypy.session import Session
from promo_mypy.types.convert import base_instance
from promo_mypy.types.numpy_results import array, dtype_of, is_numpy, scalar
from promo_mypy.types.numpy_values import Value, combinations
from promo_typing.core.dataclass import dataclass
from promo_typing.numpy_rules import NUMPY
from promo_typing.numpy_rules.shapes import Elementwise, Reduced
from promo_typing.rules import Outcome, Resolved, Rule, Unknown, resolve


@dataclass(frozen=True, slots=True)
class NumPyCall:
    """A call of a function of NumPy.

    Attributes:
        rule: the rule of the function, selected for the arguments.
        operands: the values of the operands.
        requested: the dtype that the call requests; None if it requests none.
        axes: whether axes are given, so that a reduction returns an array.
    """

    rule: Rule
    operands: list[Value]
    requested: str | None = None
    axes: bool = False

    @property
    def is_scalar(self) -> bool:
        """Whether the result certainly is a scalar."""
        shape = self.rule.usual.result
        if isinstance(shape, Elementwise):
            return all(operand.is_scalar for operand in self.operands)
        return isinstance(shape, Reduced) and not self.axes

    def dtypes(self) -> tuple[str, ...]:
        """Return the dtype of each result; empty if they are not known."""
        outcomes = {self._outcome(names) for names in combinations(self.operands)}
        only = outcomes.pop() if len(outcomes) == 1 else Unknown()
        return only.results if isinstance(only, Resolved) else ()

    def _outcome(self, operands: tuple[str, ...]) -> Outcome:
        try:
            return resolve(self.rule, operands, NUMPY, self.requested)
        except ValueError:
            # There is a surplus operand, which mypy reports.
            return Unknown()


def told(
    session: Session, call: NumPyCall, default: Type, context: Context, api: CheckerPluginInterface
) -> Type:
    """Return the type of a call's result; mypy's type if no better one is known or allowed."""
    proper, dtypes = get_proper_type(default), call.dtypes()
    if not dtypes:
        return default
    if isinstance(proper, TupleType) and len(proper.items) == len(dtypes):
        items = [
            _refined(session, call, item, dtype, api)
            for item, dtype in zip(proper.items, dtypes, strict=True)
        ]
        result: Type = proper.copy_modified(items=items)
    elif len(dtypes) == 1:
        result = _refined(session, call, proper, dtypes[0], api)
    else:
        return default
    if result is proper or not session.expectations.allow(result, context, api):
        return default
    return result


def _refined(
    session: Session,
    call: NumPyCall,
    default: Type,
    dtype: str,
    api: CheckerPluginInterface,
) -> Type:
    """The type of one result; the stubs' type if that has the dtype, or is not a type of NumPy."""
    proper = get_proper_type(default)
    if dtype_of(proper) == dtype:
        return default
    converter = session.converter
    members = [get_proper_type(member) for member in flatten_nested_unions([proper])]
    if isinstance(proper, AnyType):
        is_scalar = call.is_scalar
    elif all(map(is_numpy, members)):
        is_scalar = not any(base_instance(member, NUMPY_ARRAY) for member in members)
    else:
        return default
    made = scalar(converter, dtype) if is_scalar else array(converter, dtype, proper, api)
    return made or default
