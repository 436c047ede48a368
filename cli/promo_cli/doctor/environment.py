"""The folders of an environment's packages, and installed packages that affect our stubs."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from promo_cli.foreign_stubs import foreign_owners
from promo_typing.core.stub_variants import PACKAGE

_SITES: Final = ("lib/python3*/site-packages", "Lib/site-packages")
_SHAPES: Final = "shape_extensions"


def folders(prefix: Path | None = None) -> list[Path]:
    """Return the folders of an environment's packages; without a prefix those of this Python's."""
    if prefix is None or prefix.resolve() == Path(sys.prefix).resolve():
        return [path for entry in sys.path if entry and (path := Path(entry)).is_dir()]
    found: list[Path] = []
    for site in (site for pattern in _SITES for site in sorted(prefix.glob(pattern))):
        found += [site, *_added_to(site)]
    return found


def _added_to(site: Path) -> Iterator[Path]:
    """The folders that ``.pth`` files add to the search path, as for editable installs."""
    for file in sorted(site.glob("*.pth")):
        for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.strip() and (folder := site / line.strip()).is_dir():
                yield folder


def package_in(search: Sequence[Path]) -> Path | None:
    """Return the first stub package for jax on a search path."""
    packages = (folder / PACKAGE for folder in search)
    return next((package for package in packages if package.is_dir()), None)


def problems(search: Sequence[Path]) -> Iterator[str]:
    """Yield a message for each installed package that hides the dtypes from checkers."""
    for name in foreign_owners(map(str, search)):
        yield (
            f"{name} has installed its own {PACKAGE}, which hides the dtypes; remove it with: "
            f"pip uninstall {name}, then: pip install --force-reinstall --no-deps promo-typing"
        )


def warnings(search: Sequence[Path]) -> Iterator[str]:
    """Yield a message for each installed package that changes jax.Array when it is imported.

    Source: ``shape_extensions`` of pyrefly-shape-extensions 1.4.
    """
    for folder in search:
        if (folder / _SHAPES).is_dir() or (folder / f"{_SHAPES}.py").is_file():
            yield (
                f"{_SHAPES} in {folder} sets jax.Array.__class_getitem__ when a program imports "
                "it: isinstance(x, jax.Array[jnp.float32]) is then true of every dtype; write "
                "promo_typing.Array[jnp.float32], which it leaves alone"
            )
