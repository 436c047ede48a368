"""Describes operands; only this module knows how JAX, NumPy and Python values show their dtypes."""

from __future__ import annotations

import operator
from collections.abc import Hashable
from typing import Any, Final

import jax
import jax.core
import jax.numpy as jnp
import numpy as np

from promo_typing.core.dtypes import NODES, STRONG
from promo_typing.lattice.semantics import Semantics
from promo_typing.systems import Operand, operand_of
from promo_typing.systems.value_classes import value_class

_PYTHON_TYPES: Final = {kind: kind.__name__ for kind in (bool, int, float, complex)}
"""The names of Python's number types in rules; bool comes first, since it is a subclass of int."""

_NUMPY_TYPES: Final = (np.ndarray, np.generic)

_WEAK_NODES: Final = {node.kind: node.name for node in NODES.values() if node.weak}
_CONCRETE: Final = frozenset(STRONG)


def type_key(value: Any) -> Hashable:
    """Return a key; values with equal keys have the same node under given settings.

    Every call of the engine calls this function, so the cheapest cases come first.
    """
    kind: type = type(value)
    if kind in _PYTHON_TYPES:
        return kind
    if issubclass(kind, _NUMPY_TYPES):
        return kind, value.dtype
    try:
        return value.dtype, value.weak_type
    except AttributeError:
        return kind, getattr(value, "dtype", None)


def promotion_key(value: Any) -> Hashable:
    """Return a key; values with equal keys are promoted alike in every system.

    Beside the dtype the key has whether an array has dimensions. For a Python number or a NumPy
    array without dimensions it has the class of the value.
    """
    kind = type(value)
    if kind in _PYTHON_TYPES:
        return kind, value_class(value)
    shape = getattr(value, "shape", None)
    if shape == () and issubclass(kind, _NUMPY_TYPES):
        return type_key(value), value_class(value.item())
    return type_key(value), value_class(value) if shape is None else shape == ()


def described(operand: Any) -> Operand:
    """Describe an operand to promotion systems."""
    if isinstance(operand, _NUMPY_TYPES) or hasattr(operand, "dtype"):
        return operand_of(operand)
    name = next((name for kind, name in _PYTHON_TYPES.items() if isinstance(operand, kind)), None)
    return operand_of(operand) if name is None else Operand(name, python=True, value=operand)


def node_of(value: Any, semantics: Semantics) -> str | None:
    """Return the node of an operand, None if its dtype is not in the lattice.

    A JAX array or tracer has the strong or weak node of its dtype. A NumPy array or scalar has the
    node of the dtype to which JAX converts it. A Python number has the name of its type, which
    rules expect. A random key, a ``float0`` tangent, a date, a string or a list has none.
    """
    if isinstance(value, jax.Array):
        return _array_node(value)
    if isinstance(value, _NUMPY_TYPES):
        name = value.dtype.name
        return semantics.canonical(name) if name in _CONCRETE else None
    return next((name for kind, name in _PYTHON_TYPES.items() if isinstance(value, kind)), None)


def is_opaque(value: Any) -> bool:
    """Whether a value has a dtype of JAX that is not in the lattice: of a key, or ``float0``."""
    dtype = getattr(value, "dtype", None)
    return dtype is not None and (
        dtype == jax.dtypes.float0 or jnp.issubdtype(dtype, jax.dtypes.extended)
    )


def python_int(value: Any) -> Any:
    """Return a known integer without dimensions as a Python int; return other values unchanged.

    For such an exponent ``jnp.power`` uses the value and ignores the dtype.
    """
    try:
        return operator.index(value)
    except TypeError:
        return value


def is_tracer(value: Any) -> bool:
    """Whether a value is a tracer, as inside of ``jit``."""
    return isinstance(value, jax.core.Tracer)


def _array_node(array: jax.Array) -> str | None:
    name = array.dtype.name
    if name not in _CONCRETE:
        return None
    # JAX makes weak bools sometimes (isfinite of a weak int); they promote like any bool.
    return _WEAK_NODES.get(NODES[name].kind, name) if array.weak_type else name
