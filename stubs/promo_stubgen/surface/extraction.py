"""Describes the public names of a module of the installed JAX."""

from __future__ import annotations

import ast
import inspect
import sys
import types
import typing
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from promo_stubgen.ir.annotation import read
from promo_stubgen.ir.signatures import KINDS, Parameter, Signature, from_ast
from promo_stubgen.surface.class_homes import ClassHomes, is_class_of_jax
from promo_stubgen.surface.entries import PACKAGE, Entry, Surface
from promo_stubgen.surface.public_modules import MODULES
from promo_stubgen.surface.run_time_signatures import (
    LITERALS,
    default_of,
    has_literal,
    run_time_signatures,
    written,
)
from promo_stubgen.surface.source_names import public_names

_NUMPY_PREFIX: Final = "_np."


def extract(module: ModuleType, homes: ClassHomes) -> Surface:
    """Describe every public name of an imported module.

    Raises:
        ValueError: the stubs cannot declare the kind of a public name.
    """
    declared, numpy_names = _declarations(module), _numpy_aliases(module)
    surface: Surface = {PACKAGE: {"kind": "package"}} if hasattr(module, PACKAGE) else {}
    for name in public_names(module):
        if name in numpy_names:
            surface[name] = {"kind": "import", "module": "numpy", "name": numpy_names[name]}
            continue
        if name == "__all__":
            surface[name] = {"kind": "exports"}
            continue
        entry = _entry(module, name, declared.get(name, []), homes)
        surface |= {name: entry} if entry else {}
    return surface


def _entry(
    module: ModuleType, name: str, declared: Sequence[ast.FunctionDef], homes: ClassHomes
) -> Entry | None:
    value = getattr(module, name)
    if isinstance(value, ModuleType):
        return {"kind": "module"} if f"{module.__name__}.{name}" in MODULES else None
    if type(value).__name__ == "_ScalarMeta":
        return {"kind": "dtype", "dtype": value.dtype.name}
    if type(value).__name__ == "ufunc":
        return {"kind": "ufunc", "inputs": value.nin, "outputs": value.nout}
    if is_class_of_jax(value):
        home, own_name = homes.home(value) or (module.__name__, name)
        return {"kind": "class", "home": home, "name": own_name}
    if isinstance(value, LITERALS):
        return {"kind": "constant", "type": type(value).__name__}
    return _imported(name, value) or _object(value, declared, homes)


def _imported(name: str, value: object) -> Entry | None:
    """The entry of an object from NumPy or ml_dtypes, None for all other objects."""
    home = getattr(value, "__module__", None) or ""
    own_name = getattr(value, "__name__", name).split(".")[-1]
    if home.split(".")[0] in ("numpy", "ml_dtypes"):
        return {"kind": "import", "module": home.split("._")[0], "name": own_name}
    return None


def _object(value: Any, declared: Sequence[ast.FunctionDef], homes: ClassHomes) -> Entry:
    class_name = type(value).__name__
    if class_name.lstrip("_") in ("RClass", "CClass", "Mgrid", "Ogrid"):
        return {"kind": "object", "class": class_name.lstrip("_")}
    home = None if _is_function(value) else homes.full_name(type(value))
    if home is not None:
        return {"kind": "instance", "class": home}
    if declared or _is_function(value):
        entry = {"kind": "function", "signatures": _signatures(value, declared, homes)}
        return entry | _identity(value)
    if _is_alias(value):
        return {"kind": "alias", "text": read(written(value, homes))}
    return {"kind": "instance", "class": class_name if _is_standard(value) else "Any"}


def _is_function(value: object) -> bool:
    wrapped = type(value).__name__ in ("custom_jvp", "custom_vjp", "partial")
    return not _is_alias(value) and (
        wrapped or inspect.isroutine(value) or (callable(value) and hasattr(value, "__wrapped__"))
    )


def _is_alias(value: object) -> bool:
    """Whether a value is a type alias, such as a union; some aliases are callable."""
    return (
        isinstance(value, (types.UnionType, types.GenericAlias, typing.TypeVar))
        or typing.get_origin(value) is not None
        or value is Any
        or type(value).__module__ == "typing"
    )


def _is_standard(value: object) -> bool:
    return type(value).__module__ in ("builtins", "types")


def _identity(value: object) -> Entry:
    """A key by which functions that several modules export are recognised as the same."""
    function: Any = inspect.unwrap(value) if callable(value) else value
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", None)
    return {"is": f"{module}.{name}"} if module and name else {}


def _declarations(module: ModuleType) -> dict[str, list[ast.FunctionDef]]:
    """The functions in JAX's own stub of a module, each with its overloads."""
    found: dict[str, list[ast.FunctionDef]] = {}
    for statement in _stub(module):
        if isinstance(statement, ast.FunctionDef):
            found.setdefault(statement.name, []).append(statement)
    return found


def _numpy_aliases(module: ModuleType) -> dict[str, str]:
    """The names that JAX's own stub imports from NumPy: ``s_ = _np.s_``."""
    return {
        target.id: ast.unparse(statement.value).removeprefix(_NUMPY_PREFIX)
        for statement in _stub(module)
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name) and ast.unparse(statement.value).startswith(_NUMPY_PREFIX)
    }


def _stub(module: ModuleType) -> list[ast.stmt]:
    """The statements of JAX's own stub of a module; empty if JAX has none."""
    path = Path(module.__file__ or "").with_suffix(".pyi") if module.__file__ else None
    if path is None or not path.is_file():
        return []
    return ast.parse(path.read_text(encoding="utf-8")).body


def _signatures(
    value: Callable[..., Any], declared: Sequence[ast.FunctionDef], homes: ClassHomes
) -> list[Signature]:
    """The overloads of a function in JAX's stub, completed by the run-time signature."""
    if not declared:
        return run_time_signatures(value, homes)
    run_time = inspect.signature(value)
    found = [from_ast(each) for each in declared]
    if len(found) == 1:
        return [_merged(found[0], run_time)]
    return [_with_defaults(each, run_time) for each in found]


def _merged(declared: Signature, run_time: inspect.Signature) -> Signature:
    """The run-time parameters with the annotations of JAX's stub."""
    by_name = {each.name: each.annotation for each in declared.parameters}
    by_place = [each.annotation for each in declared.parameters if each.kind == "positional"]
    parameters = []
    for place, (name, parameter) in enumerate(run_time.parameters.items()):
        annotation = by_name.get(name, by_place[place] if place < len(by_place) else None)
        own = read(parameter.annotation) if isinstance(parameter.annotation, str) else None
        kind = KINDS[parameter.kind]
        parameters.append(Parameter(name, kind, annotation or own, default_of(parameter)))
    return Signature(tuple(parameters), declared.returns)


def _with_defaults(declared: Signature, run_time: inspect.Signature) -> Signature:
    parameters = (
        replace(each, default=default_of(run_time.parameters[each.name]))
        if each.default is not None
        and each.name in run_time.parameters
        and not has_literal(each.annotation)
        else each
        for each in declared.parameters
    )
    return Signature(tuple(parameters), declared.returns)


def aliases_of(value: type, home: str) -> list[str]:
    """The other names under which its home also has a class."""
    names = vars(sys.modules[home]).items()
    return sorted(name for name, each in names if each is value and name != value.__name__)
