"""The annotations of arrays, of JAX and of NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from promo_stubgen.ir.annotation import ANY, Annotation, Name, Subscript, union

ARRAY: Final = "Array"
ARRAY_LIKE: Final = Name("ArrayLike")
"""The stubs' alias for all types that JAX converts to an array."""

ANY_ARRAY: Final = Name(ARRAY)
"""An array of any dtype.

It is written without ``[Any]``, since mypy tries all overloads for an operand with an explicit
``Any``. The default of the type parameter is an alias (see ``basearray``), for which mypy stops at
the first overload that fits.
"""

NUMPY_ARRAY: Final = "np.ndarray"
_NUMPY_DTYPE: Final = "np.dtype"

WHOLE_NUMPY_ARRAY: Final = "np.ndarray[tuple[Any, ...], np.dtype[Any]]"
"""The full form of ``np.ndarray``. All annotations use it, so that unions have it only once."""

DTYPE_LIKE: Final = Name("DTypeLike")


def array(dtype: Annotation, owner: str = ARRAY) -> Annotation:
    """An array of a dtype: a class, a TypeVar, or a union of classes."""
    return Subscript(owner, (dtype,))


def array_of_classes(*classes: str) -> Annotation:
    """An array of any of these dtype classes."""
    return array(union(*map(Name, classes)))


def array_or_any(dtype: str) -> Annotation:
    """An array of this dtype class; of any dtype for ``Any``."""
    return ANY_ARRAY if dtype == "Any" else array(Name(dtype))


def dtype_of(annotation: Annotation, owner: str = ARRAY) -> Annotation | None:
    """The dtype of an array annotation, None for other annotations."""
    match annotation:
        case Subscript(generic, (dtype,)) if generic == owner:
            return dtype
        case _:
            return None


def numpy_array(dtype: Annotation) -> Annotation:
    """A NumPy array of a dtype."""
    return Subscript(NUMPY_ARRAY, (ANY, Subscript(_NUMPY_DTYPE, (dtype,))))


def numpy_dtype_of(annotation: Annotation) -> Annotation | None:
    """The dtype of a NumPy array annotation, None for other annotations."""
    match annotation:
        case Subscript(np_array, (_, Subscript(np_dtype, (dtype,)))):
            return dtype if (np_array, np_dtype) == (NUMPY_ARRAY, _NUMPY_DTYPE) else None
        case _:
            return None


def tuple_of(items: Sequence[Annotation]) -> Annotation:
    """The tuple of several items, or a single item itself."""
    return items[0] if len(items) == 1 else Subscript("tuple", tuple(items))
