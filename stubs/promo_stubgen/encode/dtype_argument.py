"""Overloads for a parameter ``dtype``, which map its argument to the dtype of the result.

A dtype may be given as ``jnp.float32``, ``np.float32``, ``np.dtype``, a Python type or a string.
All arguments that give the same result share an alias in the stub of the scalar types, so that a
function with such a parameter needs about fifteen overloads.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from promo_stubgen.encode.numpy_types import ABSTRACT_NUMBER, NUMPY_NODES, scalar_type
from promo_stubgen.ir.annotation import (
    Annotation,
    Literal,
    Name,
    Subscript,
    Value,
    union,
    with_none,
)
from promo_stubgen.ir.arrays import DTYPE_LIKE
from promo_typing.core.dtypes import PYTHON_SCALARS
from promo_typing.core.stub_names import BOTTOM, dtype_class
from promo_typing.lattice.semantics import Semantics

GENERIC_VARIABLE: Final = "_GenericT"

_NAMED_EXTENSION: Final = "bfloat16"
"""The only dtype that NumPy lacks whose name is recognised as a string."""


@dataclass(frozen=True, slots=True)
class DtypeOverload:
    """One overload: the annotation of the parameter, and the dtype of the result."""

    annotation: Annotation
    dtype: str


def dtype_overloads(semantics: Semantics) -> list[DtypeOverload]:
    """The overloads of a required dtype in order; the last one accepts everything else."""
    return [
        DtypeOverload(class_or_dtype(Name(BOTTOM)), "Any"),
        DtypeOverload(class_or_dtype(ABSTRACT_NUMBER), "Any"),
        *(
            DtypeOverload(Name(request_alias(node)), dtype_class(node))
            for node in _requests(semantics)
        ),
        DtypeOverload(class_or_dtype(Name(GENERIC_VARIABLE)), GENERIC_VARIABLE),
        DtypeOverload(with_none(DTYPE_LIKE), "Any"),
    ]


def request_alias(node: str) -> str:
    """The alias for dtype arguments that request a node."""
    return f"_RequestFor_{node}"


def request_aliases(semantics: Semantics) -> Iterable[str]:
    """The definitions of the aliases."""
    for node, asking in _requests(semantics).items():
        yield f"{request_alias(node)}: TypeAlias = {union(*asking)}"


def _requests(semantics: Semantics) -> dict[str, list[Annotation]]:
    """For each node, the arguments that request it."""
    # Bool comes before the integers, and integers before floats, because checkers accept type[bool]
    # as type[int], and so on.
    found: dict[str, list[Annotation]] = {}
    for name in (*NUMPY_NODES, _NAMED_EXTENSION):
        dtype = scalar_type(name) if name in NUMPY_NODES else Name(dtype_class(name))
        asking = found.setdefault(semantics.requested(name), [])
        asking += [class_or_dtype(dtype), Literal((Value(name),))]
    for scalar, node in PYTHON_SCALARS.items():
        found[semantics.strong(node)].append(Subscript("type", (Name(f"builtins.{scalar}"),)))
    return found


def class_or_dtype(dtype: Annotation) -> Annotation:
    """The annotation for a dtype class or a dtype object of NumPy."""
    return union(Subscript("type", (dtype,)), Subscript("np.dtype", (dtype,)))
