"""The pictures of the documentation: ``python -m tests.docs.pictures`` draws them anew."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from promo_typing.lattice import Edges
from tests.docs.architecture import architecture

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "pictures"

_OPTION_1 = str(ROOT / "examples" / "lattices" / "option-1.toml")

PICTURES: dict[str, list[str]] = {
    "jax": ["--x64"],
    "jax-all": ["--x64", "--all"],
    "jax-strict": ["--x64", "--system", "jax-strict"],
    "numpy": ["--system", "numpy", "--check"],
    "option-1": ["--file", _OPTION_1, "--check"],
    "option-2": ["--system", "jep9407-option-2", "--check"],
    "option-3": ["--system", "jep9407-option-3", "--check"],
}
"""The names of the pictures, and the arguments of ``promo lattice`` for each."""

COMPUTED: dict[str, Callable[[], Edges]] = {"architecture": architecture}
"""The names of further pictures, and the graph that each shows."""

NAMES = (*PICTURES, *COMPUTED)
THEMES = ("light", "dark")


def draw(name: str, theme: str, path: Path) -> None:
    """Draw one picture; the exit status of the command is 1 if the graph is no lattice."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "promo_cli", "lattice", *_asked(name, Path(folder))]
        done = subprocess.run(
            [*command, "--theme", theme, "--draw", str(path)], capture_output=True, check=False
        )
    if done.returncode not in (0, 1) or done.stderr:
        raise RuntimeError(done.stderr.decode())


def _asked(name: str, folder: Path) -> list[str]:
    """The arguments of the command; a computed graph is written to a file in the folder."""
    if name in PICTURES:
        return PICTURES[name]
    file = folder / f"{name}.json"
    file.write_text(json.dumps(COMPUTED[name]()), encoding="utf-8")
    return ["--file", str(file)]


def main() -> None:
    """Draw all pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name in NAMES:
        for theme in THEMES:
            draw(name, theme, FOLDER / f"{name}-{theme}.svg")


if __name__ == "__main__":
    main()
