"""Why two promotion systems differ, judged by operands, results and settings."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from promo_typing.core.dtypes import Kind
from promo_typing.systems import SYSTEMS
from promo_typing.systems.differences import COMPARISONS, Reason
from promo_typing.systems.kinds import Facts, facts
from promo_typing.systems.model import PYTHON_SYMBOLS
from promo_typing.systems.weak_names import is_weak_name

_KINDS: Final[dict[Kind, str]] = {
    "bool": "bools",
    "unsigned": "integers",
    "signed": "integers",
    "float": "floats",
    "complex": "complex numbers",
}
_PYTHON: Final = {symbol: f"Python's {kind}" for kind, symbol in PYTHON_SYMBOLS.items()}
_X64: Final = "-x64"


class Difference(NamedTuple):
    """Two operands, and their results in both systems; None if undefined."""

    left: str
    right: str
    one: str | None
    other: str | None


def reasons(found: Iterable[Difference], one: str, other: str) -> dict[str, list[Difference]]:
    """Group differences by reason, the most frequent first.

    Operands without a result in the first system come last: a program that runs there has none.
    """
    listed = _listed(one, other)
    grouped: dict[str, list[Difference]] = {}
    for each in found:
        grouped.setdefault(_reason(each, one, other, listed), []).append(each)
    last = f"undefined in {one}"
    order = sorted(grouped, key=lambda reason: (reason == last, -len(grouped[reason])))
    return {reason: grouped[reason] for reason in order}


def _listed(one: str, other: str) -> tuple[Reason, ...]:
    """The known reasons for differences between a table of JEP 9407 and the library of today."""
    known = (each.reasons for each in COMPARISONS if (each.then, each.today) == (one, other))
    return next(known, ())


def _reason(found: Difference, one: str, other: str, listed: Iterable[Reason]) -> str:
    candidates = itertools.chain(
        (each.words for each in listed if each.explains(found.left, found.right)),
        _x64(found, one, other),
        _undefined(found, one, other),
        _weak(found, one, other),
    )
    return next(candidates, None) or f"{_operands(found)}: {_results(found, other)}"


def _x64(found: Difference, one: str, other: str) -> Iterator[str]:
    """The reason "x64 is off", if JAX's system would agree with the other one with x64 on."""
    for name, answer in ((one, found.other), (other, found.one)):
        wide = SYSTEMS.get(name + _X64)
        if wide is not None and wide.cell(found.left, found.right) == answer:
            yield f"x64 is off in {name}"


def _undefined(found: Difference, one: str, other: str) -> Iterator[str]:
    for name, answer in ((one, found.one), (other, found.other)):
        if answer is None:
            yield f"undefined in {name}"


def _weak(found: Difference, one: str, other: str) -> Iterator[str]:
    if _is_weak(found.one) != _is_weak(found.other):
        yield f"weak in {one if _is_weak(found.one) else other}"


def _operands(found: Difference) -> str:
    left, right = sorted((_kind(found.left), _kind(found.right)))
    return f"{left} with {right}" if left != right else f"two {left}"


def _results(found: Difference, other: str) -> str:
    before, after = _facts(found.one), _facts(found.other)
    if before is None or after is None or before.kind != after.kind:
        return f"of another kind in {other}"
    return f"{'wider' if after.bits > before.bits else 'narrower'} in {other}"


def _kind(name: str) -> str:
    known = _facts(name)
    return _PYTHON.get(name) or (_KINDS[known.kind] if known else "others")


def _facts(name: str | None) -> Facts | None:
    """The kind and width of a dtype; None for other names, such as nodes of a user's lattice."""
    try:
        return None if name is None else facts(name)
    except KeyError:
        return None


def _is_weak(name: str | None) -> bool:
    return name is not None and is_weak_name(name)
