"""Changes the hierarchy of the stubs' dtype classes for x64.

The stubs are written for x64 off. With x64 on ``weak_int`` is an int64 at run time, not an
int32, and uint32 is promoted to int64. mypy calls a hook each time that it has computed a class's
MRO; it then also writes the changed classes to its cache.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from mypy.mro import MroError, calculate_mro
from mypy.nodes import TypeInfo
from mypy.plugin import ClassDefContext
from mypy.types import Instance

from promo_typing.core.dtypes import DEFAULTS
from promo_typing.core.stub_names import SCALAR_TYPES_MODULE, dtype_class, marker_class
from promo_typing.lattice import jax_lattice
from promo_typing.lattice.semantics import Semantics

MroHook = Callable[[ClassDefContext], None]


def hook(semantics: Semantics, fullname: str) -> MroHook | None:
    """Return what is to be done to a class, if anything."""
    module = fullname.rpartition(".")[0]
    if module == SCALAR_TYPES_MODULE and semantics.x64:
        bases = _x64_bases().get(fullname)
        return partial(_replace_bases, bases) if bases else None
    return None


def _replace_bases(changes: dict[str, str], ctx: ClassDefContext) -> None:
    info = ctx.cls.info
    bases = [_changed(base, changes, ctx) for base in info.bases]
    if bases == info.bases:
        return
    old_bases, old_mro = info.bases, info.mro
    info.bases, info.mro = bases, []
    try:
        calculate_mro(info)
    except MroError:
        # Only other stubs than ours can get here; their own hierarchy is the best guess then.
        info.bases, info.mro = old_bases, old_mro


def _changed(base: Instance, changes: dict[str, str], ctx: ClassDefContext) -> Instance:
    fullname = changes.get(base.type.fullname)
    if fullname is None:
        return base
    found = ctx.api.lookup_fully_qualified_or_none(fullname)
    if found is None or not isinstance(found.node, TypeInfo) or not found.node.mro:
        if not ctx.api.final_iteration:
            ctx.api.defer()
        return base
    return Instance(found.node, [])


@cache
def _x64_bases() -> dict[str, dict[str, str]]:
    """For each class that differs with x64 on: which base takes the place of which."""

    def classes(name: Callable[[str], str], off: str, on: str) -> dict[str, str]:
        return {f"{SCALAR_TYPES_MODULE}.{name(off)}": f"{SCALAR_TYPES_MODULE}.{name(on)}"}

    changes = {
        f"{SCALAR_TYPES_MODULE}.{dtype_class(weak)}": classes(dtype_class, off, on)
        for weak, (off, on) in DEFAULTS.items()
    }
    edges_off, edges_on = jax_lattice(x64=False).edges, jax_lattice(x64=True).edges
    for node, above in edges_off.items():
        for off, on in zip(above, edges_on[node], strict=True):
            if off != on:
                key = f"{SCALAR_TYPES_MODULE}.{marker_class(node)}"
                changes[key] = classes(marker_class, off, on)
    return changes
