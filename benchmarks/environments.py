"""Environments for type checkers that differ in one thing: whether our stubs are installed."""

from __future__ import annotations

import os
import sys
import sysconfig
import venv
from pathlib import Path

import promo_typing

STUBS = "jax-stubs"
OURS = (STUBS, "promo_typing", "promo_cli", "promo_mypy", "promo_runtime")
ROOT = Path(promo_typing.__file__).resolve().parents[1]
EDITABLE = {
    STUBS: ROOT / "stubs" / STUBS,
    "promo_typing": ROOT / "promo_typing",
    "promo_cli": ROOT / "cli" / "promo_cli",
    "promo_mypy": ROOT / "mypy_plugin" / "promo_mypy",
    "promo_runtime": ROOT / "runtime" / "promo_runtime",
}


def create(folder: Path, *, with_stubs: bool) -> Path:
    """Make an environment with links to the packages installed here; return its interpreter.

    A type checker finds an installed ``jax-stubs`` whenever it looks for jax. So an environment
    without the stubs is needed: they cannot be hidden from the checker.
    """
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    packages = folder / "lib" / version / "site-packages"
    for entry in Path(sysconfig.get_path("purelib")).iterdir():
        if entry.name not in OURS and entry.suffix != ".pth":
            (packages / entry.name).symlink_to(entry)
    if with_stubs:
        for name in OURS:
            (packages / name).symlink_to(_installed(name))
    return python


def environment() -> dict[str, str]:
    """The environment variables of a measured command, without paths to our sources.

    Our packages may write bytecode, as installed packages have it; without it, each start would
    compile them.
    """
    hidden = ("MYPYPATH", "PYTHONPATH", "MYPY_CACHE_DIR", "PYTHONDONTWRITEBYTECODE")
    return {key: value for key, value in os.environ.items() if key not in hidden}


def _installed(name: str) -> Path:
    """The folder of one of our packages: in site-packages, or in the repository if editable."""
    installed = Path(sysconfig.get_path("purelib")) / name
    return installed if installed.is_dir() else EDITABLE[name]
