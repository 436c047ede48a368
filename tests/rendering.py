"""The stubs as the generator writes them now, rendered once for all tests of a run."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from promo_stubgen.render.registry import render_package
from promo_typing.lattice.semantics import Semantics


@dataclass(frozen=True, slots=True)
class Rendering:
    """Renders into a folder that all processes of a run share, since it takes a minute."""

    folder: Path

    def files(self, semantics: Semantics, *, divided: bool = True) -> dict[str, str]:
        """The same as `render_package`."""
        path = self.folder / f"stubs-{semantics.fingerprint}-{divided}.json"
        with FileLock(path.with_suffix(".lock")):
            if not path.exists():
                files = render_package(semantics, divided=divided)
                path.write_text(json.dumps(files), encoding="utf-8")
        rendered: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
        return rendered
