"""Error messages for values that violate an annotation."""

from __future__ import annotations

from typing import Any

from promo_typing.annotations.bindings import bound
from promo_typing.annotations.dtype_like import matches
from promo_typing.annotations.dtype_match import Match
from promo_typing.annotations.loaded_jax import array_class


def violation(hint: Any, value: Any) -> str:
    """Return the message: the dtype found and the one expected, "has dtype int32, ..."."""
    if not isinstance(value, array_class()):
        return f"is no array of JAX but {_kind(value)}; expected {hint!r}"
    found = f"has dtype {value.dtype}{_weakness(hint, value)}, expected {hint!r}"
    meanings = [_meaning(variable) for variable in getattr(hint, "__parameters__", ())]
    return ", where ".join([found, *filter(None, meanings)])


def _meaning(variable: Any) -> str:
    dtypes = bound(variable)
    if dtypes is None and (variable.__bound__ or variable.__constraints__):
        return f"{variable!r} is {_written(matches(variable))}"
    return f"{variable!r} is {_written(dtypes)} in this call" if dtypes else ""


def _written(dtypes: frozenset[Match]) -> str:
    return " | ".join(sorted(dtype.written for dtype in dtypes))


def _kind(value: object) -> str:
    cls = type(value)
    name = cls.__name__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__name__}"
    dtype = getattr(value, "dtype", None)
    return f"of type {name}" + ("" if dtype is None else f", of dtype {dtype}")


def _weakness(hint: Any, value: Any) -> str:
    if getattr(value, "weak_type", False):
        return " (weakly typed)"
    return " (not weakly typed)" if "weak_" in repr(hint) else ""
