"""Indirect ways to set a field or create an object, without naming the field or the class.

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
"""Functions that take a class and create no object of it."""

REGISTERING: Final = "register_"
"""Prefixes of JAX's functions that register a class as a pytree."""

REPLACING: Final = frozenset({"replace", "_replace", "evolve", "__replace__", "clone"})
"""Functions that return a copy of an object with other values for named fields."""

MAKING: Final = frozenset({"_make", "__new__"})
"""Class methods that create an object."""

READING: Final = frozenset({"items", "keys", "values", "get", "copy"})
"""Methods of ``vars(x)`` that do not change it."""

COPYING: Final = frozenset({*ASKING, "dict", "sorted", "list", "set", "tuple"})
"""Functions that do not change a dictionary that is passed."""

WITH_REPLACE: Final = frozenset({"dataclasses", "copy", "struct", "attr", "attrs", "eqx", "dc"})
"""Modules with a function ``replace`` or ``evolve``."""

EVALUATING: Final = frozenset({"eval", "exec"})
"""Built-in functions with which a module reaches any class that it, or what it imports, knows."""

NAMESPACES: Final = frozenset({"globals", "locals"})
"""Built-in functions with which a module reaches all that it names."""

IMPORTING: Final = frozenset({"import_module", "__import__", "reload", "exec_module", "patch"})
"""Functions that return any module, or change something in one."""

SETTING: Final = frozenset({"setattr", "object", "setitem"})
"""Functions that set an attribute by its name, those of pytest and ``patch.object`` included."""

CONSTRUCTING: Final = ("__init__", "__post_init__", "__new__", "__setattr__", "__getattr__")
"""Methods that set an object's attributes; a program may override them."""

PICKLING: Final = frozenset({"pickle", "dill", "cloudpickle", "joblib"})
"""Modules that make objects of what stands in a file."""

LOADING: Final = frozenset({"load", "loads", "Unpickler"})
"""Functions of those modules that create objects from files."""

REBUILDING: Final = frozenset(
    (
        *("tree_multimap", "tree_unflatten", "unflatten", "tree_map_with_path", "build_tree"),
        *("map_with_path", "tree_transpose", "transpose_tree", "from_iter", "broadcast"),
        *("jacobian", "jacfwd", "jacrev", "hessian", "device_get", "associative_scan"),
        *("cg", "gmres", "bicgstab", "process_allgather", "broadcast_one_to_all"),
        *("tree_at", "map_structure", "map_structure_with_path", "path_aware_map"),
        *("tree_map_params", "tree_cast", "tree_cast_like"),
    )
)
"""Functions of JAX and libraries that return a pytree with leaves of other dtypes, or new ones."""

FILTERING: Final = frozenset({"filter", "partition"})
"""Functions of equinox that keep the leaves of a tree, or put ``replace=`` in their place."""

LEAVING_FLOATS: Final = frozenset(
    (
        *("vjp", "jvp", "linearize", "linear_transpose", "pmean", "psum", "pmax", "pmin"),
        *("filter_grad", "filter_value_and_grad", *FILTERING),
    )
)
"""Functions of JAX that keep the dtype of floats, and not of integers."""

TREE_MAP: Final = "tree_map"
KEEPING_DTYPES: Final = frozenset({"zeros_like", "ones_like", "empty_like", "full_like"})
"""Functions that keep the dtype of each leaf of a pytree."""

_NEUTRAL: Final = frozenset(
    (
        *("jax", "jaxlib", "numpy", "scipy", "promo_typing", "typing_extensions", "jaxtyping"),
        *("beartype", "typeguard", "absl", "ml_collections", "tqdm", "matplotlib", "pandas"),
        *("seaborn", "PIL", "sklearn", "wandb", "tyro", "yaml", "rich", "click", "pytest"),
        *("requests", "omegaconf", "hydra", "einops", "ml_dtypes", "datasets", "transformers"),
        *("tensorflow_datasets", "tiktoken", "tokenizers", "sentencepiece", "mypy_extensions"),
    )
)
"""JAX, whose functions are known, and libraries without pytrees."""

_KEEPING: Final = frozenset(
    (
        *("flax.struct", "chex.dataclass", "chex.Array", "chex.ArrayTree", "chex.PRNGKey"),
        *("equinox.Module", "equinox.field", "equinox.static_field", "equinox.filter_jit"),
        *("equinox.filter_grad", "equinox.filter_value_and_grad", "equinox.filter_vmap"),
        *("equinox.is_array", "equinox.is_inexact_array", "equinox.partition", "equinox.combine"),
        *("equinox.filter", "equinox.nn", "equinox.AbstractVar", "equinox.AbstractClassVar"),
        "optax.apply_updates",
    )
)
"""Functions of pytree libraries that keep the dtypes of leaves."""

_REBUILDING_MODULES: Final = frozenset(
    {"jax.experimental", "jax.example_libraries", "jax.flatten_util"}
)


class Import(NamedTuple):
    """An import: the full name, and the name that it is bound to."""

    full: str
    name: str
    bound: str


def imported(module: MypyFile) -> Iterator[Import]:
    """Yield the imports of a module; names from its own package start with a dot."""
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
    """Whether an import may return pytrees with leaves of other dtypes.

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
    """Whether only some functions of an imported library matter: ``import equinox as eqx``."""
    return any(each.startswith(f"{imported_name}.") for each in _KEEPING)


def _is_within(name: str, module: str) -> bool:
    return name == module or name.startswith(f"{module}.")
