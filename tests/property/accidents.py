"""Whether JAX refuses on purpose, or fails by accident.

JAX refuses a dtype by a ``raise`` of its own. It fails where what it calls does: a dictionary has
no entry for a dtype, or NumPy has no cast between two of them. No type tells that, and the next
version may answer, so that nothing is compared there; such failures are counted by their cause.
"""

from __future__ import annotations

import dis
from types import TracebackType

REFUSALS = (TypeError, ValueError, NotImplementedError)
"""What JAX raises if it refuses a dtype."""


def accident(error: Exception, program: str) -> str | None:
    """Return the cause of an exception that JAX did not mean to raise, None for a refusal.

    Args:
        error: the exception, with an unfiltered traceback.
        program: the file name of the program. What Python refuses there is refused: none of the
            operands has the operation.
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
    """Whether the frame raises the exception itself, and not something that it calls."""
    instructions = dis.get_instructions(place.tb_frame.f_code)
    return any(
        each.offset == place.tb_lasti and each.opname == "RAISE_VARARGS" for each in instructions
    )
