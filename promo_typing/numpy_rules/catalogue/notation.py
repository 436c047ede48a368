"""Notation for the tables: the usual forms of rules, and expressions that only NumPy needs."""

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
"""The usual parameter for a requested dtype: NumPy truncates none."""

_EXTENDED: Final = dtypes(*EXTENDED)
_WITH_EXTENDED: Final = _EXTENDED | dtypes("weak_int")
_OWN: Final = dtypes(*OWN)
_TOLD: Final = _OWN | _EXTENDED


def only(operand: str) -> Expression:
    """Return the dtype of the one operand, as far as the rules speak of it."""
    return Known(Of(operand), _TOLD)


def promoted(*operands: str) -> Expression:
    """Return the common dtype of operands, where Python scalars are weak."""
    return common(Of(*operands))


def as_arrays(*operands: str) -> Expression:
    """Return the dtypes of operands as arrays, where Python scalars have their default dtypes."""
    return Map(AS_ARRAY, Of(*operands))


def common(*parts: Expression) -> Expression:
    """Return the common dtype of several parts; unknown where NumPy's functions disagree on it.

    They disagree on dtypes of ``ml_dtypes``: of bfloat16 and a Python float ``np.add`` makes
    float32, ``np.where`` float64. A Python int changes none of them.
    """
    known = AnyOf(_all_in(parts, _OWN), _all_in(parts, _WITH_EXTENDED))
    return If(known, Join(*parts), Open())


def _all_in(parts: tuple[Expression, ...], members: DtypeSet) -> Test:
    tests = [In(part, members) for part in parts]
    return tests[0] if len(tests) == 1 else Both(*tests)


def open_with(*parameters: str) -> tuple[Case, ...]:
    """Return the cases with unknown results: one of these parameters is given."""
    return tuple(case(Open(), Given(parameter)) for parameter in parameters)


_OF_UFUNCS: Final = open_with("out", "dtype", "signature", "casting")
"""Parameters of ufuncs that choose an output array, or a loop."""


def ufunc(*operands: str, result: Expression) -> Rule:
    """Return the rule of a ufunc with a result of its own."""
    return rule(operands, *_OF_UFUNCS, Elementwise(result))


def unary(to: DtypeMap = AS_ARRAY, accepts: DtypeSet = ANY, known: DtypeSet = ANY) -> Rule:
    """Return the rule of a ufunc of one operand."""
    return ufunc("x1", result=Map(to, taken(only("x1"), accepts, known)))


def binary(to: DtypeMap = AS_ARRAY, accepts: DtypeSet = ANY) -> Rule:
    """Return the rule of a ufunc of two operands, among which scalars of Python are weak."""
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
        operand: the array, or what NumPy makes one of.
        to: what becomes of its dtype.
        accepts: the dtypes that NumPy takes.
        shape: whether the result may be a scalar.
        dtype: the parameter for the requested dtype.
        unknown: parameters with which nothing is known.
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
    """Return the rule of a function that converts operands to arrays and promotes these."""
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
    """Return a rule whose result has the requested dtype, if there is one."""
    asked = () if dtype is None else Requested()
    return rule(operands, *open_with(*unknown), case(result, requested=asked), dtype=dtype)
