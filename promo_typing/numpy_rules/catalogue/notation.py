"""Notation for the tables: the usual forms of rules, and expressions for NumPy's promotion."""

from __future__ import annotations

from typing import Final

from promo_typing.numpy_rules.dtype_maps import AS_ARRAY
from promo_typing.numpy_rules.dtypes import EXTENDED, OWN
from promo_typing.numpy_rules.shapes import Elementwise, Reduced
from promo_typing.rules.catalogue.notation import Returned, case, rule, taken
from promo_typing.rules.model import (
    AnyOf,
    ArrayOf,
    Both,
    Case,
    Dtype,
    DtypeMap,
    DtypeParameter,
    DtypeSet,
    Expression,
    Given,
    If,
    In,
    Join,
    Known,
    Map,
    Of,
    Open,
    Operand,
    Requested,
    Rows,
    Rule,
    Test,
    Truncation,
    dtypes,
)
from promo_typing.rules.model.dtype_sets import ANY

DTYPE: Final = DtypeParameter("dtype", Truncation.NONE)
"""The usual parameter for a requested dtype, which NumPy never truncates."""

_EXTENDED: Final = dtypes(*EXTENDED)
_WITH_EXTENDED: Final = _EXTENDED | dtypes("weak_int")
_OWN: Final = dtypes(*OWN)
_TOLD: Final = _OWN | _EXTENDED


def only(operand: str) -> Expression:
    """Return the dtype of a single operand, unknown if the rules do not cover that dtype."""
    return Known(Of(operand), _TOLD)


def promoted(*operands: str) -> Expression:
    """Return the common dtype of operands; Python scalars are weak."""
    return common(Of(*operands))


def as_arrays(*operands: str) -> Expression:
    """Return the dtypes of operands as arrays; Python scalars have their default dtypes."""
    return Map(AS_ARRAY, Of(*operands))


def common(*parts: Expression) -> Expression:
    """Return the common dtype of several parts; unknown where NumPy's functions disagree on it.

    They disagree on dtypes of ``ml_dtypes``: bfloat16 with a Python float is float32 in ``np.add``
    and float64 in ``np.where``. A Python int changes no dtype of ``ml_dtypes``.
    """
    known = AnyOf(_all_in(parts, _OWN), _all_in(parts, _WITH_EXTENDED))
    return If(known, Join(*parts), Open())


def _all_in(parts: tuple[Expression, ...], members: DtypeSet) -> Test:
    tests = [In(part, members) for part in parts]
    return tests[0] if len(tests) == 1 else Both(*tests)


def open_with(*parameters: str) -> tuple[Case, ...]:
    """Return cases with unknown results, one for each of these parameters if it is given."""
    return tuple(case(Open(), Given(parameter)) for parameter in parameters)


_OF_UFUNCS: Final = open_with("out", "dtype", "signature", "casting")
"""The cases of ufuncs with a parameter that chooses the output array or the loop."""


def ufunc(*operands: str, result: Expression) -> Rule:
    """Return the rule of a ufunc with any expression as result."""
    return rule(operands, *_OF_UFUNCS, Elementwise(result))


def unary(to: DtypeMap = AS_ARRAY, accepts: DtypeSet = ANY, known: DtypeSet = ANY) -> Rule:
    """Return the rule of a ufunc of one operand."""
    return ufunc("x1", result=Map(to, taken(only("x1"), accepts, known)))


def binary(to: DtypeMap = AS_ARRAY, accepts: DtypeSet = ANY) -> Rule:
    """Return the rule of a ufunc of two operands; Python scalars are weak."""
    return ufunc("x1", "x2", result=Map(to, taken(promoted("x1", "x2"), accepts)))


def array(
    operand: str,
    to: DtypeMap = AS_ARRAY,
    accepts: DtypeSet = ANY,
    *,
    shape: type[ArrayOf] = ArrayOf,
    dtype: DtypeParameter | None = None,
    unknown: tuple[str, ...] = (),
) -> Rule:
    """Return the rule of a function of one array.

    Args:
        operand: the array, or anything that NumPy converts to one.
        to: the map from its dtype to that of the result.
        accepts: the dtypes that NumPy accepts.
        shape: the class of the shape, which tells whether the result may be a scalar.
        dtype: the parameter for the requested dtype.
        unknown: parameters that, if given, make the result unknown.
    """
    result = shape(Map(to, taken(only(operand), accepts)))
    return made((operand,), result, dtype=dtype, unknown=unknown)


def arrays(
    *operands: str | Operand,
    to: DtypeMap = AS_ARRAY,
    accepts: DtypeSet = ANY,
    known: DtypeSet = ANY,
    shape: type[ArrayOf] = ArrayOf,
    dtype: DtypeParameter | None = None,
    unknown: tuple[str, ...] = (),
) -> Rule:
    """Return the rule of a function that converts operands to arrays, and promotes the arrays.

    The parameters are those of :func:`array`; ``known`` has the common dtypes that decide.
    """
    names = [each if isinstance(each, str) else each.name for each in operands]
    result = shape(Map(to, taken(common(as_arrays(*names)), accepts, known)))
    return made(operands, result, dtype=dtype, unknown=unknown)


def reduction(
    to: DtypeMap = AS_ARRAY,
    accepts: DtypeSet = ANY,
    *,
    dtype: DtypeParameter | None = None,
    unknown: tuple[str, ...] = ("out",),
) -> Rule:
    """Return the rule of a function that reduces axes of an array."""
    return array("a", to, accepts, shape=Reduced, dtype=dtype, unknown=unknown)


def rows(operand: str, dtype: DtypeParameter | None = None) -> Rule:
    """Return the rule of a function that joins a sequence of arrays."""
    return arrays(Rows(operand), dtype=dtype, unknown=("out",))


def new(default: str, dtype: DtypeParameter | None = None) -> Rule:
    """Return the rule of a function that makes an array of a known dtype."""
    return made((), Dtype(default), dtype=dtype)


def made(
    operands: tuple[str | Operand, ...],
    result: Returned,
    *,
    dtype: DtypeParameter | None = None,
    unknown: tuple[str, ...] = (),
) -> Rule:
    """Return a rule with the given result, or a result of the requested dtype if there is one."""
    asked = () if dtype is None else Requested()
    return rule(operands, *open_with(*unknown), case(result, requested=asked), dtype=dtype)
