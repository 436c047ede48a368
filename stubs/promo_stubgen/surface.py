"""Reads the public surface of ``jax.numpy`` from the installed JAX, and commits it as data.

The run-time object decides which names there are, which parameters they take and which defaults
these have; JAX's own stub (``jax/numpy/__init__.pyi``) adds annotations and overloads. One file a
JAX version lies in ``surfaces/``, so that rendering the stubs needs no JAX at all.

``python -m promo_stubgen.surface`` writes the file of the installed version, ``--check`` compares.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeAlias

from promo_stubgen.signatures import ELLIPSIS, KINDS, Parameter, Signature, from_ast

SURFACES: Final = Path(__file__).resolve().parent / "surfaces"

Entry: TypeAlias = dict[str, Any]
"""One public name: its ``kind`` and what is known of it; see :func:`_entry`."""

Surface: TypeAlias = dict[str, Entry]

_LITERALS: Final = (type(None), bool, int, float, str)


def extract(module: ModuleType) -> Surface:
    """Describe every public name of an imported module.

    Raises:
        ValueError: a public name is of no kind that the stubs know how to declare.
    """
    declared, numpy_names = _declarations(module), _numpy_aliases(module)
    names = [name for name in dir(module) if not name.startswith("_") or name in _PUBLIC_DUNDERS]
    return {
        name: {"kind": "import", "module": "numpy", "name": numpy_names[name]}
        if name in numpy_names
        else _entry(module, name, declared.get(name, []))
        for name in sorted(names)
    }


_PUBLIC_DUNDERS: Final = frozenset({"__array_api_version__", "__array_namespace_info__"})


def _declarations(module: ModuleType) -> dict[str, list[ast.FunctionDef]]:
    """The functions in JAX's own stub of a module; an overloaded one has several."""
    found: dict[str, list[ast.FunctionDef]] = {}
    for statement in _stub(module):
        if isinstance(statement, ast.FunctionDef):
            found.setdefault(statement.name, []).append(statement)
    return found


def _numpy_aliases(module: ModuleType) -> dict[str, str]:
    """The names that JAX's own stub takes from NumPy: ``s_ = _np.s_``."""
    return {
        target.id: attribute
        for statement in _stub(module)
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        for attribute in [ast.unparse(statement.value).removeprefix("_np.")]
        if isinstance(target, ast.Name) and attribute != ast.unparse(statement.value)
    }


def _stub(module: ModuleType) -> list[ast.stmt]:
    if module.__file__ is None:
        raise ValueError(f"{module.__name__} is not a module of one file")
    return ast.parse(Path(module.__file__).with_suffix(".pyi").read_text(encoding="utf-8")).body


def _entry(module: ModuleType, name: str, declared: Sequence[ast.FunctionDef]) -> Entry:
    value = getattr(module, name)
    if isinstance(value, ModuleType):
        return {"kind": "module"}
    if type(value).__name__ == "_ScalarMeta":
        return {"kind": "dtype", "dtype": value.dtype.name}
    if type(value).__name__ == "ufunc":
        return {"kind": "ufunc", "inputs": value.nin, "outputs": value.nout}
    if declared:
        return {"kind": "function", "signatures": _signatures(value, declared)}
    if isinstance(value, _LITERALS):
        return {"kind": "constant", "type": type(value).__name__}
    return _imported(module, name, value)


def _imported(module: ModuleType, name: str, value: object) -> Entry:
    """A class of JAX, a singleton of one, or something that lives in another package."""
    home = getattr(value, "__module__", None) or ""
    own_name = getattr(value, "__name__", name).split(".")[-1]
    if isinstance(value, type) and home == module.__name__:
        return {"kind": "class"}
    if home.split(".")[0] in ("numpy", "ml_dtypes"):
        return {"kind": "import", "module": home.split("._")[0], "name": own_name}
    if isinstance(value, type) and home == "jax":
        return {"kind": "import", "module": "jax", "name": own_name}
    if type(value).__module__.startswith("jax"):
        return {"kind": "object", "class": type(value).__name__.lstrip("_")}
    raise ValueError(f"{module.__name__}.{name} is a {type(value)}, for which there is no kind")


def _signatures(value: object, declared: Sequence[ast.FunctionDef]) -> list[str]:
    """The overloads of a function, with defaults and further parameters from the run time."""
    run_time = inspect.signature(value)  # type: ignore[arg-type]
    found = [from_ast(each) for each in declared]
    if len(found) == 1:
        return [str(_merged(found[0], run_time))]
    return [str(_with_defaults(each, run_time)) for each in found]


def _merged(declared: Signature, run_time: inspect.Signature) -> Signature:
    """The parameters of the run time, with the annotations that JAX's stub has for them."""
    by_name = {each.name: each.annotation for each in declared.parameters}
    by_place = [each.annotation for each in declared.parameters if each.kind == "positional"]
    parameters = []
    for place, (name, parameter) in enumerate(run_time.parameters.items()):
        annotation = by_name.get(name, by_place[place] if place < len(by_place) else None)
        parameters.append(
            Parameter(
                name,
                KINDS[parameter.kind],
                annotation or _run_time_annotation(parameter),
                _default(parameter),
            )
        )
    return Signature(tuple(parameters), declared.returns)


def _with_defaults(declared: Signature, run_time: inspect.Signature) -> Signature:
    parameters = (
        replace(each, default=_default(run_time.parameters[each.name]))
        if each.default is not None and each.name in run_time.parameters
        else each
        for each in declared.parameters
    )
    return Signature(tuple(parameters), declared.returns)


def _default(parameter: inspect.Parameter) -> str | None:
    if parameter.default is inspect.Parameter.empty:
        return None
    return repr(parameter.default) if isinstance(parameter.default, _LITERALS) else ELLIPSIS


def _run_time_annotation(parameter: inspect.Parameter) -> str | None:
    return parameter.annotation if isinstance(parameter.annotation, str) else None


def installed() -> tuple[Path, str]:
    """The file of the installed JAX version, and the text that belongs there."""
    import jax
    import jax.numpy

    major, minor, *_ = jax.__version_info__
    return SURFACES / f"jax-{major}.{minor}.json", to_text({"jax.numpy": extract(jax.numpy)})


def to_text(surfaces: Mapping[str, Surface]) -> str:
    """The surfaces as JSON, with one name on each line, for readable differences."""
    modules = (
        f"{json.dumps(module)}: {{\n"
        + ",\n".join(f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in names.items())
        + "\n}"
        for module, names in surfaces.items()
    )
    return "{" + ",\n".join(modules) + "}\n"


def load() -> list[Mapping[str, Surface]]:
    """The committed surfaces by module, the oldest JAX version first."""

    def version(path: Path) -> tuple[int, ...]:
        return tuple(int(part) for part in path.stem.removeprefix("jax-").split("."))

    paths = sorted(SURFACES.glob("jax-*.json"), key=version)
    return [json.loads(path.read_text(encoding="utf-8")) for path in paths]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status: 0, or 1 if ``--check`` finds the file stale."""
    parser = argparse.ArgumentParser(prog="python -m promo_stubgen.surface", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if out of date")
    path, text = installed()
    if not parser.parse_args(arguments).check:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return 0
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return 0
    print(f"{path} is out of date: run `python -m promo_stubgen.surface`", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
