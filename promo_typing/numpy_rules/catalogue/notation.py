"""Notation for the tables: rules of usual forms, shared by several functions."""

from __future__ import annotations

from promo_typing.numpy_rules.dtype_maps import SAME
from promo_typing.numpy_rules.model import DtypeMap, Form, NumPyRule, Promotion
from promo_typing.rules.model import One, Rows


def shared(rule: NumPyRule, functions: str, module: str = "numpy") -> dict[str, NumPyRule]:
    """Return one rule for several functions of a module, whose names stand in one text."""
    return {f"{module}.{name}": rule for name in functions.split()}


def of(operands: str) -> tuple[One, ...]:
    """Return the operands whose names stand in one text."""
    return tuple(map(One, operands.split()))


def elementwise(operands: str, to: DtypeMap = SAME, before: DtypeMap | None = None) -> NumPyRule:
    """Return the rule of a ufunc, to which Python scalars are weak."""
    return NumPyRule(of(operands), (to,), Form.ELEMENTWISE, before=before, open=_UFUNC)


_UFUNC = ("out", "dtype", "signature", "casting")


def unary(to: DtypeMap = SAME) -> NumPyRule:
    """Return the rule of a ufunc of one operand."""
    return elementwise("x1", to)


def binary(to: DtypeMap = SAME, before: DtypeMap | None = None) -> NumPyRule:
    """Return the rule of a ufunc of two operands."""
    return elementwise("x1 x2", to, before)


def reduction(to: DtypeMap, dtype: str | None = None, open: str = "out") -> NumPyRule:
    """Return the rule of a function of one array that leaves out axes of it."""
    names = tuple(open.split())
    return NumPyRule(of("a"), (to,), Form.REDUCTION, Promotion.ARRAYS, dtype=dtype, open=names)


def array(
    operands: str, *to: DtypeMap, dtype: str | None = None, form: Form = Form.ARRAY, open: str = ""
) -> NumPyRule:
    """Return the rule of a function that makes arrays of its operands first."""
    names = tuple(open.split())
    return NumPyRule(of(operands), to or (SAME,), form, Promotion.ARRAYS, dtype=dtype, open=names)


def rows(operand: str, dtype: str | None = None) -> NumPyRule:
    """Return the rule of a function that joins a sequence of arrays."""
    return NumPyRule((Rows(operand),), promotion=Promotion.ARRAYS, dtype=dtype, open=("out",))


def new(default: str, dtype: str | None = None) -> NumPyRule:
    """Return the rule of a function that makes an array of a known dtype."""
    return NumPyRule(default=default, dtype=dtype)
