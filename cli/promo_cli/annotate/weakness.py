"""Whether the weak types of some arrays made a difference in a run.

A weak float32 is a float32 that gives way to other dtypes. Where no array of another dtype was
around to which it would give way, and no strong float32 would, nothing depends on that.
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

    Those of NumPy count, too: JAX promotes with them as with its own strong ones.
    """

    dtypes: frozenset[str] = frozenset()

    def settled(self, dtypes: Iterable[str]) -> tuple[str, ...]:
        """Return the distinct dtypes in order.

        A weak one is left out beside its strong one, if that makes no difference in this run.
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
    """Whether a weak dtype and its strong one are promoted alike with some other dtypes."""
    x64 = DEFAULTS[weak].index(strong) == 1
    lattice = Semantics(x64=x64).lattice

    def joined(one: str, other: str) -> str | None:
        result = lattice.join(one, other)
        return DEFAULTS[result][x64] if result in DEFAULTS else result

    return all(
        joined(weak, each) == joined(strong, each) for each in others if each in lattice.nodes
    )


def run_of(facts: Iterable[Fact]) -> Run:
    """Return what there was in the run of which these are all facts."""
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
