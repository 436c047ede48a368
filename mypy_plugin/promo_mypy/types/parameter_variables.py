"""Whether a variable is a parameter of a function."""

from __future__ import annotations

from mypy.nodes import Var


def is_parameter(variable: Var) -> bool:
    """Whether a variable is a parameter.

    mypy 1.19 does not record it: there a variable of a function with an annotation counts, too.
    """
    known: bool | None = getattr(variable, "is_argument", None)
    return "." not in variable.fullname and not variable.is_inferred if known is None else known
