"""A digest of the sources in a folder, as a key for caches of what they compute.

mypy waits for the digest at each start, so paths are strings here, which is faster than ``Path``.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator


def sources_digest(folder: str | os.PathLike[str]) -> str:
    """Return a digest of the names and texts of all modules in a folder and its subfolders."""
    digest = hashlib.sha256()
    for path in _modules(folder):
        digest.update(os.path.relpath(path, folder).replace(os.sep, "/").encode())
        with open(path, "rb", buffering=0) as file:
            digest.update(file.readall())
    return digest.hexdigest()[:16]


def _modules(folder: str | os.PathLike[str]) -> Iterator[str]:
    """The paths of the modules, in an order that does not depend on the file system."""
    for place, inner, names in os.walk(folder):
        inner[:] = sorted({*inner} - {"__pycache__"})
        yield from (os.path.join(place, name) for name in sorted(names) if name.endswith(".py"))
