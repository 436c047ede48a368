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
from promo_typing.numpy_rules import Form, NumPyRule, resolve


@dataclass(frozen=True, slots=True)
class NumPyCall:
    """A call of a function of NumPy, as far as its operands are known.

    Attributes:
        rule: that of the function.
        operands: what was passed.
        requested: the dtype that was asked for.
        axes: whether some axes are named, so that a reduction leaves an array.
    """

    rule: NumPyRule
    operands: list[Value]
    requested: str | None = None
    axes: bool = False

    @property
    def is_scalar(self) -> bool:
        """Whether the result certainly is a scalar."""
        if self.rule.form is Form.ELEMENTWISE:
            return all(operand.is_scalar for operand in self.operands)
        return self.rule.form is Form.SCALAR or (self.rule.form is Form.REDUCTION and not self.axes)

    def dtypes(self) -> tuple[str | None, ...]:
        """Return the dtype of each result; None if it depends on unknown operands."""
        several = {
            resolve(self.rule, names, self.requested) for names in combinations(self.operands)
        }
        return next(iter(several)) if len(several) == 1 else (None,) * len(self.rule.results)


def told(
    session: Session, call: NumPyCall, default: Type, context: Context, api: CheckerPluginInterface
) -> Type:
    """Return the type of a result, or mypy's type if no better one is known or allowed."""
    proper, dtypes = get_proper_type(default), call.dtypes()
    if isinstance(proper, TupleType) and len(proper.items) == len(dtypes):
        items = [
            _narrowed(session, call, item, dtype, api)
            for item, dtype in zip(proper.items, dtypes, strict=True)
        ]
        result: Type = proper.copy_modified(items=items)
    elif len(dtypes) == 1:
        result = _narrowed(session, call, proper, dtypes[0], api)
    else:
        return default
    if result is proper or not session.expectations.allow(result, context, api):
        return default
    return result


def _narrowed(
    session: Session,
    call: NumPyCall,
    default: Type,
    dtype: str | None,
    api: CheckerPluginInterface,
) -> Type:
    """The type of one result; it stays where the stubs know it, or know it to be none of NumPy."""
    proper = get_proper_type(default)
    if dtype is None or dtype_of(proper) == dtype:
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
