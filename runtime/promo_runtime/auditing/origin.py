"""Finds who requested a conversion, from the frames between the conversion and the user's line.

The tables name functions of all supported versions of JAX. Tests check that the answers are the
same with each version.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from jax.extend import core

from promo_runtime.auditing.conversion import Origin
from promo_runtime.auditing.frames import CallSite, Frame, call_site, stack_of
from promo_runtime.auditing.rules import is_by_rule, is_transposed
from promo_runtime.auditing.scope import Scope
from promo_typing.core.dtypes import INTEGER_KINDS, NODES

_CONVERTERS: Final = frozenset(
    {"astype", "_astype", "convert_element_type", "view", "_view", "_ScalarMeta.__call__"}
)
"""Functions that always convert."""

_CONSTRUCTORS: Final = {"array": 2, "asarray": 2, "full": 3, "full_like": 3}
"""Functions that convert if a dtype is given, and the number of positional arguments with it."""

_MACHINERY: Final = frozenset(
    {
        "ad",
        "batching",
        "core",
        "custom_derivatives",
        "linear_util",
        "partial_eval",
        "pjit",
        "source_info_util",
        "traceback_util",
        "tree",
        "tree_util",
        "ufunc_api",
    }
)
"""Internal modules of JAX that lie between the user's call and the function that it calls."""

_PROMOTES: Final = re.compile(r"_?promote_|_scatter_impl$|_result_to_python")
_HALVES: Final = frozenset({"bfloat16", "float16"})


def asked_by(equation: Any, operand: Any, target: str, scope: Scope) -> Origin:
    """Return who requested the conversion of an operand of an equation."""
    if _is_of_jax(equation, operand, scope):
        return Origin.INTERNAL
    stack = scope.stack_at(equation)
    return origin(stack.inner, call_site(stack.place), str(operand.aval.dtype), target)


def _is_of_jax(equation: Any, operand: Any, scope: Scope) -> bool:
    """Whether a rule of JAX made the conversion."""
    if scope.is_transposed or is_transposed(equation):
        return True
    if equation.primitive.name != "convert_element_type" or isinstance(operand, core.Literal):
        return False
    return is_by_rule(equation, operand, stack_of(equation).inner, scope.producers)


def origin(frames: Sequence[Frame], site: CallSite | None, source: str, target: str) -> Origin:
    """Return who requested a conversion.

    Args:
        frames: the frames inside JAX, the innermost first.
        site: the user's call, or None if it is unknown.
        source: the dtype before.
        target: the dtype after.
    """
    if _is_explicit(frames, site):
        return Origin.EXPLICIT
    names = [frame.function.split(".")[0] for frame in frames]
    if any(map(_PROMOTES.match, names)):
        return Origin.IMPLICIT
    entry = entry_of(frames)
    if entry is not None and entry.function in _CONSTRUCTORS:
        return Origin.IMPLICIT
    if "_convert_element_type" in names:
        return Origin.INTERNAL
    return Origin.INTERNAL if _accumulates(frames, source, target) else Origin.IMPLICIT


def _is_explicit(frames: Sequence[Frame], site: CallSite | None) -> bool:
    entry = entry_of(frames)
    name = "" if entry is None else entry.function
    if name in _CONVERTERS or (site is not None and site.names_dtype):
        return True
    positions = _CONSTRUCTORS.get(name)
    return positions is not None and (site is None or site.arguments >= positions)


def entry_of(frames: Sequence[Frame]) -> Frame | None:
    """Return the frame of the JAX function that the user's line calls."""
    for frame in reversed(frames):
        if frame.module not in _MACHINERY and not frame.function.startswith("_forward_"):
            return frame
    return None


def is_operator(frames: Sequence[Frame]) -> bool:
    """Whether the user's line calls an operator, such as ``*``, and no function by name."""
    entry = entry_of(frames)
    return entry is not None and entry.function.startswith("_operator_")


def _accumulates(frames: Sequence[Frame], source: str, target: str) -> bool:
    """Whether a reduction converts to or from the dtype in which JAX computes it.

    That dtype is float32 for 16-bit floats, an integer for integers and bools, and bool for ``all``
    and ``any``.
    """
    if not any(frame.module == "reductions" for frame in frames):
        return False
    if target == "bool":
        return True
    if {source, target} & _HALVES:
        return "float32" in (source, target)
    return source == "bool" or {_kind(source), _kind(target)} <= INTEGER_KINDS


def _kind(name: str) -> str:
    return NODES[name].kind if name in NODES else ""
