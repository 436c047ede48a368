"""The final report: one example of each kind of difference, and the accidents by cause."""

from __future__ import annotations

from .compare import Case
from .runs import Tally


def report(tally: Tally) -> str:
    """Render the differences, and JAX's failures, with the most frequent cause first."""
    kinds = _kinds(tally.differences)
    accidents = [f"{count:8}  {cause}" for cause, count in tally.accidents.most_common()]
    return "\n".join(
        (
            f"{len(tally.differences)} of {len(tally.compared)} subexpressions differ, in"
            f" {len(kinds)} ways; at {tally.accidents.total()} others JAX failed by accident",
            *map(str, kinds),
            *accidents,
        )
    )


def _kinds(found: list[Case]) -> list[Case]:
    """The shortest example of each kind of difference."""
    kinds: dict[tuple[object, ...], Case] = {}
    for case in sorted(found, key=lambda case: len(str(case.expression))):
        kinds.setdefault(case.kind, case)
    return [*kinds.values()]
