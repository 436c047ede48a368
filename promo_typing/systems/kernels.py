"""The kernels of a promotion system: the dtypes in which a function computes and of its results.

The kernels here follow from ``result_type`` and ``operation`` of a system alone. A library with
exceptions overrides :meth:`RuleSystem.own_kernel` in its own module.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from promo_typing.systems.kinds import facts
from promo_typing.systems.model import (
    Family,
    Function,
    Kernel,
    Operand,
    Promoted,
    Promoter,
    Result,
    Undefined,
)


def default_kernel(
    system: Promoter, function: Function, operands: Sequence[Operand]
) -> Kernel | Undefined:
    """Return the kernel of a function under a system, as the family of the function decides it."""
    joined = promoted(system, function, operands)
    if isinstance(joined, Undefined):
        return joined
    return family_kernel(system, function, operands, joined)


def promoted(system: Promoter, function: Function, operands: Sequence[Operand]) -> Result:
    """Return the dtype to which a function promotes operands, before integers become floats."""
    found = _PROMOTED[function.family](system, operands)
    return found.of(function.name) if isinstance(found, Undefined) else found


def family_kernel(
    system: Promoter, function: Function, operands: Sequence[Operand], joined: Promoted
) -> Kernel | Undefined:
    """Return the kernel of a function whose operands have been promoted to ``joined``."""
    if function.family == "keep":
        return _keeping(system, operands)
    found = _COMPUTED.get(function.family, _as_promoted)(system, operands, joined)
    if isinstance(found, Undefined):
        return found.of(function.name)
    returned = "bool" if function.family == "compare" else found.dtype
    results = (returned,) if function.result_is_known else ()
    return Kernel((found.dtype,) * len(operands), results, found.weak)


def inexact(system: Promoter, joined: Promoted) -> Result:
    """Return the float that an integer becomes: its promotion with a Python float."""
    if facts(joined.dtype).rank >= 2:
        return joined
    found = system.result_type(joined.dtype, "float")
    return found if isinstance(found, Undefined) else Promoted(found.dtype)


def _joined(system: Promoter, operands: Sequence[Operand]) -> Result:
    return system.result_type(*operands)


def _added(system: Promoter, operands: Sequence[Operand]) -> Result:
    if len(operands) == 2:
        return system.operation("arithmetic", *operands)
    return system.result_type(*operands)


def _multiplied(system: Promoter, operands: Sequence[Operand]) -> Result:
    if len(operands) == 2:
        return system.operation("dot", *operands)
    return system.result_type(*operands)


def _compared(system: Promoter, operands: Sequence[Operand]) -> Result:
    """Promote operands of a comparison, whose Python ints need not fit the dtype of the array."""
    joined = system.result_type(*operands)
    if not isinstance(joined, Undefined) or len(operands) != 2:
        return joined
    if isinstance(system.operation("comparison", *operands), Undefined):
        return joined
    return system.result_type(*(Operand("int64") if each.python else each for each in operands))


def _first(system: Promoter, operands: Sequence[Operand]) -> Result:
    """Return the dtype of the first operand, unless the system lacks one of the dtypes."""
    single = [system.result_type(each) for each in operands]
    return next((each for each in single if isinstance(each, Undefined)), single[0])


_PROMOTED: Final[dict[Family, Callable[[Promoter, Sequence[Operand]], Result]]] = {
    "keep": _first,
    "join": _joined,
    "arithmetic": _added,
    "compare": _compared,
    "float": _joined,
    "dot": _multiplied,
    "sum": _joined,
}


def _keeping(system: Promoter, operands: Sequence[Operand]) -> Kernel:
    single = (system.result_type(each) for each in operands)
    return Kernel(tuple(each.dtype for each in single if isinstance(each, Promoted)))


def _as_promoted(_: Promoter, __: Sequence[Operand], joined: Promoted) -> Result:
    return joined


def _as_float(system: Promoter, _: Sequence[Operand], joined: Promoted) -> Result:
    return inexact(system, joined)


def _accumulated(system: Promoter, operands: Sequence[Operand], _: Promoted) -> Result:
    return system.operation("sum", operands[0])


_COMPUTED: Final[dict[Family, Callable[[Promoter, Sequence[Operand], Promoted], Result]]] = {
    "float": _as_float,
    "sum": _accumulated,
}
"""The dtypes in which families compute, if not in the dtype to which operands are promoted."""
