"""Which packages of the project build on which others, as their sources import one another."""

from __future__ import annotations

from pathlib import Path

from promo_typing.lattice import Edges, PartialOrder
from tests.layout.imports import import_graph

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = {
    "promo_typing": ROOT / "promo_typing",
    "promo_cli": ROOT / "cli" / "promo_cli",
    "promo_stubgen": ROOT / "stubs" / "promo_stubgen",
    "promo_mypy": ROOT / "mypy_plugin" / "promo_mypy",
    "promo_runtime": ROOT / "runtime" / "promo_runtime",
    "promo_recorder": ROOT / "runtime" / "promo_recorder",
}


def architecture() -> Edges:
    """Return each package with those directly above it, which import it.

    The packages in ``promo_typing`` stand for it: it only names what users import.
    """
    importers: dict[str, set[str]] = {}
    for module, imported in import_graph(PACKAGES).items():
        for below, above in ((_package(each), _package(module)) for each in imported):
            importers.setdefault(above, set())
            importers.setdefault(below, set()).add(above)
    del importers["promo_typing"]
    kept = {name: sorted(above - {name, "promo_typing"}) for name, above in importers.items()}
    return PartialOrder(dict(sorted(kept.items()))).transitive_reduction()


def _package(module: str) -> str:
    first, *rest = module.split(".")
    return rest[0] if first == "promo_typing" and rest else first
