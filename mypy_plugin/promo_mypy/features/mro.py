"""Changes the class hierarchy of the stubs' dtypes: for joins, weak dtypes and x64.

Joins. Where two types meet in a list, a dictionary or a type variable, mypy joins them to the
common base class with the longest MRO. For two dtypes that would be a marker class of the stubs or
a class of NumPy, and mypy would refuse an item of the list where its own dtype is expected. So the
dtypes lose their markers here, which only overloads need. Their first base is :data:`SEVERAL`
instead: an array of several dtypes has an unknown dtype, and is accepted wherever one of them is.

Weak dtypes. In the stubs a weak dtype is a subclass of its strong one, so that mypy accepts it for
that. But then mypy would simplify a union of both to the strong one: after
``y = weak if c else strong`` it would say that y is strong, and that bfloat16 times y is float32.
So here mypy promotes the weak one to the strong one, as it promotes int to float: it is accepted,
and the two stay apart. The class that is promoted is only in the MRO of the weak dtype and not
among its bases, since a join also uses what the bases are promoted to.

x64. The stubs are written for x64 off. With x64 on, ``weak_int`` is promoted to int64, not to
int32. If x64 is on in some modules only, it is promoted to both, since a class has one hierarchy.

mypy calls a hook each time it has computed a class's MRO. It then writes the changed classes to its
cache, too.
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
    """Return the function that changes a class; None for most classes.

    ``x64`` has the values of the setting in all modules: True, False or both.
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
        # This happens only with other stubs than ours. Their own hierarchy is kept then.
        info.bases, info.mro = old_bases, old_mro
    info.fallback_to_any = False


def _found(fullname: str, ctx: ClassDefContext) -> Instance | None:
    """A class of the stubs; None if it is missing, or mypy has not read it yet."""
    found = ctx.api.lookup_fully_qualified_or_none(fullname)
    if found is not None and isinstance(found.node, TypeInfo) and found.node.mro:
        return Instance(found.node, [])
    if not ctx.api.final_iteration:
        ctx.api.defer()
    return None
