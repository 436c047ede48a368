"""The error codes of promo-typing.

mypy learns of a code when its object is made. It checks the names that ``--disable-error-code``,
``disable_error_code`` and their counterparts give only after the plugins are loaded, so these
codes work there, in inline ``# mypy:`` comments and in ``# type: ignore[...]``.
"""

from __future__ import annotations

from typing import Final

from mypy.errorcodes import ErrorCode, error_codes

from promo_typing.core.lints import LINT_FAMILY, LINTS, lints_in

CATEGORY: Final = "JAX dtypes"

DTYPE_PROMOTION: Final = ErrorCode(
    "dtype-promotion", "Check that JAX has an implicit promotion between dtypes", CATEGORY
)
DTYPE_OPERAND: Final = ErrorCode(
    "dtype-operand", "Check that an operation accepts the dtype of its operands", CATEGORY
)
DTYPE_X64: Final = ErrorCode(
    "dtype-x64", "Check that no 64-bit dtype is asked for while x64 is off", CATEGORY
)
DTYPE_CARRY: Final = ErrorCode(
    "dtype-carry", "Check that a loop returns its carry with the dtypes it had", CATEGORY
)
DTYPE_BRANCHES: Final = ErrorCode(
    "dtype-branches", "Check that the branches of a conditional return the same dtypes", CATEGORY
)
DTYPE_OVERFLOW: Final = ErrorCode(
    "dtype-overflow", "Check that JAX has the integers that a program writes down", CATEGORY
)
DTYPE_UPDATE: Final = ErrorCode(
    "dtype-update", "Check that x.at[...] updates an array without a cast down", CATEGORY
)
DTYPE_ARGUMENT: Final = ErrorCode(
    "dtype-argument", "Check that what is passed as a dtype is one", CATEGORY
)
DTYPE_IDENTITY: Final = ErrorCode(
    "dtype-identity", "Check that no dtype is compared with a class by `is`", CATEGORY
)
DTYPE_GRADIENT: Final = ErrorCode(
    "dtype-gradient", "Check that what is differentiated has a derivative", CATEGORY
)
DTYPE_ANNOTATION: Final = ErrorCode(
    "dtype-annotation", "Check that the names in an annotation agree on the dtype", CATEGORY
)

DTYPE_LINT: Final = ErrorCode(
    LINT_FAMILY, "Check for dtypes that JAX accepts and that are seldom meant", CATEGORY
)
LINT_CODES: Final = {
    name: ErrorCode(
        name,
        lint.summary,
        CATEGORY,
        default_enabled=name in lints_in("recommended"),
        sub_code_of=DTYPE_LINT,
    )
    for name, lint in LINTS.items()
}


def own_codes() -> frozenset[str]:
    """Return the names of all error codes of this module."""
    return frozenset(name for name, code in error_codes.items() if code.category == CATEGORY)
