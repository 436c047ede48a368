"""The project's metadata in pyproject.toml, read from the installed package."""

from __future__ import annotations

from importlib import metadata
from typing import Final

_PACKAGE: Final = "promo-typing"


def version() -> str | None:
    """Return the version of the package, None if it is run from its sources."""
    try:
        return metadata.version(_PACKAGE)
    except metadata.PackageNotFoundError:
        return None


def project_url(label: str) -> str | None:
    """Return one of the addresses under ``[project.urls]``, None if it is not known."""
    try:
        listed = metadata.metadata(_PACKAGE).get_all("Project-URL") or []
    except metadata.PackageNotFoundError:
        return None
    urls = (entry.partition(", ") for entry in listed)
    return next((url for name, _, url in urls if name == label), None)
