"""Variables for which mypy insists on a type that their values do not have.

If mypy refuses an assignment, it goes on with the declared type. All that it infers from the
variable after that may be wrong.
"""

from __future__ import annotations

import re
from typing import Final

from mypy.errors import ErrorInfo

_ASSIGNMENT: Final = "assignment"
_LENGTHS: Final = re.compile(
    r'expression has type "[Tt]uple\[(?:int|Any)(?:, (?:int|Any|\.\.\.))*\]", '
    r'variable has type "[Tt]uple\[int(?:, int)*\]"'
)
"""The refusal of ``shape: Tuple[int] = (3, 4)``, which is harmless: programs mean any length."""


def is_holding(error: ErrorInfo) -> bool:
    """Whether an error says that mypy has a wrong type for a variable from here on."""
    is_assignment = error.code is not None and error.code.code == _ASSIGNMENT
    return is_assignment and _LENGTHS.search(error.message) is None
