"""JAX's settings that decide dtypes, and the dtype that a single one becomes under them."""

from __future__ import annotations

from promo_typing.core.configuration import ExplicitX64, Promotion
from promo_typing.core.dataclass import dataclass
from promo_typing.core.dtypes import DEFAULTS, TRUNCATED
from promo_typing.lattice import Lattice, jax_lattice


@dataclass(frozen=True, slots=True)
class Semantics:
    """JAX's configuration, as far as dtypes depend on it.

    ``x64`` is ``jax_enable_x64``, ``explicit_x64`` is ``jax_explicit_x64_dtypes`` and
    ``promotion`` is ``jax_numpy_dtype_promotion``; the defaults here are JAX's. ``jax`` is JAX's
    version, ``(major, minor)``. If it is None, a dtype is known only where all supported versions
    agree.
    """

    x64: bool = False
    explicit_x64: ExplicitX64 = "warn"
    promotion: Promotion = "standard"
    jax: tuple[int, int] | None = None

    @property
    def lattice(self) -> Lattice:
        """The lattice in which operands are joined."""
        return jax_lattice(x64=self.x64, strict=self.promotion == "strict")

    def canonical(self, node: str) -> str:
        """The dtype that a NumPy value has once it is a JAX array: int64 becomes int32, x64 off.

        JAX does not warn about that, whatever ``explicit_x64`` says.
        """
        return node if self.x64 else TRUNCATED.get(node, node)

    def requested(self, node: str) -> str:
        """The dtype of the result when a ``dtype=`` argument names this one and JAX accepts it."""
        return node if self.explicit_x64 == "allow" else self.canonical(node)

    def truncates(self, node: str) -> bool:
        """Whether JAX truncates this ``dtype=`` argument with a warning, or refuses it."""
        return self.requested(node) != node

    def strong(self, node: str) -> str:
        """The dtype of a node at run time: ``weak_int`` is int32, or int64 with x64 on."""
        return DEFAULTS[node][self.x64] if node in DEFAULTS else node

    @property
    def fingerprint(self) -> str:
        """A digest of the settings and the lattice."""
        settings = f"x64={self.x64},{self.explicit_x64},{self.promotion},{self.jax}"
        return f"{settings},{self.lattice.fingerprint}"
