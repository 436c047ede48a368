"""Describes anything that may be promoted as an :class:`Operand`.

Arrays and dtypes of any library are recognised by attributes (``dtype``, ``shape``,
``weak_type``); no library is imported.
"""

from __future__ import annotations

import difflib
import re
from typing import Any, Final

from promo_typing.core.dtypes import ALIASES, STRONG
from promo_typing.systems.kinds import JEP_DTYPES
from promo_typing.systems.model import PYTHON_SYMBOLS, Operand, OperandError
from promo_typing.systems.weak_names import dtype_name, is_weak_name

_PYTHON_TYPES: Final = (bool, int, float, complex)
_OF_SYMBOL: Final = {symbol: kind for kind, symbol in PYTHON_SYMBOLS.items()}
_BARE_WEAK: Final = {"weak_int": "int", "weak_float": "float", "weak_complex": "complex"}
_DTYPE_CLASSES: Final = frozenset({"dtype", "DType"})
_TORCH_NAMES: Final = {"float4_e2m1fn_x2": "float4_e2m1fn"}

KNOWN_DTYPES: Final[frozenset[str]] = frozenset(
    {
        *JEP_DTYPES,
        *STRONG,
        "complex32",
        *(f"{sign}{bits}" for sign in ("int", "uint") for bits in range(1, 9)),
    }
)
"""The dtypes of all systems."""


def operand_of(item: object) -> Operand:
    """Describe an operand.

    Args:
        item: a name (``int8``, ``int``, ``i*``, ``weak_float32``, ``int32*``), a dtype or scalar
            type, an array or scalar of any library, a Python scalar, or an :class:`Operand`.

    Raises:
        OperandError: ``item`` is none of these.
    """
    if isinstance(item, Operand):
        return item
    if isinstance(item, str):
        return _named(item)
    if isinstance(item, type) and item in _PYTHON_TYPES:
        return Operand(item.__name__, python=True)
    if type(item) in _PYTHON_TYPES:
        return _python_scalar(item)
    if is_dtype(item):
        return Operand(_checked(_name_of(item)))
    return _array(item)


def is_dtype(item: object) -> bool:
    """Whether an item is a dtype or a scalar type, whose description never changes."""
    return isinstance(item, type) or any(
        base.__name__ in _DTYPE_CLASSES for base in type(item).__mro__
    )


def _named(name: str) -> Operand:
    if name in _OF_SYMBOL or name in _BARE_WEAK or name in ("int", "float", "complex"):
        return Operand(_OF_SYMBOL.get(name) or _BARE_WEAK.get(name, name), python=True)
    return Operand(_checked(dtype_name(name)), weak=is_weak_name(name))


def _python_scalar(value: Any) -> Operand:
    return Operand(type(value).__name__, python=True, value=value)


def _array(item: Any) -> Operand:
    dtype, shape = getattr(item, "dtype", None), getattr(item, "shape", None)
    if dtype is None or shape is None:
        for kind in _PYTHON_TYPES:
            if isinstance(item, kind):
                return Operand(kind.__name__, python=True, value=item)
        raise OperandError(
            f"{item!r} is no operand; expected the name of a dtype, a dtype, an array or a number"
        )
    weak = bool(getattr(item, "weak_type", False))
    flat = len(shape) == 0
    return Operand(_checked(_name_of(dtype)), weak, False, flat, _value(item) if flat else None)


def _value(item: Any) -> int | float | complex | None:
    """The value of a NumPy scalar, None for other libraries: it may be on a device, or traced."""
    if type(item).__module__ != "numpy":
        return None
    value = item.item()
    return value if isinstance(value, int | float | complex) else None


def _name_of(dtype: Any) -> str:
    """``int8`` for ``np.dtype("int8")``, ``np.int8``, ``jnp.int8``, ``torch.int8``, ``tf.int8``."""
    inner = getattr(dtype, "dtype", None)  # A scalar type of jnp.
    name = getattr(inner if isinstance(dtype, type) and inner is not None else dtype, "name", None)
    if not isinstance(name, str):
        name = getattr(dtype, "__name__", None) or str(dtype).rpartition(".")[2]
    return _TORCH_NAMES.get(name, re.sub(r"_$", "", name))


def _checked(name: str) -> str:
    bare = ALIASES.get(name, name)
    if bare in KNOWN_DTYPES:
        return bare
    close = difflib.get_close_matches(name, sorted(KNOWN_DTYPES), n=1)
    hint = f"; did you mean {close[0]}?" if close else "; expected a name such as float32 or i*"
    raise OperandError(f"{name!r} is no dtype of any promotion system{hint}")
