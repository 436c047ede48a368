"""Writes annotations into stubs, for sources that must not be changed."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from promo_cli.annotate.project import shown
from promo_cli.annotate.rewriting import Rewritten
from promo_cli.command_error import CommandError
from promo_cli.replace_file import make_folder, replace_file

_STUBGEN: Final = """\
from mypy import pyinfo
pyinfo.getsearchdirs = lambda: ([], [])
from mypy.stubgen import main
main()
"""
"""A program that runs stubgen; ``python -m`` cannot, since mypy is compiled.

mypy would look up where packages are installed, and read the stubs of all imports: many seconds for
JAX and NumPy. Without that, it writes the same stub.
"""


def write_stubs(rewritten: Mapping[str, Rewritten], folder: Path) -> None:
    """Write a stub for each annotated file into a folder, below the folders of its packages.

    Raises:
        CommandError: mypy cannot make a stub of a file, or the stub cannot be written.
    """
    for path, each in rewritten.items():
        if each.written:
            _write_stub(Path(path), each.text, folder)


def _write_stub(path: Path, text: bytes, folder: Path) -> None:
    package = _packages(path)
    with tempfile.TemporaryDirectory(prefix="promo-annotate-") as scratch:
        source = _in_its_package(Path(scratch, "source"), package, path.name)
        source.write_bytes(text)
        stub = _generate(shown(str(path)), source, Path(scratch, "stubs"))
        target = folder.joinpath(*package, path.with_suffix(".pyi").name)
        make_folder(target.parent)
        replace_file(target, stub.read_bytes())


def _in_its_package(root: Path, package: Sequence[str], name: str) -> Path:
    """Where a source is put, below packages that mypy knows as such: for relative imports."""
    folder = root
    folder.mkdir()
    for part in package:
        folder /= part
        folder.mkdir()
        (folder / "__init__.py").touch()
    return folder / name


def _packages(path: Path) -> Sequence[str]:
    """The packages that a file is in, the outermost first."""
    found: list[str] = []
    folder = path.parent
    while (folder / "__init__.py").is_file():
        found.insert(0, folder.name)
        folder = folder.parent
    return found


def _generate(shown_path: str, source: Path, folder: Path) -> Path:
    """Let mypy write a stub, in which everything without an annotation is ``Incomplete``."""
    command = [sys.executable, "-P", "-c", _STUBGEN, "--quiet", "--include-private"]
    done = subprocess.run(
        [*command, "-o", str(folder), str(source)], capture_output=True, text=True, check=False
    )
    found = next(folder.rglob("*.pyi"), None)
    if done.returncode or found is None:
        raise CommandError(f"mypy makes no stub of {shown_path}: {done.stdout or done.stderr}")
    return found
