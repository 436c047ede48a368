"""Variables that mypy holds to a type which the program does not.

Where the value of an assignment is refused, mypy goes on with the declared type, and all that it
infers of the variable may be wrong.
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
"""``shape: Tuple[int] = (3, 4)``: what is meant is any number of ints."""


def is_holding(error: ErrorInfo) -> bool:
    """Whether an error says that a variable may have another type than mypy takes it to have."""
    is_assignment = error.code is not None and error.code.code == _ASSIGNMENT
    return is_assignment and _LENGTHS.search(error.message) is None
