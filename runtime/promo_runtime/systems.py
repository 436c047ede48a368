"""Finds the promotion system of an engine, by name or as the user's object."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from promo_typing.systems import (
    SYSTEMS,
    ExecutableSystem,
    JaxSettings,
    Promoter,
    UnknownSystemError,
)
from promo_typing.systems.kernels import default_kernel


class CompletedSystem:
    """A user's system, completed by defaults for missing attributes.

    The default name is that of the class, the default kernels follow from ``result_type`` and
    ``operation``, and by default the system promotes unlike JAX.
    """

    def __init__(self, system: Any) -> None:
        self.result_type: Final = system.result_type
        self.operation: Final = system.operation
        self.name: str = getattr(system, "name", type(system).__name__)
        self.jax_settings: JaxSettings | None = getattr(system, "jax_settings", None)
        self.kernel: Final = getattr(system, "kernel", partial(default_kernel, system))


def find_system(system: str | Promoter) -> Promoter:
    """Return the system of a name, or the given system unchanged.

    Raises:
        ValueError: there is no system of that name; the message suggests a similar name.
        TypeError: ``system`` is neither a name nor a promotion system.
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


def completed(system: Promoter) -> ExecutableSystem:
    """Return the system, completed if it lacks attributes that the engine needs."""
    return system if isinstance(system, ExecutableSystem) else CompletedSystem(system)
