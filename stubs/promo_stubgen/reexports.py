"""Where the public names of the package ``jax`` come from, and the stub that says it.

Partial stubs leave ``jax/__init__.py`` itself to JAX, but a checker that reads the stub folder as
a package of its own (pyrefly on its search path, zuban) then finds no ``jax.Array``. So there is
a stub for it, which only re-exports. One file a JAX version lies in ``reexports/``, so that
rendering needs no JAX; ``python -m promo_stubgen.reexports`` writes that of the installed one.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Final, TypeAlias

from promo_typing.semantics import Semantics

PATH: Final = "__init__.pyi"
FOLDER: Final = Path(__file__).resolve().parent / "reexports"

Home: TypeAlias = tuple[str, str]
"""A module and the name there; the name is empty for an object that ``jax`` itself makes."""

_PREAMBLE: Final = """\
# Each version of JAX lacks some of these names, and JAX does not say that it exports all of them.
# mypy: disable-error-code="attr-defined"
# pyright: reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from types import SimpleNamespace
"""

_DUNDERS: Final = frozenset({"__version__", "__version_info__"})
_DEPRECATED: Final = "_deprecated_"


def render(semantics: Semantics) -> dict[str, str]:
    """Return the text of the stub by its path: all names of all versions, the newest homes."""
    homes: dict[str, Home] = {}
    for path in sorted(FOLDER.glob("jax-*.json"), key=_version):
        homes |= json.loads(path.read_text(encoding="utf-8"))
    lines = sorted(_statement(name, *home) for name, home in homes.items())
    return {PATH: "\n".join([_PREAMBLE, *lines, ""])}


def _statement(name: str, module: str, attribute: str) -> str:
    if not attribute:
        return f"{name}: {module}"
    return f"from {module} import {attribute} as {name}"


def extract(package: ModuleType) -> dict[str, Home]:
    """The home of every public name of a package.

    Raises:
        ValueError: a name is defined in a way that is not known here.
    """
    imports = dict(_imports(package))
    assigned = dict(_assigned(package, imports))
    names = [name for name in dir(package) if not name.startswith("_") or name in _DUNDERS]
    deprecated = [name.removeprefix(_DEPRECATED) for name in imports if _DEPRECATED in name]
    return {name: _home(package, name, imports, assigned) for name in sorted({*names, *deprecated})}


def _home(
    package: ModuleType, name: str, imports: dict[str, Home], assigned: dict[str, Home]
) -> Home:
    value = getattr(package, name, None)
    if isinstance(value, SimpleNamespace):
        return "SimpleNamespace", ""
    if name in imports:
        return imports[name]
    if _DEPRECATED + name in imports:
        return imports[_DEPRECATED + name]
    if isinstance(value, ModuleType) and value.__name__ == f"{package.__name__}.{name}":
        return package.__name__, name
    if name in assigned:
        return assigned[name]
    raise ValueError(f"{package.__name__}.{name} is a {type(value)}, for which there is no home")


def _imports(package: ModuleType) -> Iterable[tuple[str, Home]]:
    for node in ast.walk(_source(package)):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            for each in node.names:
                yield each.asname or each.name, (node.module, each.name)


def _assigned(package: ModuleType, imports: dict[str, Home]) -> Iterable[tuple[str, Home]]:
    """What is taken out of an imported module: ``Device = _xc.Device``."""
    for node in ast.walk(_source(package)):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute):
            module, name = imports[ast.unparse(node.value.value)]
            origin = getattr(importlib.import_module(module), name)
            yield ast.unparse(node.targets[0]), (origin.__name__, node.value.attr)


def _source(package: ModuleType) -> ast.Module:
    if package.__file__ is None:
        raise ValueError(f"{package.__name__} is not a package of one file")
    return ast.parse(Path(package.__file__).read_text(encoding="utf-8"))


def installed() -> tuple[Path, str]:
    """The file of the installed JAX version, and the text that belongs there."""
    jax = importlib.import_module("jax")
    major, minor, *_ = jax.__version_info__
    return FOLDER / f"jax-{major}.{minor}.json", json.dumps(extract(jax), indent=1) + "\n"


def _version(path: Path) -> tuple[int, ...]:
    return tuple(int(part) for part in path.stem.removeprefix("jax-").split("."))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status: 0, or 1 if ``--check`` finds the file stale."""
    parser = argparse.ArgumentParser(prog="python -m promo_stubgen.reexports", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if out of date")
    path, text = installed()
    if not parser.parse_args(arguments).check:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return 0
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return 0
    print(f"{path} is out of date: run `python -m promo_stubgen.reexports`", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
