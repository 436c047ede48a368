"""The sets of dtypes with which ``Array[...]`` compares an array.

A :class:`Match` accepts the arrays of some dtypes; ``Array[...]`` holds a set of them. Neither jax
nor numpy is imported before there is an array to compare with.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from typing import Any, Final

from promo_typing.annotations.weak_types import WEAK_TYPES
from promo_typing.core.dataclass import dataclass
from promo_typing.core.dtypes import CATEGORIES, CATEGORY_PARENTS, DEFAULTS, NODES, PYTHON_SCALARS


@dataclass(frozen=True, slots=True)
class Match:
    """A set of dtypes; ``label`` is the dtype, or abstract dtype, between the brackets."""

    label: str

    @property
    def written(self) -> str:
        """The text between the brackets."""
        return self.label

    @property
    def item(self) -> object:
        """The object between the brackets; most subclasses import jax to find it."""
        return Any

    @property
    def is_fixed(self) -> bool:
        """Whether an array's dtype alone decides, not its weak type or a setting of JAX."""
        return True

    def accepts(self, array: Any) -> bool:
        """Whether the dtype of an array is in the set."""
        return True

    def covers(self, other: Match) -> bool:
        """Whether every dtype of the other set is in this one."""
        return self == other


ANY: Final = Match("Any")
"""All dtypes."""

_WEAK_CATEGORIES: Final = {
    "weak_int": "integer",
    "weak_float": "floating",
    "weak_complex": "complexfloating",
}
"""The dtypes that a weak array may have: a weak array of uint8, too, promotes like an ``int``."""


@dataclass(frozen=True, slots=True)
class Named(Match):
    """One dtype of :data:`promo_typing.core.dtypes.STRONG`."""

    @property
    def written(self) -> str:
        """The scalar type of ``jax.numpy``."""
        return f"jnp.{self.label}"

    @property
    def item(self) -> object:
        """The scalar type of ``jax.numpy``."""
        import jax.numpy as jnp

        return getattr(jnp, self.label)

    def accepts(self, array: Any) -> bool:
        """Whether the dtype has the name."""
        return bool(array.dtype.name == self.label)


@dataclass(frozen=True, slots=True)
class Default(Match):
    """The default dtype of JAX for Python's ``int``, ``float`` or ``complex``."""

    @property
    def item(self) -> object:
        """The Python class."""
        return getattr(builtins, self.label)

    @property
    def is_fixed(self) -> bool:
        """False: the default dtype depends on ``jax_enable_x64``, which may be switched."""
        return False

    def accepts(self, array: Any) -> bool:
        """Whether the dtype is the default one under the current setting of x64 in this thread."""
        import jax

        node = PYTHON_SCALARS[self.label]
        x64 = jax.config.jax_enable_x64
        return bool(array.dtype.name == DEFAULTS[node][x64])


@dataclass(frozen=True, slots=True)
class Weak(Match):
    """The weakly typed arrays of one kind, such as ``weak_float``."""

    @property
    def written(self) -> str:
        """The class of this package."""
        return f"promo_typing.{self.label}"

    @property
    def item(self) -> object:
        """The class of :mod:`promo_typing.annotations.weak_types`."""
        return WEAK_TYPES[self.label]

    @property
    def is_fixed(self) -> bool:
        """False: arrays of the same dtype may be weak or strong."""
        return False

    def accepts(self, array: Any) -> bool:
        """Whether JAX promotes the array like the Python scalar, whatever dtype it has."""
        if not getattr(array, "weak_type", False):  # arrays of PRNG keys have no such attribute
            return False
        return NODES[array.dtype.name].is_a(_WEAK_CATEGORIES[self.label])


@dataclass(frozen=True, slots=True)
class Exact(Match):
    """One dtype that NumPy lacks: the dtype of the keys of one PRNG, or ``float0``."""

    dtype: Any

    @property
    def item(self) -> object:
        """The dtype."""
        return self.dtype

    def accepts(self, array: Any) -> bool:
        """Whether the array has exactly this dtype."""
        return bool(array.dtype == self.dtype)


@dataclass(frozen=True, slots=True)
class Category(Match):
    """An abstract dtype, such as ``jnp.floating`` or ``jax.dtypes.prng_key``."""

    scalar: type

    @property
    def written(self) -> str:
        """The abstract dtype in the module that exports it."""
        module = "jnp" if self.label in CATEGORIES else "jax.dtypes"
        return f"{module}.{self.label}"

    @property
    def item(self) -> object:
        """The abstract dtype."""
        return self.scalar

    def accepts(self, array: Any) -> bool:
        """Whether the dtype is below the abstract one, as ``jnp.issubdtype`` answers."""
        import jax.numpy as jnp

        return bool(jnp.issubdtype(array.dtype, self.scalar))

    def covers(self, other: Match) -> bool:
        """Whether the other set is below this abstract dtype."""
        match other:
            case Category(scalar=scalar):
                return issubclass(scalar, self.scalar)
            case Exact(dtype=dtype):
                return issubclass(dtype.type, self.scalar)
            case Weak(label=label):
                return self.label in _above(_WEAK_CATEGORIES[label])
            case Named(label=label) | Default(label=label):
                return NODES[PYTHON_SCALARS.get(label, label)].is_a(self.label)
        return False


def _above(category: str) -> Iterator[str]:
    """The abstract dtype, and the abstract dtypes above it."""
    above: str | None = category
    while above is not None:
        yield above
        above = CATEGORY_PARENTS[above]
