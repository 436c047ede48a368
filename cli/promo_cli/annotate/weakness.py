"""Whether the weak types of some arrays made a difference in a run.

A weak float32 gives way to dtypes such as bfloat16, to which a strong float32 does not. If the run
had no array of such a dtype, nothing depended on the weakness.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass

from promo_cli.annotate.columns import label
from promo_cli.annotate.terms import in_order
from promo_recorder.facts import Fact, values_of
from promo_recorder.values import ArrayValue, DictValue, ListValue, NumPyValue, TupleValue, Value
from promo_typing.core.dtypes import DEFAULTS
from promo_typing.lattice.semantics import Semantics


@dataclass(frozen=True, slots=True)
class Run:
    """The dtypes of all arrays in a run, ``weak_float`` for weak ones.

    NumPy's arrays and scalars count, too: JAX promotes them as strong dtypes.
    """

    dtypes: frozenset[str] = frozenset()

    def settled(self, dtypes: Iterable[str]) -> tuple[str, ...]:
        """Return the distinct dtypes in order.

        A weak dtype is left out beside its strong one, if that makes no difference in this run.
        """
        found = frozenset(dtypes)
        left_out = {
            weak
            for weak, both in DEFAULTS.items()
            for strong in found.intersection(both)
            if weak in found and is_like(weak, strong, self.dtypes)
        }
        return in_order(found - left_out)


def is_like(weak: str, strong: str, others: Set[str]) -> bool:
    """Whether a weak and a strong dtype give the same joins with all of ``others``."""
    x64 = DEFAULTS[weak].index(strong) == 1
    lattice = Semantics(x64=x64).lattice

    def joined(one: str, other: str) -> str | None:
        result = lattice.join(one, other)
        return DEFAULTS[result][x64] if result in DEFAULTS else result

    return all(
        joined(weak, each) == joined(strong, each) for each in others if each in lattice.nodes
    )


def run_of(facts: Iterable[Fact]) -> Run:
    """Return the dtypes of a run, given all its facts."""
    values = (value for fact in facts for value in values_of(fact))
    return Run(frozenset(dtype for value in values for dtype in _dtypes(value)))


def _dtypes(value: Value) -> Iterator[str]:
    match value:
        case ArrayValue():
            yield label(value)
        case NumPyValue(dtype):
            yield dtype
        case TupleValue(items) | ListValue(items):
            for each in items:
                yield from _dtypes(each)
        case DictValue(keys, values):
            for each in (*keys, *values):
                yield from _dtypes(each)
