"""Explains why a promotion system refuses a call, and what to write instead.

Advice is found by trial, as for rules (:mod:`promo_typing.rules.advice`): the system is asked about
the call with other dtypes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from promo_typing.core.dtypes import NODES, PYTHON_SCALARS, Kind
from promo_typing.core.formats import width
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.advice import (
    Advice,
    Cast,
    RefusedCall,
    Request,
    casts,
    is_complex,
    narrowest_first,
    real_parts,
)
from promo_typing.rules.explain import Explanation
from promo_typing.systems.jax import Jax
from promo_typing.systems.kinds import facts
from promo_typing.systems.model import Operand, Promoted, System, Undefined
from promo_typing.systems.numpy_dtypes import fits


def explain_for(
    operands: Sequence[Operand],
    semantics: Semantics,
    takes: Callable[[tuple[Operand, ...]], bool],
    reason: str,
) -> Explanation:
    """Explain why a promotion system refuses a call.

    The advised dtype is the narrowest one that holds the values of all operands, if the system
    accepts the call with it.

    Args:
        operands: the refused operands.
        semantics: the settings of JAX, which decide what dtypes there are.
        takes: a function: whether the system accepts the call with some operands.
        reason: the reason for the refusal.
    """
    trial = _Trial(tuple(operands), takes)
    names = tuple(each.dtype for each in operands)
    scalars = frozenset(place for place, each in enumerate(operands) if each.python)
    call = RefusedCall(names, semantics, trial.follows, scalars)
    known = all(each in NODES or each in PYTHON_SCALARS for each in names)
    advice = call.first_taken(_candidates(call)) if known and operands else None
    return Explanation(_refused(call, advice), reason, advice)


def explain_sum(system: System, operands: Sequence[Operand], undefined: Undefined) -> Explanation:
    """Explain why operands cannot be added under a system, for programs of its own library.

    For two operands under JAX's own promotion, the rule of the addition explains it.
    """
    if isinstance(system, Jax) and system.jax_settings is not None and len(operands) == 2:
        found = system.explained(*operands)
        if found is not None:
            return found

    without = frozenset[str]() if system.spelling is None else system.spelling.without_addition

    def promotes(changed: tuple[Operand, ...]) -> bool:
        result = system.result_type(*changed)
        return isinstance(result, Promoted) and result.dtype not in without

    semantics = system.semantics if isinstance(system, Jax) else Semantics(x64=True)
    return explain_for(operands, semantics, promotes, undefined.reason)


def _candidates(call: RefusedCall) -> Iterator[Advice]:
    """Advice in order of preference: first dtypes that all operands may have, few casts first."""
    nodes = [call.node(place) for place in call.places]
    wanted = narrowest_first(frozenset(nodes), call.semantics)
    widest = max(filter(is_complex, nodes), key=width, default=nodes[0])
    for dtype in wanted:
        yield from real_parts(call, call.places, widest, dtype)
        if call.first_taken([Cast(call.places, dtype)]):
            yield from casts(call, call.places, dtype)
    for dtype in wanted:
        yield from casts(call, call.places, dtype)


def _refused(call: RefusedCall, advice: Advice | None) -> tuple[int, ...]:
    """The places to report as refused: those where a cast to the advised dtype helps by itself.

    If the advice is not a single cast, all operands are reported.
    """
    if not isinstance(advice, Cast) or len(advice.places) > 1:
        return call.places
    alike = (Cast((place,), advice.dtype) for place in call.places)
    return tuple(each.places[0] for each in alike if call.first_taken([each]))


class _Trial:
    """The refused call, which can be tried with other dtypes."""

    def __init__(
        self, operands: tuple[Operand, ...], takes: Callable[[tuple[Operand, ...]], bool]
    ) -> None:
        self._operands, self._takes = operands, takes

    def follows(self, advice: Advice) -> bool:
        """Whether the system accepts the call once the advice is followed."""
        if isinstance(advice, Request):
            return False
        changed = list(self._operands)
        for place in advice.places:
            given = self._operands[place]
            if given.python and not fits(given.value, advice.dtype):
                return False
            changed[place] = _converted(given, advice.dtype)
        return self._takes(tuple(changed))


def _converted(operand: Operand, dtype: str) -> Operand:
    """The operand as an array of a dtype; a Python scalar as an array without dimensions."""
    if operand.python:
        return Operand(dtype, zero_dimensional=True)
    value = None if operand.value is None else _value(operand.value, facts(dtype).kind)
    return replace(operand, dtype=dtype, weak=False, value=value)


_OF_KIND: Final[dict[Kind, Callable[[complex], int | float | complex]]] = {
    "bool": bool,
    "unsigned": lambda value: int(value.real),
    "signed": lambda value: int(value.real),
    "float": lambda value: float(value.real),
    "complex": complex,
}


def _value(value: int | float | complex, kind: Kind) -> int | float | complex | None:
    """The value of a NumPy scalar converted to another kind, None if that is impossible."""
    try:
        return _OF_KIND[kind](value)
    except (ValueError, OverflowError):
        return None
