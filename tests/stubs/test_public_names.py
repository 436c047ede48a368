"""The stubs have every name in the public modules of the installed JAX."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Final

import pytest

from promo_stubgen.__main__ import STUBS
from promo_stubgen.render.modules import Module, merged
from promo_stubgen.surface.public_modules import MODULES
from promo_stubgen.surface.source_names import public_names
from promo_typing.lattice.semantics import Semantics

NOT_PUBLIC: Final = frozenset(
    {"cloud_tpu_init", "collect_profile", "example_libraries", "extend", "flatten_util"}
    | {"test_util", "tools"}
)
"""Modules of the package `jax` that `import jax` does not import: they have no stubs."""


def stub_of(module: str) -> Path:
    return STUBS / Module(module, merged(module), Semantics()).path


def stubbed_names(module: str) -> set[str]:
    found: set[str] = set()
    for statement in ast.walk(ast.parse(stub_of(module).read_text(encoding="utf-8"))):
        match statement:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                found.add(name)
            case ast.ImportFrom(names=names):
                found |= {each.name for each in names if each.asname == each.name}
            case _:
                pass
    return found


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("name", MODULES)
def test_every_public_name_is_in_the_stub(name: str) -> None:
    module = import_module(name)
    offered = {
        each
        for each in public_names(module)
        if not isinstance(getattr(module, each), ModuleType) or f"{name}.{each}" in MODULES
    }
    assert offered - stubbed_names(name) == set()


@pytest.mark.parametrize("package", ["jax", "jax.lax", "jax.nn", "jax.numpy", "jax.scipy"])
def test_no_public_module_is_missing(package: str) -> None:
    (path,) = import_module(package).__path__
    below = {each.name for each in iter_modules([path]) if not each.name.startswith("_")}
    unknown = {name for name in below - NOT_PUBLIC if f"{package}.{name}" not in MODULES}
    assert unknown == set()
