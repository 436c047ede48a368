"""Which stubs of JAX each type checker uses, by the order in which it searches.

The tests compare these orders with the checkers themselves, in an environment with the package.
Pyrefly, ty and zuban look on their search path first; mypy, pyright and basedpyright take stub
packages of the environment before all others.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from promo_cli.doctor.configurations import Configuration, configuration
from promo_cli.doctor.environment import folders, package_in
from promo_typing.core.stub_variants import Variant, variant_in

_PLUGIN: Final = "promo_mypy"


class _Order(NamedTuple):
    """The settings that name folders of a search path, and those that name an environment.

    ``variable`` is an environment variable with further folders.
    """

    search: tuple[tuple[str, ...], ...] = ()
    environment: tuple[tuple[str, ...], ...] = ()
    variable: str | None = None


_ORDERS: Final[Mapping[str, _Order]] = {
    "mypy": _Order((), (("python_executable",),)),
    "pyright": _Order((), (("venvPath",), ("venv",))),
    "basedpyright": _Order((), (("venvPath",), ("venv",))),
    "pyrefly": _Order((("search-path",),), (("python-interpreter-path",),)),
    "ty": _Order((("environment", "extra-paths"),), (("environment", "python"),)),
    "zuban": _Order((("mypy_path",),), (("python_executable",),), "MYPYPATH"),
}
CHECKERS: Final = tuple(_ORDERS)
_BY_FILE: Final = "pyrefly"
"""The checker that looks for a settings file above each file, even above files of packages."""
_ALL: Final = "All"
_PLATFORMS: Final[Mapping[str, str]] = {"basedpyright": _ALL}
"""The default platform of a checker; the others default to the one that they run on."""


class Seen(NamedTuple):
    """The stubs that a checker uses; ``package`` is None if it finds none.

    Attributes:
        checker: the name of the checker.
        package: the folder of the stubs.
        file: the file with the project's settings for the checker; None if there is none.
        has_plugin: mypy runs the plugin, which goes by the settings instead of the stubs.
        undecided: the checker checks for all platforms. Then it takes the declarations without
            dtypes, which are meant for mypy with the plugin.
        apart: the packages of the environment see other stubs than the program.
    """

    checker: str
    package: Path | None
    file: str | None
    has_plugin: bool = False
    undecided: bool = False
    apart: bool = False

    @property
    def variant(self) -> Variant | None:
        """The variant of the stubs; None if they are not ours."""
        return variant_in(self.package) if self.package is not None else None


def seen_by(checker: str) -> Seen:
    """Return the stubs that a checker uses when it runs in the current folder.

    Raises:
        CommandError: a configuration cannot be read.
    """
    found = configuration(checker)
    order, stated = _ORDERS[checker], found or Configuration("", {})
    named = [path for keys in order.search for path in stated.listed(*keys)]
    if order.variable is not None:
        named = [*os.environ.get(order.variable, "").split(os.pathsep), *named]
    search = [Path(path) for path in named if path]
    prefix = _environment(order, stated)
    package = package_in([*search, *folders(prefix)])
    plugins = {each.partition(".")[0] for each in stated.listed("plugins")}
    has_plugin = checker == "mypy" and _PLUGIN in plugins
    own_file = found.file if found is not None and not found.borrowed else None
    platform = stated.value("pythonPlatform") or _PLATFORMS.get(checker)
    is_above = (prefix or Path(sys.prefix)).absolute().is_relative_to(Path.cwd())
    apart = checker == _BY_FILE and package_in(search) is not None and not is_above
    return Seen(checker, package, own_file, has_plugin, platform == _ALL, apart)


def _environment(order: _Order, stated: Configuration) -> Path | None:
    """The prefix of the environment that the settings name; None if they name none."""
    parts = [value for keys in order.environment if isinstance(value := stated.value(*keys), str)]
    if len(parts) < len(order.environment):
        return None
    path = Path(*parts)
    is_interpreter = path.name.startswith("python") and path.parent.name in ("bin", "Scripts")
    return path.parent.parent if is_interpreter else path
