"""Indirect ways to set a field or make an object, without naming the field or the class.

These are tables of function names. Names are compared as they are written, as in :mod:`sharing`. If
a program's own function has such a name by chance, a dtype that could be known stays unknown; a
wrong dtype never follows.
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
"""The prefix of JAX's functions that register a class as a pytree."""

REPLACING: Final = frozenset({"replace", "_replace", "evolve", "__replace__", "clone"})
"""Functions that return a copy of an object with other values for named fields."""

MAKING: Final = frozenset({"_make", "__new__"})
"""Class methods that make an object."""

READING: Final = frozenset({"items", "keys", "values", "get", "copy"})
"""Methods of the dictionary ``vars(x)`` that do not change it."""

COPYING: Final = frozenset({*ASKING, "dict", "sorted", "list", "set", "tuple"})
"""Functions that do not change a dictionary passed to them."""

WITH_REPLACE: Final = frozenset({"dataclasses", "copy", "struct", "attr", "attrs", "eqx", "dc"})
"""Modules with a function ``replace`` or ``evolve``."""

EVALUATING: Final = frozenset({"eval", "exec"})
"""Built-in functions that can reach every class that the module or its imports know."""

NAMESPACES: Final = frozenset({"globals", "locals"})
"""Built-in functions that can reach everything that the module has a name for."""

IMPORTING: Final = frozenset({"import_module", "__import__", "reload", "exec_module", "patch"})
"""Functions that load a module by its name, or change something in it."""

SETTING: Final = frozenset({"setattr", "object", "setitem"})
"""Functions that set an attribute by its name: also ``patch.object``, and pytest's ``setattr``."""

CONSTRUCTING: Final = ("__init__", "__post_init__", "__new__", "__setattr__", "__getattr__")
"""Methods that set or read attributes; a program that assigns one may change all fields."""

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
"""Functions of JAX and libraries that return a pytree with new leaves or other dtypes."""

FILTERING: Final = frozenset({"filter", "partition"})
"""Functions of equinox that keep the leaves of a tree, or replace them by ``replace=``."""

LEAVING_FLOATS: Final = frozenset(
    (
        *("vjp", "jvp", "linearize", "linear_transpose", "pmean", "psum", "pmax", "pmin"),
        *("filter_grad", "filter_value_and_grad", *FILTERING),
    )
)
"""Functions that keep the dtypes of floats, but not of integers."""

TREE_MAP: Final = "tree_map"
KEEPING_DTYPES: Final = frozenset({"zeros_like", "ones_like", "empty_like", "full_like"})
"""Functions that keep the dtype of each leaf when they are mapped over a pytree."""

_NEUTRAL: Final = frozenset(
    (
        *("jax", "jaxlib", "numpy", "scipy", "promo_typing", "typing_extensions", "jaxtyping"),
        *("beartype", "typeguard", "absl", "ml_collections", "tqdm", "matplotlib", "pandas"),
        *("seaborn", "PIL", "sklearn", "wandb", "tyro", "yaml", "rich", "click", "pytest"),
        *(
            "requests",
            "mujoco",
            "cv2",
            "omegaconf",
            "hydra",
            "einops",
            "ml_dtypes",
            "datasets",
            "transformers",
        ),
        *("tensorflow_datasets", "tiktoken", "tokenizers", "sentencepiece", "mypy_extensions"),
    )
)
"""JAX, whose functions the tables above name, and libraries that do not rebuild pytrees."""

_KEEPING: Final = frozenset(
    (
        *("flax.struct", "chex.dataclass", "chex.Array", "chex.ArrayTree", "chex.PRNGKey"),
        *("equinox.Module", "equinox.field", "equinox.static_field", "equinox.filter_jit"),
        *("equinox.filter_grad", "equinox.filter_value_and_grad", "equinox.filter_vmap"),
        *("equinox.is_array", "equinox.is_inexact_array", "equinox.partition", "equinox.combine"),
        *("equinox.filter", "equinox.nn", "equinox.AbstractVar", "equinox.AbstractClassVar"),
        *("equinox.apply_updates", "optax.apply_updates"),
    )
)
"""Names in pytree libraries that keep the dtypes of leaves, or rebuild no pytree."""

_REBUILDING_MODULES: Final = frozenset(
    {"jax.experimental", "jax.example_libraries", "jax.flatten_util"}
)


class Import(NamedTuple):
    """An import.

    Attributes:
        full: the full name of what is imported.
        name: the name in the module.
        bound: the full name that ``name`` stands for: ``jax`` after ``import jax.numpy``.
    """

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
    """Whether an import may give ``jax.tree.map`` another name."""
    return (found.full == "jax.tree" and found.name != "tree") or found.full == "jax.tree.map"


def is_foreign(imported_name: str, program: frozenset[str]) -> bool:
    """Whether an import belongs to a library that may rebuild pytrees with other leaves.

    Args:
        imported_name: the full name of the import.
        program: the names of the program's packages.
    """
    package = imported_name.partition(".")[0]
    if not package or package in program or package in sys.stdlib_module_names:
        return False
    if any(_is_within(imported_name, each) for each in _REBUILDING_MODULES):
        return True
    return package not in _NEUTRAL and not any(_is_within(imported_name, e) for e in _KEEPING)


def is_library_of_parts(imported_name: str) -> bool:
    """Whether some names of an imported library keep dtypes, so that its uses must be looked at.

    For ``import equinox as eqx`` it depends on the functions ``eqx.f`` that the program uses.
    """
    return any(each.startswith(f"{imported_name}.") for each in _KEEPING)


def _is_within(name: str, module: str) -> bool:
    return name == module or name.startswith(f"{module}.")
