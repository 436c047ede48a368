"""NumPy's scalar types, as NumPy's own stubs name them."""

from __future__ import annotations

from promo_typing.dtypes import CONCRETE, NODES

_SMALLEST_BITS = 8
_NOT_IN_NUMPY = frozenset({"bfloat16"})


def is_in_numpy(node: str) -> bool:
    """Whether NumPy itself has the dtype; the others come from ml_dtypes."""
    dtype = NODES[node]
    if dtype.weak or node in _NOT_IN_NUMPY:
        return False
    return dtype.bits >= (2 if dtype.kind == "float" else 1) * _SMALLEST_BITS


def scalar_type(node: str) -> str:
    """The NumPy scalar type of a concrete dtype, or the nearest abstract one if it has none.

    NumPy's bool is called ``bool_`` here because stubs for NumPy 1 and 2 both have that name.
    """
    if node == "bool":
        return "np.bool_"
    if is_in_numpy(node):
        return f"np.{node}"
    return f"np.{NODES[node].categories[0]}[Any]"


NUMPY_NODES = tuple(node for node in CONCRETE if is_in_numpy(node))
"""The dtypes that NumPy has, in the order of :data:`promo_typing.dtypes.NODES`."""
