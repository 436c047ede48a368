"""The annotations of operands and results in the stubs."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from promo_stubgen.encode.numpy_types import ABSTRACT_NUMBER, NUMPY_NODES, scalar_types
from promo_stubgen.encode.pair_table import (
    UNKNOWN,
    widest_scalar,
)
from promo_stubgen.ir.annotation import ANY, Annotation, Name, Subscript, members, union
from promo_stubgen.ir.arrays import (
    NUMPY_ARRAY,
    array,
    array_or_any,
    numpy_array,
    numpy_dtype_of,
    tuple_of,
)
from promo_typing.core.dtypes import NODES
from promo_typing.core.stub_names import BOTTOM, dtype_class, marker_class
from promo_typing.lattice import Lattice
from promo_typing.lattice.semantics import Semantics

ABSTRACT: Final = "_Abstract"
"""The protocol of abstract dtypes, such as ``jnp.floating``."""

ABSTRACT_VARIABLE: Final = "_AbstractT"
NUMBER_VARIABLE: Final = "_NumberT"

UNKNOWN_NUMPY: Final = Name("_NumPyUnknown")
"""The alias for NumPy arrays and scalars of any dtype."""

NUMPY_OF_ANY: Final = union(numpy_array(union(Name(BOTTOM), ABSTRACT_NUMBER)), ABSTRACT_NUMBER)
"""NumPy arrays of dtype Any, and arrays and scalars of an abstract dtype.

Arrays of a known dtype do not match, since no dtype matches the class below all dtypes. Without
such an overload checkers would take the first one for ``np.floating[Any]``, which ``np.mean``
returns.
"""

NUMPY_TIMES: Final = Name("_NumPyTimes")
"""The alias for NumPy arrays that no operand is, of two dtypes which ``np.arange`` may return."""

OF_ANY: Final = union(array(Name(BOTTOM)), NUMPY_OF_ANY)
"""Arrays of dtype Any, of JAX and NumPy, for the first overloads."""

UNKNOWN_ARRAY: Final = union(array(Name(ABSTRACT)), UNKNOWN_NUMPY)
"""JAX arrays of abstract dtypes, and NumPy operands of any dtype."""

UNTOLD: Final = union(UNKNOWN_ARRAY, Name("complex"))
"""All of ``ArrayLike`` except JAX arrays of a known dtype.

An operand annotated ``ArrayLike`` must be accepted, although JAX refuses some dtypes. If no other
overload takes it, the one with this annotation does, and the dtype of its result is unknown.
"""

NUMPY_PYTHON_SCALARS: Final = ("float64", "complex128")
"""NumPy scalars that are Python scalars for a type checker, but strong in JAX."""

FOREIGN: Final = union(Name("StaticScalar"), Subscript(NUMPY_ARRAY, (ANY, ANY)))
"""All of ``ArrayLike`` except JAX arrays."""


def number_marker(node: str) -> str:
    """The marker for dtypes other than bool that may be promoted to a node."""
    return f"_NumberUpto_{node}"


def numpy_alias(node: str) -> str:
    """The alias for NumPy arrays and scalars that may be promoted to a node."""
    return f"_NumPyUpto_{node}"


_ALIASES: Final = {Name(numpy_alias(node)) for node in NODES}


def numpy_below(node: str, semantics: Semantics) -> list[str]:
    """The dtypes of NumPy that JAX promotes to a node, after truncation."""
    below = semantics.lattice.is_below
    return [name for name in NUMPY_NODES if below(semantics.canonical(name), node)]


def numpy_operand(names: Collection[str]) -> Annotation:
    """The annotation of NumPy arrays and scalars of these dtypes."""
    scalars = union(*scalar_types(names))
    return union(numpy_array(scalars), scalars)


def inferred_alone(annotation: Annotation) -> Annotation:
    """The annotation of an operand, for which mypy infers the dtype of a call from that call alone.

    mypy infers ``np.arange(3, dtype=np.float32)`` as an operand with the dtype that the annotation
    asks for. If that is another one, NumPy's last overload fits, whose dtype is Any, and so the
    array is taken for one of the dtype asked for. If an annotation asks for several dtypes, mypy
    does not use them.
    """
    has_numpy = any(numpy_dtype_of(each) or each in _ALIASES for each in members(annotation))
    return union(annotation, NUMPY_TIMES) if has_numpy else annotation


def operand_upto(node: str, lattice: Lattice, *, numpy: bool, number: bool = False) -> Annotation:
    """The annotation of an operand that may be promoted to a node.

    Args:
        node: the node.
        lattice: the lattice of the promotion.
        numpy: whether NumPy operands are included.
        number: whether arrays of bool are excluded.
    """
    marker = number_marker(node) if number else marker_class(node)
    scalar = widest_scalar(lattice, node)
    found: list[Annotation] = [array(Name(marker))]
    found += [python_scalar(scalar)] if scalar else []
    return union(*found, *([Name(numpy_alias(node))] if numpy else []))


def python_scalar(scalar: str) -> Annotation:
    """The annotation of a Python scalar; ``builtins.bool``, since stubs of JAX define ``bool``."""
    return Name("builtins.bool" if scalar == "bool" else scalar)


def result_of(nodes: Iterable[str]) -> Annotation:
    """The annotation of a result: an array, or a tuple of arrays."""
    return tuple_of([array_or_any(result_class(node)) for node in nodes])


def result_class(node: str) -> str:
    """The dtype class of a result, ``Any`` if the dtype is unknown."""
    return UNKNOWN if node == UNKNOWN else dtype_class(node)
