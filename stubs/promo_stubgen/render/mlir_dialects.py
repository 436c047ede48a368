"""An empty stub that keeps checkers from reading the bindings of MLIR.

JAX's private modules import ``jax._src.lib.mlir.dialects``, which leads to several megabytes of
generated code in ``jaxlib.mlir``: a fifth of the text that a cold run reads. No public type of JAX
depends on it. The public ``jax.extend.mlir.dialects`` imports from ``jaxlib`` itself, and so keeps
its types.
"""

from __future__ import annotations

from typing import Final

from promo_typing.lattice.semantics import Semantics

PATH: Final = "_src/lib/mlir/dialects/__init__.pyi"

DIALECTS: Final = (
    "_gpu_ops_gen",
    "arith",
    "builtin",
    "cf",
    "chlo",
    "func",
    "gpu",
    "hlo",
    "llvm",
    "math",
    "memref",
    "mhlo",
    "mpmd",
    "nvgpu",
    "nvvm",
    "scf",
    "sdy",
    "sparse_tensor",
    "vector",
)
"""The names that JAX imports from this package, in all supported versions."""


def render(semantics: Semantics) -> dict[str, str]:
    """Return the text of the stub by its path; it is the same under all settings."""
    names = "\n".join(f"{name}: Any" for name in DIALECTS)
    return {PATH: f"from typing import Any\n\n{names}\n"}
