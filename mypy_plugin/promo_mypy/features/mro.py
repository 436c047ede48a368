"""Changes the class hierarchy of the stubs' dtypes: for joins, weak dtypes and x64.

mypy makes one type of two where they meet in a list, a dictionary or a type variable, and takes the
common base class with the longest MRO. Of dtypes that would be one of the markers or of NumPy's
classes, and an item of the list would be refused where its own dtype is asked for. So the dtypes
have no markers here, which overloads alone need, but :data:`SEVERAL` first of all: an array of
several dtypes is one of unknown dtype, and goes wherever any of them does.

A weak dtype is a subclass of its strong one in the stubs, so that it may stand for that one. Then
mypy would take the strong one for both: after ``y = weak if c else strong`` it would say that y is
strong, and bfloat16 times y float32. So the weak one becomes what an int is to mypy where a float
is expected: it may stand for it, and the two stay apart. It is promoted by a class that is in its
MRO only, not among its bases, since two types meet in what their bases are promoted to.

The stubs are written for x64 off. With x64 on ``weak_int`` stands for int64, not for int32. Where
it is on in some modules only it stands for both, since a class has one hierarchy for all of them.
mypy calls a hook each time that it has computed a class's MRO; it then also writes the changed
classes to its cache.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Final

from mypy.mro import MroError, calculate_mro
from mypy.nodes import TypeInfo
from mypy.plugin import ClassDefContext
from mypy.types import Instance

from promo_typing.core.dtypes import DEFAULTS, PRNG_KEY, STRONG
from promo_typing.core.stub_names import (
    SCALAR_TYPES_MODULE,
    SEVERAL,
    dtype_fullname,
    marker_class,
)

MroHook = Callable[[ClassDefContext], None]

_SEVERAL: Final = f"{SCALAR_TYPES_MODULE}.{SEVERAL}"
_WEAK: Final = {dtype_fullname(weak): weak for weak in DEFAULTS}
_STRONG: Final = frozenset(map(dtype_fullname, (*STRONG, PRNG_KEY)))


def hook(x64: Collection[bool], fullname: str) -> MroHook | None:
    """Return the change of a class; None for most classes.

    ``x64`` says whether x64 is on; it is both if that depends on the module.
    """
    if fullname == _SEVERAL:
        return _fit_everywhere
    if fullname in _STRONG:
        return _change_strong
    if fullname in _WEAK:
        weak = _WEAK[fullname]
        strong = [dtype_fullname(DEFAULTS[weak][on]) for on in (False, True) if on in x64]
        return partial(_change_weak, f"{SCALAR_TYPES_MODULE}.{marker_class(weak)}", strong)
    return None


def _fit_everywhere(ctx: ClassDefContext) -> None:
    ctx.cls.info.fallback_to_any = True


def _change_strong(ctx: ClassDefContext) -> None:
    several = _found(_SEVERAL, ctx)
    if several is not None:
        _set_bases(ctx.cls.info, [several, *_of_numpy(ctx.cls.info)])


def _change_weak(marker: str, strong: Sequence[str], ctx: ClassDefContext) -> None:
    """Let mypy promote a weak dtype to strong ones."""
    several, promoted = _found(_SEVERAL, ctx), _found(marker, ctx)
    dtypes = [each for each in (_found(name, ctx) for name in strong) if each is not None]
    if several is None or promoted is None or len(dtypes) < len(strong):
        return
    promoted.type._promote = [*dtypes]
    info = ctx.cls.info
    _set_bases(info, [several, *_of_numpy(dtypes[0].type)])
    info.mro.insert(1, promoted.type)


def _of_numpy(info: TypeInfo) -> list[Instance]:
    """The bases of a dtype class from NumPy."""
    return [each for each in info.bases if each.type.module_name != SCALAR_TYPES_MODULE]


def _set_bases(info: TypeInfo, bases: list[Instance]) -> None:
    """Replace the bases of a dtype class; unlike :data:`SEVERAL` it has no fallback to Any."""
    old_bases, old_mro = info.bases, info.mro
    info.bases, info.mro = bases, []
    try:
        calculate_mro(info)
    except MroError:
        # Only other stubs than ours can get here; their own hierarchy is the best guess then.
        info.bases, info.mro = old_bases, old_mro
    info.fallback_to_any = False


def _found(fullname: str, ctx: ClassDefContext) -> Instance | None:
    """A class of the stubs; None if it is missing, or not read yet."""
    found = ctx.api.lookup_fully_qualified_or_none(fullname)
    if found is not None and isinstance(found.node, TypeInfo) and found.node.mro:
        return Instance(found.node, [])
    if not ctx.api.final_iteration:
        ctx.api.defer()
    return None
