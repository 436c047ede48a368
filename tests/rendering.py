"""Renders the stubs with the current generator, once for all tests of a run."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from promo_stubgen.render.registry import render_package
from promo_typing.lattice.semantics import Semantics


@dataclass(frozen=True, slots=True)
class Rendering:
    """Renders into a folder that all processes of a run share, since rendering is slow."""

    folder: Path

    def files(self, semantics: Semantics) -> dict[str, str]:
        """Return the same files as `render_package`."""
        path = self.folder / f"stubs-{semantics.fingerprint}.json"
        with FileLock(path.with_suffix(".lock")):
            if not path.exists():
                path.write_text(json.dumps(render_package(semantics)), encoding="utf-8")
        rendered: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
        return rendered
