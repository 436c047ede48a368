"""From the name of a device to the device, and running a call there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import jax
import numpy as np

from promo_runtime.convert import is_tracer

# Annotations cannot name it directly for pyright, to which jaxlib's compiled module is unknown.
Device: TypeAlias = jax.Device  # pyright: ignore[reportInvalidTypeForm]


def find_device(device: Device | str | None) -> Device | None:
    """Return the device that ``device`` names; None stays None, JAX's own choice.

    Args:
        device: a device, or ``"platform"`` or ``"platform:index"`` (``"cpu"``, ``"gpu:1"``).

    Raises:
        ValueError: there is no such device; the message lists those that there are.
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
    """Wrap ``call`` so that it puts its operands on ``device`` and computes there.

    Under a transformation (``jit``, ``grad``, ``vmap``, ``scan``) operands are tracers; they stay
    where the transformed computation runs, for JAX decides that from outside.
    """

    def run(*operands: Any) -> Any:
        if any(is_tracer(operand) for operand in operands):
            return call(*operands)
        with jax.default_device(device):
            return call(*(_put(operand, device) for operand in operands))

    return run


def _put(operand: Any, device: Device) -> Any:
    """Move an array; a Python number follows by the default device and stays weak."""
    return (
        jax.device_put(operand, device)
        if isinstance(operand, jax.Array | np.ndarray | np.generic)
        else operand
    )


def _devices_of(platform: str) -> list[Device]:
    try:
        return jax.devices(platform)
    except RuntimeError:  # JAX's answer to a platform that it does not know or cannot start.
        return []


def _known_devices() -> list[str]:
    platforms = dict.fromkeys((jax.default_backend(), "cpu"))
    return [
        f"{platform}:{index}"
        for platform in platforms
        for index, _ in enumerate(_devices_of(platform))
    ]
