"""Public functions that have no rule, each with the reason."""

from __future__ import annotations

from typing import Final

NO_ARRAYS: Final = "returns no arrays"
TRANSFORM: Final = "its result follows from the function that it is given, and is typed by it"
PYTREE: Final = "keeps the arrays of a pytree as they are, and is typed by the pytree"


def _of(module: str, names: str, reason: str) -> dict[str, str]:
    return {f"{module}.{name}": reason for name in names.split()}


WITHOUT_RULE: Final[dict[str, str]] = {
    **_of(
        "jax.numpy",
        "broadcast_shapes can_cast einsum_path get_printoptions isdtype isscalar issubdtype"
        " iterable ndim printoptions promote_types result_type save savez"
        " set_printoptions shape size",
        NO_ARRAYS,
    ),
    **_of(
        "jax.numpy", "apply_along_axis apply_over_axes frompyfunc piecewise vectorize", TRANSFORM
    ),
}
"""The reason by the fully-qualified public name. A function is here or has a rule, never both."""
