"""The list of which part of the project may import which.

From this list ``python -m tests.layout.fences`` writes the ``ruff.toml`` of each folder, by which
ruff refuses all other imports. ``test_arrows.py`` compares the list with the sources.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).resolve().parents[2]

REST = "*"
"""The layer of all modules and folders of a root that no other layer names."""
TOP = "__init__"
"""The package's own ``__init__`` module, which has the names that users import."""


class Root(NamedTuple):
    """An import package.

    ``layers`` maps each layer to the layers that it may import. The name of a layer is that of a
    folder or module, or several with spaces between them, which may import one another. ``reads``
    are the packages of other roots that all layers may import. The name of a root stands for the
    whole root; but if parts of the root are named, too, it stands only for its ``__init__``.
    ``later`` are packages that may be imported only inside functions, because they are slow to
    import or need not be installed.
    """

    name: str
    folder: str
    layers: Mapping[str, tuple[str, ...]]
    reads: tuple[str, ...] = ()
    later: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        """The folder of the package."""
        return PROJECT / self.folder

    @property
    def parts(self) -> Mapping[str, str]:
        """The folders and modules that layers name, each with its layer."""
        return {part: layer for layer in self.layers for part in layer.split()}

    def layer(self, module: str) -> str:
        """Return the layer that a module of this root is in."""
        below = module.split(".")[1:] or [TOP]
        return self.parts.get(below[0], REST)

    def may_import(self, layer: str) -> frozenset[str]:
        """Return the layers of this root that one of them may import, itself included."""
        return frozenset({layer, *self.layers[layer]})


_NUMBERS = ("jax", "jaxlib", "numpy", "ml_dtypes")

ROOTS = (
    Root(
        "promo_typing",
        "promo_typing",
        {
            "core": (),
            "lattice": ("core",),
            "rules": ("core", "lattice"),
            "systems": ("core", "lattice", "rules"),
            "numpy_rules": ("core", "lattice", "rules", "systems"),
            "oracle": ("core", "lattice", "rules", "numpy_rules"),
            "annotations": ("core",),
            "integrations": ("core", "annotations"),
            TOP: ("annotations",),
        },
        later=(*_NUMBERS, "mypy", "click", "rich", "matplotlib", "torch", "libcst"),
    ),
    Root(
        "promo_stubgen",
        "stubs/promo_stubgen",
        {
            "ir": (),
            "surface": ("ir",),
            "encode": ("ir",),
            "reduce": ("ir", "encode"),
            "render": ("ir", "surface", "encode", "reduce"),
            REST: ("render",),
        },
        reads=("promo_typing.core", "promo_typing.lattice", "promo_typing.rules"),
    ),
    Root(
        "promo_mypy",
        "mypy_plugin/promo_mypy",
        {
            REST: (),
            "types": (REST,),
            "errors": (REST, "types"),
            "origins": (REST, "types"),
            "inference": (REST, "types", "errors", "origins"),
            "features session": (REST, "types", "errors", "origins", "inference"),
            f"cache plugin {TOP}": (REST, "inference", "features session"),
        },
        reads=(
            "promo_typing",
            "promo_typing.core",
            "promo_typing.lattice",
            "promo_typing.rules",
            "promo_typing.numpy_rules",
        ),
        later=_NUMBERS,
    ),
    Root(
        "promo_runtime",
        "runtime/promo_runtime",
        {
            REST: (),
            "operations": (REST,),
            "arrays": (REST,),
            "auditing": (),
            "engine": (REST, "operations", "arrays"),
            f"processor {TOP}": (REST, "operations", "arrays", "auditing", "engine"),
        },
        reads=(
            "promo_typing.core",
            "promo_typing.lattice",
            "promo_typing.rules",
            "promo_typing.systems",
            "promo_typing.annotations",
        ),
    ),
    Root(
        "promo_recorder",
        "runtime/promo_recorder",
        {REST: (), "startup": (REST,)},
        reads=("promo_typing", "promo_typing.core"),
        later=(*_NUMBERS, "mypy", "click", "rich", "libcst"),
    ),
    Root(
        "promo_cli",
        "cli/promo_cli",
        {
            REST: (),
            "losses": (REST,),
            "expressions mypy_run": (REST, "losses"),
            "formats": (REST, "expressions mypy_run"),
            "setup": (REST,),
            "annotate": (REST, "expressions mypy_run", "setup"),
            "coverage": (REST, "losses", "expressions mypy_run", "formats"),
            "drawing": (REST,),
            "doctor": (REST, "setup"),
            "stubs": (REST,),
            "accepted_findings check init lattice reveal unknown_dtypes": (
                *(REST, "expressions mypy_run", "formats", "drawing", "setup"),
            ),
            f"app __main__ {TOP}": (REST,),
        },
        reads=(
            "promo_typing",
            *(f"promo_typing.{each}" for each in ("core", "lattice", "rules", "systems")),
            *(f"promo_typing.{each}" for each in ("numpy_rules", "oracle")),
            *("promo_mypy", "promo_runtime", "promo_recorder"),
        ),
    ),
)

EXCEPTIONS = {("promo_typing.integrations.pytest_plugin", "promo_runtime.auditing")}
"""Imports that the list forbids and that are accepted: a pytest fixture runs the audit."""
