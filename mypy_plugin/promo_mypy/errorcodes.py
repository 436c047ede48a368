"""The error codes of promo-typing.

mypy learns of a code when its object is made. It checks the names that ``--disable-error-code``,
``disable_error_code`` and their counterparts give only after the plugins are loaded, so these
codes work there, in inline ``# mypy:`` comments and in ``# type: ignore[...]``.
"""

from __future__ import annotations

from typing import Final

from mypy.errorcodes import ErrorCode

_CATEGORY: Final = "JAX dtypes"

DTYPE_PROMOTION: Final = ErrorCode(
    "dtype-promotion", "Check that JAX has an implicit promotion between dtypes", _CATEGORY
)
DTYPE_OPERAND: Final = ErrorCode(
    "dtype-operand", "Check that an operation accepts the dtype of its operands", _CATEGORY
)
DTYPE_X64: Final = ErrorCode(
    "dtype-x64", "Check that no 64-bit dtype is asked for while x64 is off", _CATEGORY
)
DTYPE_CARRY: Final = ErrorCode(
    "dtype-carry", "Check that a loop returns its carry with the dtypes it had", _CATEGORY
)
DTYPE_BRANCHES: Final = ErrorCode(
    "dtype-branches", "Check that the branches of a conditional return the same dtypes", _CATEGORY
)


def own_codes() -> frozenset[str]:
    """Return the names of all error codes of this module."""
    return frozenset(each.code for each in globals().values() if isinstance(each, ErrorCode))
