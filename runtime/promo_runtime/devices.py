"""Finds devices by name, and makes calls compute on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from promo_runtime.errors import PlacementError
from promo_runtime.operands import is_tracer

# An alias, since pyright does not know the class, which comes from a compiled module of jaxlib.
Device: TypeAlias = jax.Device  # pyright: ignore[reportInvalidTypeForm]


def find_device(device: Device | str | None) -> Device | None:
    """Return the device of a name, None for None, which leaves the choice to JAX.

    Args:
        device: a device, or ``"platform"`` or ``"platform:index"`` (``"cpu"``, ``"gpu:1"``).

    Raises:
        ValueError: there is no such device; the message lists the existing ones.
        TypeError: ``device`` is neither a device nor a string nor None.
    """
    if device is None or isinstance(device, jax.Device):
        return device
    if not isinstance(device, str):
        raise TypeError(
            f"device is a jax.Device, a string such as 'cpu' or 'gpu:0', or None; "
            f"got {device!r} of type {type(device).__name__}"
        )
    platform, _, index = device.partition(":")
    found = _devices_of(platform)
    position = int(index or 0) if (index or "0").isdecimal() else len(found)
    if position >= len(found):
        raise ValueError(f"no device {device!r}; JAX has here: {', '.join(_known_devices())}")
    return found[position]


def run_on(device: Device, call: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap ``call`` so that it computes on ``device``, wherever its operands are.

    Inside ``jit`` the jaxpr is the same as without a device, since the compiled computation as a
    whole runs on one device.
    """

    def run(*operands: Any, **options: Any) -> Any:
        with jax.default_device(device):
            here, named = jax.tree.map(lambda leaf: _bring(leaf, device), (operands, options))
            return call(*here, **named)

    return run


def run_over(mesh: Mesh, call: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap ``call`` so that all operands are on the devices of a mesh.

    Arrays over the mesh keep their sharding. Arrays that are not committed to a device and NumPy
    arrays are replicated. JAX decides the sharding of the result.
    """

    def run(*operands: Any, **options: Any) -> Any:
        here, named = jax.tree.map(lambda leaf: _spread(leaf, mesh), (operands, options))
        return call(*here, **named)

    return run


def _spread(operand: Any, mesh: Mesh) -> Any:
    if not isinstance(operand, jax.Array | np.ndarray) or is_tracer(operand):
        return operand
    if isinstance(operand, jax.Array) and operand.committed:
        _check_devices(operand, mesh)
        return operand
    return jax.device_put(operand, NamedSharding(mesh, PartitionSpec()))


def _check_devices(array: jax.Array, mesh: Mesh) -> None:
    expected = set(mesh.devices.flat)
    if array.devices() != expected:
        raise PlacementError(
            f"an operand is on {_listed(array.devices())}, but the mesh of the engine has "
            f"{_listed(expected)}; bring it there first, e.g. "
            "jax.device_put(x, jax.NamedSharding(mesh, jax.P()))"
        )


def _listed(devices: set[Device]) -> str:
    return ", ".join(sorted(map(str, devices)))


def _bring(operand: Any, device: Device) -> Any:
    """Move an array that is committed to other devices; all others follow the default device."""
    elsewhere = (
        isinstance(operand, jax.Array)
        and not is_tracer(operand)
        and operand.committed
        and operand.devices() != {device}
    )
    return jax.device_put(operand, device) if elsewhere else operand


def _devices_of(platform: str) -> list[Device]:
    try:
        found: list[Device] = jax.local_devices(backend=platform)
    except RuntimeError:  # JAX does not know the platform, or cannot start it.
        return []
    return found


def _known_devices() -> list[str]:
    platforms = dict.fromkeys((jax.default_backend(), "cpu"))
    return [
        f"{platform}:{index}"
        for platform in platforms
        for index, _ in enumerate(_devices_of(platform))
    ]
