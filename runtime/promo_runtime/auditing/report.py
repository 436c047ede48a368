"""The report of an audit: conversions, findings, and their costs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from dataclasses import dataclass, field

from promo_runtime.auditing.choice import EVERY_LINT, is_reported
from promo_runtime.auditing.conversion import Conversion, Flag, Origin
from promo_typing.core.lints import LINT_SETS, LINTS, LintChoice


@dataclass(frozen=True, slots=True)
class Report:
    """All conversions of a function, the most expensive first, and the lints that are enabled."""

    conversions: tuple[Conversion, ...]
    lints: LintChoice = field(default_factory=LintChoice)

    @property
    def implicit(self) -> tuple[Conversion, ...]:
        """The conversions that nobody requested."""
        return tuple(c for c in self.conversions if c.origin is Origin.IMPLICIT)

    @property
    def findings(self) -> tuple[Conversion, ...]:
        """The implicit conversions that are errors or have an enabled lint."""
        return self._reported(self.lints)

    @property
    def counted_findings(self) -> list[tuple[Conversion, int]]:
        """The findings with their counts; findings with the same text are counted together."""
        return _counted(self.findings, _line)

    @property
    def counted_conversions(self) -> list[tuple[Conversion, int]]:
        """The distinct conversions with their counts."""
        return _counted(self.conversions, lambda found: found)

    @property
    def bytes(self) -> int:
        """The bytes that a call reads and writes for the findings."""
        return sum(found.bytes for found in self.findings)

    def violations(
        self, *, max_bytes: int | None = None, forbid: Collection[Flag] = ()
    ) -> tuple[str, ...]:
        """Return the violations of limits in words.

        Args:
            max_bytes: the most bytes that a call may read and write for findings.
            forbid: flags that no implicit conversion may have, whatever lints are enabled. A line
                with an ignore comment for the code of the conversion is exempt.
        """
        broken = [
            f"{_line(found, count)}: {flag.value} is forbidden"
            for found, count in _counted(self._reported(EVERY_LINT), _line)
            for flag in sorted(found.flags & set(forbid), key=lambda flag: flag.value)
        ]
        if max_bytes is not None and self.bytes > max_bytes:
            broken.append(f"implicit conversions move {self.bytes} bytes, allowed are {max_bytes}")
        return tuple(broken)

    def __str__(self) -> str:
        lines = [_line(found, count) for found, count in self.counted_findings]
        return "\n".join([*lines, self._total()])

    def _reported(self, lints: LintChoice) -> tuple[Conversion, ...]:
        return tuple(found for found in self.implicit if is_reported(found, lints))

    def _total(self) -> str:
        findings, every = self.findings, self._reported(EVERY_LINT)
        noun = "implicit conversion" if len(findings) == 1 else "implicit conversions"
        total = f"{len(findings)} {noun}, {self.bytes} bytes a call"
        left_out = [LINTS[each.code].smallest_set for each in every if each.code in LINTS]
        if len(every) == len(findings):
            return total
        smallest = max(left_out, key=LINT_SETS.index)
        return f"{total} ({len(every) - len(findings)} more with the lints {smallest!r})"


def _counted(
    conversions: Iterable[Conversion], key: Callable[[Conversion], Hashable]
) -> list[tuple[Conversion, int]]:
    """The first conversion for each key, with the number of conversions that have it.

    The conversions that together are the most expensive come first.
    """
    groups: dict[Hashable, list[Conversion]] = {}
    for found in conversions:
        groups.setdefault(key(found), []).append(found)
    costliest = sorted(groups.values(), key=lambda each: -sum(found.bytes for found in each))
    return [(each[0], len(each)) for each in costliest]


def _line(found: Conversion, count: int = 1) -> str:
    """The line for a conversion, or for several that read the same."""
    where = "(unknown)" if found.place is None else f"{found.place.file}:{found.place.line}"
    flags = ", ".join(sorted(flag.value for flag in found.flags))
    weak = "weak " if found.weak else ""
    trips = f" x {found.trips}" if found.trips != 1 else ""
    often = "" if found.is_bounded else " an iteration"
    times = f", {count} times" if count != 1 else ""
    return (
        f"{where}: {found.operation}: {weak}{found.source} -> {found.target} ({flags}), "
        f"{found.elements} elements{trips}, {found.bytes} bytes{often}{times}  [{found.code}]"
    )
