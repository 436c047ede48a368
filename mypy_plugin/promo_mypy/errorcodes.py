"""The error codes of promo-typing.

mypy knows a code as soon as its object exists. It checks the names in ``--disable-error-code``,
``disable_error_code`` and the like after it has loaded the plugins. So these codes work there, in
inline ``# mypy:`` comments and in ``# type: ignore[...]``.
"""

from __future__ import annotations

from typing import Final

from mypy.errorcodes import ErrorCode
from mypy.errorcodes import error_codes as all_codes

from promo_typing.core import error_codes
from promo_typing.core.lints import LINT_FAMILY, LINTS

CATEGORY: Final = "JAX dtypes"


def _error(name: str) -> ErrorCode:
    return ErrorCode(name, error_codes.ERRORS[name], CATEGORY)


DTYPE_PROMOTION: Final = _error(error_codes.PROMOTION)
DTYPE_OPERAND: Final = _error(error_codes.OPERAND)
DTYPE_X64: Final = _error(error_codes.X64)
DTYPE_CARRY: Final = _error(error_codes.CARRY)
DTYPE_BRANCHES: Final = _error(error_codes.BRANCHES)
DTYPE_OVERFLOW: Final = _error(error_codes.OVERFLOW)
DTYPE_UPDATE: Final = _error(error_codes.UPDATE)
DTYPE_CAST: Final = _error(error_codes.CAST)
DTYPE_ARGUMENT: Final = _error(error_codes.ARGUMENT)
DTYPE_IDENTITY: Final = _error(error_codes.IDENTITY)
DTYPE_GRADIENT: Final = _error(error_codes.GRADIENT)
DTYPE_ANNOTATION: Final = _error(error_codes.ANNOTATION)

DTYPE_LINT: Final = ErrorCode(
    LINT_FAMILY, "Check for dtypes that JAX accepts and that are seldom meant", CATEGORY
)
LINT_CODES: Final = {
    name: ErrorCode(name, lint.summary, CATEGORY, sub_code_of=DTYPE_LINT)
    for name, lint in LINTS.items()
}
"""The codes of lints. To mypy all of them are enabled; the plugin itself drops the lints that are
not chosen. If mypy's options chose them, mypy would check all libraries again after each change.
"""


def own_codes() -> frozenset[str]:
    """Return the names of all error codes of this module."""
    return frozenset(name for name, code in all_codes.items() if code.category == CATEGORY)
