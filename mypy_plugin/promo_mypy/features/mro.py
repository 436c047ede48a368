"""Changes the hierarchy of the stubs' dtype classes: for weak dtypes, and for x64.

A weak dtype is a subclass of its strong one in the stubs, so that it may stand for that one. mypy
makes one type of the two where they meet, as it does with any class and its subclass: after
``y = weak if c else strong`` it would say that y is strong, and bfloat16 times y float32. So the
weak one becomes what an int is to mypy where a float is expected: it may stand for it, and the two
stay apart.

The stubs are written for x64 off. With x64 on ``weak_int`` is an int64 at run time, not an
int32, and uint32 is promoted to int64. Where it is on in some modules only, a weak dtype is both,
since a class has one hierarchy for all of them. mypy calls a hook each time that it has computed a
class's MRO; it then also writes the changed classes to its cache.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Final

from mypy.mro import MroError, calculate_mro
from mypy.nodes import TypeInfo
from mypy.plugin import ClassDefContext
from mypy.types import Instance

from promo_typing.core.dtypes import DEFAULTS
from promo_typing.core.stub_names import SCALAR_TYPES_MODULE, dtype_class, marker_class
from promo_typing.lattice import jax_lattice

MroHook = Callable[[ClassDefContext], None]


def _classes(dtypes: Iterable[str]) -> frozenset[str]:
    return frozenset(f"{SCALAR_TYPES_MODULE}.{dtype_class(each)}" for each in dtypes)


_WEAK: Final = _classes(DEFAULTS)
_STRONG: Final = _classes(dtype for each in DEFAULTS.values() for dtype in each)


def hook(x64: Collection[bool], fullname: str) -> MroHook | None:
    """Return what is to be done to a class, if anything.

    ``x64`` says whether x64 is on; it is both if that depends on the module.
    """
    if fullname.rpartition(".")[0] != SCALAR_TYPES_MODULE:
        return None
    changes = _x64_bases().get(fullname, {}) if True in x64 else {}
    if fullname in _WEAK:
        return partial(_change_weak, changes, False in x64)
    return partial(_change_bases, changes, False in x64) if changes else None


def _change_weak(changes: Mapping[str, str], keeps_old: bool, ctx: ClassDefContext) -> None:
    """Let mypy promote a weak dtype to the strong ones that are its bases."""
    _change_bases(changes, keeps_old, ctx)
    info = ctx.cls.info
    strong = [each for each in info.bases if each.type.fullname in _STRONG]
    above = [base for each in strong for base in each.type.bases]
    info._promote = [*strong]
    info.bases = list(dict.fromkeys([*above, *(e for e in info.bases if e not in strong)]))
    info.mro = [each for each in info.mro if each.fullname not in _STRONG]


def _change_bases(changes: Mapping[str, str], keeps_old: bool, ctx: ClassDefContext) -> None:
    info = ctx.cls.info
    bases = [each for base in info.bases for each in _changed(base, changes, keeps_old, ctx)]
    if bases == info.bases:
        return
    old_bases, old_mro = info.bases, info.mro
    info.bases, info.mro = bases, []
    try:
        calculate_mro(info)
    except MroError:
        # Only other stubs than ours can get here; their own hierarchy is the best guess then.
        info.bases, info.mro = old_bases, old_mro


def _changed(
    base: Instance, changes: Mapping[str, str], keeps_old: bool, ctx: ClassDefContext
) -> Sequence[Instance]:
    """The bases that take the place of one."""
    fullname = changes.get(base.type.fullname)
    if fullname is None:
        return [base]
    found = ctx.api.lookup_fully_qualified_or_none(fullname)
    if found is None or not isinstance(found.node, TypeInfo) or not found.node.mro:
        if not ctx.api.final_iteration:
            ctx.api.defer()
        return [base]
    new = Instance(found.node, [])
    return [base, new] if keeps_old else [new]


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
