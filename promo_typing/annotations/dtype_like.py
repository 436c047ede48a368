"""Reads anything dtype-like as a set of dtypes.

numpy and jax are imported only for items that are not names in :mod:`promo_typing.core.dtypes`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import GenericAlias, SimpleNamespace, UnionType
from typing import Any, ForwardRef, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from promo_typing.annotations.dtype_errors import refusal
from promo_typing.annotations.dtype_match import ANY, Category, Default, Exact, Match, Named, Weak
from promo_typing.annotations.loaded_jax import array_class
from promo_typing.annotations.weak_types import WEAK_TYPES
from promo_typing.core.dtypes import CATEGORIES, STRONG


def matches(item: object) -> frozenset[Match]:
    """Return the dtypes that ``Array[item]`` stands for.

    Args:
        item: anything that JAX takes as a dtype (a scalar type of jnp or NumPy, an ``np.dtype``, a
            name, ``bool``, ``int``, ``float``, ``complex``, an object with a ``dtype``), an
            abstract dtype (``jnp.floating``, ``jax.dtypes.prng_key``), ``weak_int``,
            ``weak_float``, ``weak_complex``, ``Any``, a type variable (its bound or constraints
            count), or a union or type alias of these.

    Raises:
        TypeError: ``item`` is none of these, or a dtype that JAX lacks.
    """
    found = frozenset(_each(item))
    return frozenset({ANY}) if ANY in found else found


def members(item: object) -> tuple[object, ...]:
    """The members of a union; for any other item, the item alone."""
    return get_args(item) if get_origin(item) in (Union, UnionType) else (item,)


def _each(item: object) -> Iterator[Match]:
    if members(item) != (item,):
        for member in members(item):
            yield from _each(member)
    elif isinstance(item, TypeVar):
        for member in item.__constraints__ or (_bound(item),):
            yield from _each(member)
    elif type(item).__name__ == "TypeAliasType":  # of typing or of typing_extensions
        yield from _each(getattr(item, "__value__"))  # noqa: B009
    elif isinstance(item, GenericAlias) and set(get_args(item)) == {Any}:  # np.floating[Any]
        yield _single(get_origin(item))
    elif isinstance(item, ForwardRef):  # typing makes a ForwardRef of a name in brackets
        yield _single(item.__forward_arg__)
    else:
        yield _single(item)


def _bound(variable: TypeVar) -> object:
    """The upper bound of a type variable; a quoted one is looked up where the variable is defined.

    Raises:
        TypeError: a name in a quoted bound is not defined.
    """
    bound = variable.__bound__
    if not isinstance(bound, ForwardRef):
        return Any if bound is None else bound
    quoted = SimpleNamespace(__annotations__={"bound": bound.__forward_arg__})
    module = sys.modules.get(variable.__module__)
    try:
        return get_type_hints(quoted, getattr(module, "__dict__", {}))["bound"]
    except (NameError, AttributeError) as error:
        raise TypeError(f"the bound {bound.__forward_arg__!r} of {variable}: {error}") from None


def _single(item: object) -> Match:
    if item is Any:
        return ANY
    if isinstance(item, str) and item in STRONG:
        return Named(item)
    if isinstance(item, type) and item in (int, float, complex):
        return Default(item.__name__)
    if isinstance(item, type) and WEAK_TYPES.get(item.__name__) is item:
        return Weak(item.__name__)
    # JAX refuses None and arrays as dtypes, unlike np.dtype.
    known = item is not None and not isinstance(item, array_class())
    found = (_of_numpy(item) or _of_jax(item)) if known else None
    if found is None:
        raise TypeError(refusal(item))
    return found


def _of_numpy(item: object) -> Match | None:
    import numpy as np

    if isinstance(item, type) and item.__module__ == "numpy" and item.__name__ in CATEGORIES:
        return Category(item.__name__, item)
    try:
        dtype = np.dtype(cast(Any, item))
    except (TypeError, ValueError):
        return None
    return Named(dtype.name) if dtype.name in STRONG and dtype.isnative else None


def _of_jax(item: object) -> Match | None:
    if isinstance(item, str):
        return None  # JAX's extended dtypes have no names.
    import jax
    import numpy as np

    if isinstance(item, np.dtype):
        return Exact("float0", item) if item == jax.dtypes.float0 else None
    if isinstance(item, type):
        extended = issubclass(item, jax.dtypes.extended)
        return Category(item.__name__, item) if extended else None
    scalar = getattr(item, "type", None)
    if isinstance(scalar, type) and issubclass(scalar, jax.dtypes.extended):
        return Exact(str(getattr(item, "name", item)), item)
    return None
