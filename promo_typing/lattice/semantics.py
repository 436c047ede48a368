"""The settings of JAX that decide a dtype, and what they make of a single dtype."""

from __future__ import annotations

from promo_typing.core.configuration import ExplicitX64, Promotion
from promo_typing.core.dataclass import dataclass
from promo_typing.core.dtypes import DEFAULTS, TRUNCATED
from promo_typing.lattice import Lattice, jax_lattice


@dataclass(frozen=True, slots=True)
class Semantics:
    """JAX's configuration, as far as dtypes depend on it.

    ``x64`` is ``jax_enable_x64``, ``explicit_x64`` is ``jax_explicit_x64_dtypes`` and
    ``promotion`` is ``jax_numpy_dtype_promotion``; the values here are JAX's defaults. ``jax`` is
    JAX's version, ``(major, minor)``. If it is None, an answer is known only where all supported
    versions agree on it.
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
        """The dtype that a value of NumPy has as an array of JAX.

        With x64 off that is its 32-bit counterpart, silently, whatever ``explicit_x64`` says.
        """
        return node if self.x64 else TRUNCATED.get(node, node)

    def requested(self, node: str) -> str:
        """The dtype that an explicit ``dtype=`` argument gives, if JAX accepts it."""
        return node if self.explicit_x64 == "allow" else self.canonical(node)

    def truncates(self, node: str) -> bool:
        """Whether JAX truncates this explicitly requested dtype, with a warning, or refuses it."""
        return self.requested(node) != node

    def strong(self, node: str) -> str:
        """The dtype of a node at run time: ``weak_int`` is int32, or int64 with x64 on."""
        return DEFAULTS[node][self.x64] if node in DEFAULTS else node

    @property
    def fingerprint(self) -> str:
        """Differs whenever a setting or the lattice differs."""
        settings = f"x64={self.x64},{self.explicit_x64},{self.promotion},{self.jax}"
        return f"{settings},{self.lattice.fingerprint}"
