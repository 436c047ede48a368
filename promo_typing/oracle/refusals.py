"""The reason why JAX refuses a call: its dtypes, or a mistake in the call."""

from __future__ import annotations

import re
from typing import Final

from promo_typing.oracle.cells import Answer, RefusalKind

_SHOWN: Final = 160
"""The number of characters of JAX's message that are shown."""

_X64: Final = re.compile(r"Explicitly requested dtype \S+.* is not available")

_DTYPE_ERRORS: Final = (
    # The checks of jax.lax.
    r"does not accept dtype",
    r"requires arguments to have the same dtypes",
    r"argument type error: \w+, \w+",
    r"operand dtypes should match corresponding initial value dtypes",
    r"logical reduction requires operand dtype",
    r"`preferred_element_type`",
    r"Integers cannot be raised to negative powers",
    # Two dtypes that must be equal.
    r"must have identical dtypes",
    r"must (be|have) same dtype",
    r"dtype should be \w+, but got",
    r"expected key_data\.dtype = ",
    r"carry input and carry output must have equal types",
    # The kind of dtype that a function requires.
    r"must (be|have) (an? )?(subclass of )?(inexact|(unsigned )?int|(complex )?float)",
    r"must be (of integer type|real-valued)",
    r"requires floating-point or complex inputs",
    r"is not an integer type",
    r"only int indices permitted",
    r"Expected an input array of (integer or boolean|unsigned byte) data type",
    r"only real valued inputs supported",
    # The kind or the width of dtype that a function refuses.
    r"complex(-valued)? (inputs?|values?|x values|d?types?|start)\b",
    r"not (well )?defined for \w+\d$",
    r"Boolean arguments to \S+ are not implemented",
    r"[Uu]nsupported (dtype|input type)",
    r"not supported for input types",
    r"only (supports|accepts) [-\d, ]+(and|or) \d+-bit d?types",
    r"only accepts integer dtypes",
    r"[Oo]nly \w+ and \w+ inputs are supported",
    r"dtype=\w+ is not supported",
    r"Support for \w+ dtype is not implemented",
    r"don't know how to read character strings with that array type",
    r"Attempting to convert array of shape .* of size \d+ bits to",
    r"not large enough to hold flattened index",
    # Limits are looked up, as by numpy.finfo and numpy.iinfo, for a dtype that has none.
    r"not inexact$",
    r"not compatible with finfo$",
    r"Invalid integer data type '[Vbfc]'",
    # A bool is used as index, which makes it a mask.
    r"^NonConcreteBooleanIndexError",
    # Accidents: a table that lacks the width of a float, limits that a dtype cannot represent, the
    # bits of float64 with x64 off, and casts that NumPy lacks.
    r"^KeyError: \d+$",
    r"^OverflowError: cannot convert float infinity to integer$",
    r"^OverflowError: out of range value cannot be converted to \w+$",
    r"^OverflowError: An overflow was encountered while parsing an argument to a jitted",
    r"^TypeError: Cannot cast scalar from dtype\(\w+\) to dtype\(\w+\) according to the rule",
)
"""Regular expressions for errors about dtypes that have no exception class of their own.

They are searched in the name and message of the exception, ``TypeError: ...``.
"""


def refused(error: Exception) -> Answer:
    """Return the answer for an exception of JAX: a refusal and its kind.

    If the exception is not known to be about dtypes, the call is broken.
    """
    message = f"{type(error).__name__}: {error}"
    return Answer(None, _kind(error, message), message[:_SHOWN])


def _kind(error: Exception, message: str) -> RefusalKind:
    import jax

    if isinstance(error, jax.dtypes.TypePromotionError):
        return "promotion"
    if _X64.search(message):
        return "x64"
    return "dtype" if _OF_DTYPES.search(message) else "broken"


_OF_DTYPES: Final = re.compile("|".join(_DTYPE_ERRORS))
