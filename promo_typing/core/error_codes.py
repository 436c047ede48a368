"""The codes of errors, for code that JAX refuses or warns about.

The plugin and the audit report under them. The codes for code that JAX accepts stand in
:mod:`promo_typing.core.lints`.
"""

from __future__ import annotations

from typing import Final

PROMOTION: Final = "dtype-promotion"
OPERAND: Final = "dtype-operand"
X64: Final = "dtype-x64"
CARRY: Final = "dtype-carry"
BRANCHES: Final = "dtype-branches"
OVERFLOW: Final = "dtype-overflow"
UPDATE: Final = "dtype-update"
CAST: Final = "dtype-cast"
ARGUMENT: Final = "dtype-argument"
IDENTITY: Final = "dtype-identity"
GRADIENT: Final = "dtype-gradient"
ANNOTATION: Final = "dtype-annotation"

ERRORS: Final[dict[str, str]] = {
    PROMOTION: "Check that JAX has an implicit promotion between dtypes",
    OPERAND: "Check that an operation accepts the dtype of its operands",
    X64: "Check that no 64-bit dtype is asked for while x64 is off",
    CARRY: "Check that a loop returns its carry with the dtypes it had",
    BRANCHES: "Check that the branches of a conditional return the same dtypes",
    OVERFLOW: "Check that JAX has the numbers that a program writes down",
    UPDATE: "Check that x.at[...] updates an array without a cast down",
    CAST: "Check that no cast drops the imaginary part of complex numbers",
    ARGUMENT: "Check that what is passed as a dtype is one",
    IDENTITY: "Check that no comparison of dtypes is false whatever they are",
    GRADIENT: "Check that what is differentiated has a derivative",
    ANNOTATION: "Check that the names in an annotation agree on the dtype",
}
"""What is checked under each code."""
