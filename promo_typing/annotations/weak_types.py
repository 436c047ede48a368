"""``weak_int``, ``weak_float``, ``weak_complex``: the dtypes of weakly typed arrays.

JAX marks ``x = jnp.asarray(1.0)`` as weakly typed (``x.weak_type``): the array has a dtype, but it
promotes like a Python scalar. For a type checker the three names are classes of our stubs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from jax._src.numpy.scalar_types import weak_complex, weak_float, weak_int
else:

    class weak_int:  # noqa: N801
        """The dtype of an array that promotes like a Python ``int``."""

    class weak_float:  # noqa: N801
        """The dtype of an array that promotes like a Python ``float``."""

    class weak_complex:  # noqa: N801
        """The dtype of an array that promotes like a Python ``complex``."""

    for _weak in (weak_int, weak_float, weak_complex):
        _weak.__module__ = "promo_typing"


WEAK_TYPES: Final[dict[str, type]] = {
    each.__name__: each for each in (weak_int, weak_float, weak_complex)
}
"""The classes by name."""

__all__ = ["WEAK_TYPES", "weak_complex", "weak_float", "weak_int"]
