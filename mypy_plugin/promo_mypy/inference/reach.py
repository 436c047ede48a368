"""What may set a field, or make an object, in a way that no name tells.

These are tables of names. Names are compared as they are written, as in :mod:`sharing`: to take a
function for one of these costs a dtype that could be known, and never gives a wrong one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy import nodes
from mypy.nodes import MypyFile

from promo_mypy.statements import statements

ASKING: Final = frozenset(
    (
        *("isinstance", "issubclass", "cast", "TypeVar", "NewType", "hasattr", "fields"),
        *("print", "repr", "str", "format", "hash", "id", "len", "is_dataclass", "asdict"),
        *("TypeError", "ValueError", "RuntimeError", "NotImplementedError", "AssertionError"),
        *("assert_type", "reveal_type", "help", "dir"),
    )
)
"""Functions that take a class and make no object of it."""

REGISTERING: Final = "register_"
"""How the functions of JAX begin that make a class one of pytrees."""

REPLACING: Final = frozenset({"replace", "_replace", "evolve", "__replace__", "clone"})
"""Functions that return an object with other fields, which they are given by name."""

MAKING: Final = frozenset({"_make", "__new__"})
"""Methods of a class that return an object of it."""

READING: Final = frozenset({"items", "keys", "values", "get", "copy"})
"""Methods of an object's dictionary that leave it as it is."""

COPYING: Final = frozenset({*ASKING, "dict", "sorted", "list", "set", "tuple"})
"""Functions that do not change the dictionary that they are given."""

WITH_REPLACE: Final = frozenset({"dataclasses", "copy", "struct", "attr", "attrs", "eqx", "dc"})
"""Modules with a function ``replace`` or ``evolve``."""

ANYTHING: Final = frozenset({"globals", "locals", "eval", "exec", "__import__"})
"""Built-in functions with which a program reaches any class."""

IMPORTING: Final = frozenset({"import_module", "reload", "exec_module", "patch"})
"""Functions that return any module, or change something in one."""

SETTING: Final = frozenset({"setattr", "object", "setitem"})
"""Functions that set an attribute by its name, those of pytest and ``patch.object`` included."""

CONSTRUCTING: Final = ("__init__", "__post_init__", "__new__", "__setattr__", "__getattr__")
"""Methods that say what an object's attributes are; a program may replace them."""

PICKLING: Final = frozenset({"pickle", "dill", "cloudpickle", "joblib"})
"""Modules that make objects of what stands in a file."""

LOADING: Final = frozenset({"load", "loads", "Unpickler"})
"""Their functions that do so."""

REBUILDING: Final = frozenset(
    (
        *("tree_multimap", "tree_unflatten", "unflatten", "tree_map_with_path", "build_tree"),
        *("map_with_path", "tree_transpose", "transpose_tree", "from_iter", "broadcast"),
        *("jacobian", "jacfwd", "jacrev", "hessian", "device_get", "associative_scan"),
        *("cg", "gmres", "bicgstab", "process_allgather", "broadcast_one_to_all"),
    )
)
"""Functions of JAX that return a pytree with leaves of other dtypes, or other leaves."""

LEAVING_FLOATS: Final = frozenset(
    (
        *("vjp", "jvp", "linearize", "linear_transpose", "pmean", "psum", "pmax", "pmin"),
        *("filter_grad", "filter_value_and_grad", "partition", "filter"),
    )
)
"""Functions of JAX that keep the dtype of floats, and not of integers."""

TREE_MAP: Final = "tree_map"
KEEPING_DTYPES: Final = frozenset({"zeros_like", "ones_like", "empty_like", "full_like"})
"""What gives each leaf of a pytree one of the same dtype."""

_NEUTRAL: Final = frozenset(
    (
        *("jax", "jaxlib", "numpy", "scipy", "promo_typing", "typing_extensions", "jaxtyping"),
        *("beartype", "typeguard", "absl", "ml_collections", "tqdm", "matplotlib", "pandas"),
        *("seaborn", "PIL", "sklearn", "wandb", "tyro", "yaml", "rich", "click", "pytest"),
        *("requests", "omegaconf", "hydra", "einops", "ml_dtypes", "datasets", "transformers"),
        *("tensorflow_datasets", "tiktoken", "tokenizers", "sentencepiece", "mypy_extensions"),
    )
)
"""JAX, whose functions are known, and libraries that return no pytrees."""

_KEEPING: Final = frozenset(
    (
        *("flax.struct", "chex.dataclass", "chex.Array", "chex.ArrayTree", "chex.PRNGKey"),
        *("equinox.Module", "equinox.field", "equinox.static_field", "equinox.filter_jit"),
        *("equinox.filter_grad", "equinox.filter_value_and_grad", "equinox.filter_vmap"),
        *("equinox.is_array", "equinox.is_inexact_array", "equinox.partition", "equinox.combine"),
        "optax.apply_updates",
    )
)
"""What of libraries for pytrees keeps the dtypes of the leaves."""

_REBUILDING_MODULES: Final = frozenset(
    {"jax.experimental", "jax.example_libraries", "jax.flatten_util"}
)


class Import(NamedTuple):
    """What a module imports: its full name, and what is bound to a name by that."""

    full: str
    name: str
    bound: str


def imported(module: MypyFile) -> Iterator[Import]:
    """Yield what a module imports; what it has from its own package begins with a dot."""
    for statement, _ in statements(module.defs):
        match statement:
            case nodes.Import(ids=names):
                for full, alias in names:
                    first = full.partition(".")[0]
                    yield Import(full, alias or first, full if alias else first)
            case nodes.ImportFrom(id=package, relative=depth, names=names):
                for name, alias in names:
                    full = f".{name}" if depth else f"{package}.{name}"
                    yield Import(full, alias or name, full)


def renames_tree_map(found: Import) -> bool:
    """Whether ``jax.tree.map`` has another name in a module."""
    return (found.full == "jax.tree" and found.name != "tree") or found.full == "jax.tree.map"


def is_foreign(imported_name: str, program: frozenset[str]) -> bool:
    """Whether what is imported may return pytrees with leaves of other dtypes.

    Args:
        imported_name: its full name.
        program: the names of the program's packages.
    """
    package = imported_name.partition(".")[0]
    if not package or package in program or package in sys.stdlib_module_names:
        return False
    if any(_is_within(imported_name, each) for each in _REBUILDING_MODULES):
        return True
    return package not in _NEUTRAL and not any(_is_within(imported_name, e) for e in _KEEPING)


def is_library_of_parts(imported_name: str) -> bool:
    """Whether it depends on what is taken out of a library: ``import equinox as eqx``."""
    return any(each.startswith(f"{imported_name}.") for each in _KEEPING)


def _is_within(name: str, module: str) -> bool:
    return name == module or name.startswith(f"{module}.")
