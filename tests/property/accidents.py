"""Tells whether JAX refuses a dtype on purpose, or fails by accident.

JAX refuses a dtype by its own ``raise``. It fails by accident if a function that it calls fails: a
dictionary has no entry for a dtype, or NumPy has no cast between two dtypes. No type can predict
that, and the next version may succeed. So failures are not compared, but counted by their cause.
"""

from __future__ import annotations

import dis
from types import TracebackType

REFUSALS = (TypeError, ValueError, NotImplementedError)
"""The exceptions by which JAX refuses a dtype."""


def accident(error: Exception, program: str) -> str | None:
    """Return the cause of an exception that JAX did not mean to raise; None for a refusal.

    Args:
        error: the exception, with an unfiltered traceback.
        program: the file name of the program. An exception that Python raises there is a refusal:
            no operand supports the operation.
    """
    innermost = _innermost(error.__traceback__)
    code = innermost.tb_frame.f_code
    module = str(innermost.tb_frame.f_globals.get("__name__"))
    in_jax, meant = module.split(".")[0] == "jax", _is_raised(innermost)
    if isinstance(error, REFUSALS) and ((in_jax and meant) or code.co_filename == program):
        return None
    return f"{type(error).__name__} {'in' if meant else 'below'} {module}.{code.co_qualname}"


def _innermost(traceback: TracebackType | None) -> TracebackType:
    assert traceback is not None
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    return traceback


def _is_raised(place: TracebackType) -> bool:
    """Whether the frame itself raises the exception, rather than a function that it calls."""
    instructions = dis.get_instructions(place.tb_frame.f_code)
    return any(
        each.offset == place.tb_lasti and each.opname == "RAISE_VARARGS" for each in instructions
    )
