"""Renders the stubs with the current generator, once for all tests of a run."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from promo_stubgen.render.registry import package, render_modules
from promo_typing.lattice.semantics import Semantics


@dataclass(frozen=True, slots=True)
class Rendering:
    """Renders into a folder that all processes of a run share, since rendering is slow."""

    folder: Path

    def files(self, semantics: Semantics, *, divided: bool = True) -> dict[str, str]:
        """Return the same files as `render_package`."""
        return self._once(
            f"stubs-{semantics.fingerprint}-{divided}",
            lambda: package(self._modules(semantics), semantics, divided=divided),
        )

    def _modules(self, semantics: Semantics) -> dict[str, str]:
        return self._once(f"modules-{semantics.fingerprint}", lambda: render_modules(semantics))

    def _once(self, name: str, render: Callable[[], dict[str, str]]) -> dict[str, str]:
        path = self.folder / f"{name}.json"
        with FileLock(path.with_suffix(".lock")):
            if not path.exists():
                path.write_text(json.dumps(render()), encoding="utf-8")
        rendered: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
        return rendered
