"""The supported minor releases of JAX: this module is the only place that names them.

Rules, surfaces, stubs, the checks and the documentation follow. To support another minor, name it
here, and add its surface with ``python -m promo_stubgen.surface``.
"""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

from promo_typing.core.distributions import installed_version

Minor: TypeAlias = tuple[int, int]
"""The first two numbers of a version, ``(major, minor)``."""

JAX_0_10: Final[Minor] = (0, 10)
JAX_0_11: Final[Minor] = (0, 11)
JAX_0_12: Final[Minor] = (0, 12)

SUPPORTED: Final[tuple[Minor, ...]] = (JAX_0_10, JAX_0_11, JAX_0_12)
"""The supported minor releases, in ascending order."""

OLDEST: Final[Minor] = SUPPORTED[0]
NEWEST: Final[Minor] = SUPPORTED[-1]


def minor_of(version: str) -> Minor:
    """Return the minor release of a version such as ``"0.10.2"``.

    Raises:
        ValueError: the text does not start with two numbers.
    """
    major, minor, *_ = version.split(".")
    return int(major), int(minor)


def shown(minor: Minor) -> str:
    """Return a minor release as people write it: ``"0.10"``."""
    return ".".join(map(str, minor))


def requirement(minor: Minor) -> str:
    """Return the requirement by which pip installs the newest patch of a minor release."""
    major, last = minor
    return f"jax>={shown(minor)},<{shown((major, last + 1))}"


def nearest(minor: Minor) -> Minor:
    """Return the supported minor release whose rules are used for a minor release.

    That is the latest one that is not newer, or the oldest one if all supported ones are newer.
    """
    return max((each for each in SUPPORTED if each <= minor), default=OLDEST)


@cache
def installed() -> Minor | None:
    """Return the minor release of JAX in this environment, None if there is no JAX.

    Cached, since reading the version takes longer than many a trace.
    """
    try:
        return minor_of(installed_version("jax") or "")
    except ValueError:
        return None
