"""The promotion system of an engine: by name, or the user's own."""

from __future__ import annotations

from typing import Any, Final

from promo_runtime.settings import Settings
from promo_typing.systems import SYSTEMS, System, UnknownSystemError

JAX_SYSTEMS: Final[dict[str, Settings]] = {
    "jax": Settings(),
    "jax-x64": Settings(x64=True),
    "jax-strict": Settings(promotion="strict"),
    "jax-strict-x64": Settings(x64=True, promotion="strict"),
}
"""The systems under which JAX itself casts, with the settings that they fix."""


def find_system(system: str | System) -> System:
    """Return the system of that name, or the system itself.

    Raises:
        ValueError: there is none of that name; the message suggests one.
        TypeError: it is neither a name nor a system.
    """
    if isinstance(system, str):
        try:
            return SYSTEMS[system]
        except UnknownSystemError as error:
            raise ValueError(str(error)) from None
    made: Any = system
    if callable(getattr(made, "result_type", None)) and callable(getattr(made, "operation", None)):
        return system
    raise TypeError(
        f"system is a name such as 'torch', or a promotion system such as "
        f"promo_typing.systems.system_of_edges makes; got {type(system).__name__}"
    )
