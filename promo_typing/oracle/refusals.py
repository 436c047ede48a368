"""Why JAX refuses a call: for its dtypes, or because the call is wrong."""

from __future__ import annotations

import re
from typing import Final

from promo_typing.oracle.cells import Answer, RefusalKind

_SHOWN: Final = 160
"""So many characters of JAX's message are shown."""

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
    # Two dtypes that must be one.
    r"must have identical dtypes",
    r"must (be|have) same dtype",
    r"dtype should be \w+, but got",
    r"expected key_data\.dtype = ",
    r"carry input and carry output must have equal types",
    # The kind that a function wants.
    r"must (be|have) (an? )?(subclass of )?(inexact|(unsigned )?int|(complex )?float)",
    r"must be (of integer type|real-valued)",
    r"requires floating-point or complex inputs",
    r"is not an integer type",
    r"only int indices permitted",
    r"Expected an input array of (integer or boolean|unsigned byte) data type",
    r"only real valued inputs supported",
    # The kind or the width that it does not take.
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
    # Asked for limits of a dtype that has none, as by numpy.finfo and numpy.iinfo.
    r"not inexact$",
    r"not compatible with finfo$",
    r"Invalid integer data type '[Vbfc]'",
    # A bool that is taken for an index, and so for a mask.
    r"^NonConcreteBooleanIndexError",
    # Accidents: a table by the width of floats, limits that a dtype cannot represent, the bits of
    # float64 where x64 is off, and casts that NumPy does not have.
    r"^KeyError: \d+$",
    r"^OverflowError: cannot convert float infinity to integer$",
    r"^OverflowError: out of range value cannot be converted to \w+$",
    r"^OverflowError: An overflow was encountered while parsing an argument to a jitted",
    r"^TypeError: Cannot cast scalar from dtype\(\w+\) to dtype\(\w+\) according to the rule",
)
"""What JAX says of dtypes in errors that have no class of their own, as regular expressions.

They are looked for in the name of the exception and its message, ``TypeError: ...``.
"""


def refused(error: Exception) -> Answer:
    """Return the answer that an exception of JAX amounts to.

    An exception that is not known to be about dtypes means that the call is broken.
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
