"""``NamedShape``: shapes whose dimensions have names, as JEP 12049 plans them.

A named shape is a tuple of sizes, or a mapping from names to sizes such as ``Mesh.shape``.
"""

from __future__ import annotations

import copyreg
import operator
from abc import ABCMeta
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from promo_typing.annotations.bindings import bind, bound

Dimension: TypeAlias = int | str

_classes: Final[dict[tuple[Dimension, ...], type]] = {}
"""The classes made so far, so that equal ones are the same object."""


class NamedShapeMeta(ABCMeta):
    """The metaclass of :class:`NamedShape`."""

    dimensions: tuple[Dimension, ...] | None

    def __getitem__(cls, dimensions: Dimension | tuple[Dimension, ...]) -> type[Any]:
        """Return the class for shapes with these sizes and names.

        Raises:
            TypeError: a dimension is neither a size nor a name.
        """
        wanted = dimensions if isinstance(dimensions, tuple) else (dimensions,)
        for each in wanted:
            if not (each.isidentifier() if isinstance(each, str) else _is_size(each)):
                raise TypeError(
                    f"NamedShape[{each!r}]: {each!r} is no dimension; write names and sizes, "
                    'as in NamedShape["batch", 3]'
                )
        if wanted not in _classes:
            shown = f"NamedShape[{', '.join(map(repr, wanted)) or '()'}]"
            namespace = {"__module__": cls.__module__, "__qualname__": shown, "dimensions": wanted}
            made = type.__new__(type(cls), "NamedShape", (cls,), namespace)
            _classes.setdefault(wanted, made)
        return _classes[wanted]

    def __instancecheck__(cls, instance: object) -> bool:
        """Whether a value is such a shape; in a checked call the names are bound to its sizes."""
        if not isinstance(instance, (tuple, Mapping)):
            return False
        sizes = tuple(instance.values()) if isinstance(instance, Mapping) else instance
        if not all(map(_is_size, sizes)):
            return False
        if cls.dimensions is None:
            return True
        if not isinstance(instance, Mapping):
            return _binds(cls.dimensions, instance)
        return set(instance) == set(cls.dimensions) and _binds(tuple(instance), sizes)

    def __repr__(cls) -> str:
        """The source text, such as ``NamedShape["batch", 3]``."""
        return f"{cls.__module__}.{cls.__qualname__}"


def _is_size(value: object) -> bool:
    """Whether a value is an integer, or a dimension of a symbolic shape of ``jax.export``."""
    if isinstance(value, bool):
        return False
    return hasattr(value, "__index__") or hasattr(value, "dimension_as_value")


def _binds(dimensions: tuple[Any, ...], sizes: tuple[Any, ...]) -> bool:
    """Whether the sizes fit the dimensions; only then the names are bound to the sizes."""
    if len(dimensions) != len(sizes):
        return False
    named: dict[str, Any] = {}
    for dimension, size in zip(dimensions, sizes, strict=True):
        wanted = dimension
        if isinstance(dimension, str):
            known = bound(dimension)
            wanted = named.setdefault(dimension, size if known is None else known)
        if wanted != size:
            return False
    return all(bind(name, size) == size for name, size in named.items())


class _NamedShape(metaclass=NamedShapeMeta):
    """A tuple of sizes, or a mapping from names to sizes such as ``Mesh.shape``.

    ``NamedShape["batch", 3]`` is a shape of two dimensions; the second one has the size 3.
    During a call of a function under :func:`promo_typing.dtypechecked` each name stands for one
    size. Elsewhere a name must have one size within a shape only.
    """

    __module__ = "promo_typing"
    __qualname__ = "NamedShape"
    dimensions = None


if TYPE_CHECKING:
    NamedShape: TypeAlias = tuple[int, ...] | Mapping[Any, int]
else:
    NamedShape = _NamedShape


def named_shape(*dimensions: Dimension) -> type[Any]:
    """``NamedShape["batch", 3]`` as type checkers understand it, for ``Annotated``.

    Raises:
        TypeError: a dimension is neither a size nor a name.
    """
    return _NamedShape[dimensions]


def _reduce(shape: NamedShapeMeta) -> object:
    """The reference in a pickle: NamedShape by name, ``NamedShape["batch"]`` by dimensions."""
    if shape.dimensions is None:
        return shape.__qualname__
    return operator.getitem, (_NamedShape, shape.dimensions)


copyreg.pickle(NamedShapeMeta, _reduce)  # type: ignore[arg-type]
