"""Sets of dtypes: what ``Array[...]`` compares the dtype of an array with.

A :class:`Match` accepts some of the dtypes that an array can have; ``Array[...]`` holds a set of
them. Neither jax nor numpy is imported before there is a dtype to compare with.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from promo_typing.dtypes import DEFAULTS, NODES, PYTHON_SCALARS


@dataclass(frozen=True, slots=True)
class Match:
    """A set of dtypes under the name that is written between the brackets."""

    label: str

    @property
    def is_fixed(self) -> bool:
        """Whether the answer for a dtype is the same at any time."""
        return True

    def accepts(self, dtype: Any) -> bool:
        """Whether an ``np.dtype``, or an extended dtype of JAX, is in the set."""
        return True

    def covers(self, other: Match) -> bool:
        """Whether every dtype of the other set is in this one."""
        return self == other


ANY: Final = Match("Any")
"""All dtypes."""


@dataclass(frozen=True, slots=True)
class Named(Match):
    """One dtype of :data:`promo_typing.dtypes.CONCRETE`."""

    def accepts(self, dtype: Any) -> bool:
        """Whether the dtype has the name."""
        return bool(dtype.name == self.label)


@dataclass(frozen=True, slots=True)
class Default(Match):
    """The dtype that JAX makes of Python's ``int``, ``float`` or ``complex``."""

    @property
    def is_fixed(self) -> bool:
        """False: ``jax_enable_x64`` may be switched on and off."""
        return False

    def accepts(self, dtype: Any) -> bool:
        """Whether the dtype is the default one, as x64 is at this moment and in this thread."""
        import jax

        node = PYTHON_SCALARS[self.label]
        x64 = jax.config.jax_enable_x64
        return bool(dtype.name == DEFAULTS[node][x64])


@dataclass(frozen=True, slots=True)
class Exact(Match):
    """One dtype beyond those of NumPy: that of the keys of one PRNG, or ``float0``."""

    dtype: Any

    def accepts(self, dtype: Any) -> bool:
        """Whether it is the very dtype."""
        return bool(dtype == self.dtype)


@dataclass(frozen=True, slots=True)
class Category(Match):
    """An abstract dtype, such as ``jnp.floating`` or ``jax.dtypes.prng_key``."""

    scalar: type

    def accepts(self, dtype: Any) -> bool:
        """Whether the dtype is below the abstract one, as ``jnp.issubdtype`` answers it."""
        import jax.numpy as jnp

        return bool(jnp.issubdtype(dtype, self.scalar))

    def covers(self, other: Match) -> bool:
        """Whether the other set is below this abstract dtype."""
        match other:
            case Category(scalar=scalar):
                return issubclass(scalar, self.scalar)
            case Exact(dtype=dtype):
                return issubclass(dtype.type, self.scalar)
            case Named(label=label) | Default(label=label):
                return NODES[PYTHON_SCALARS.get(label, label)].is_a(self.label)
        return False
