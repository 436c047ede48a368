"""What an audit found."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from promo_runtime.auditing.conversion import Conversion, Flag, Origin


@dataclass(frozen=True, slots=True)
class Report:
    """All conversions of a function, the most expensive first."""

    conversions: tuple[Conversion, ...]

    @property
    def implicit(self) -> tuple[Conversion, ...]:
        """Those that nobody wrote."""
        return tuple(c for c in self.conversions if c.origin is Origin.IMPLICIT)

    @property
    def findings(self) -> tuple[Conversion, ...]:
        """Those that nobody wrote and that are not harmless."""
        return tuple(c for c in self.implicit if Flag.HARMLESS not in c.flags)

    @property
    def bytes(self) -> int:
        """What the findings read and write in a call."""
        return sum(found.bytes for found in self.findings)

    def violations(
        self, *, max_bytes: int | None = None, forbid: Collection[Flag] = ()
    ) -> tuple[str, ...]:
        """Return in words what is over budget; empty if nothing is."""
        broken = [
            f"{_line(found)}: {flag.value} is forbidden"
            for found in self.findings
            for flag in sorted(found.flags & set(forbid), key=lambda flag: flag.value)
        ]
        if max_bytes is not None and self.bytes > max_bytes:
            broken.append(f"implicit conversions move {self.bytes} bytes, allowed are {max_bytes}")
        return tuple(broken)

    def __str__(self) -> str:
        lines = [_line(found) for found in self.findings]
        total = f"{len(lines)} implicit conversions, {self.bytes} bytes a call"
        return "\n".join([*lines, total])


def _line(found: Conversion) -> str:
    where = "(unknown)" if found.place is None else f"{found.place.file}:{found.place.line}"
    flags = ", ".join(sorted(flag.value for flag in found.flags))
    weak = "weak " if found.weak else ""
    times = f" x {found.trips}" if found.trips != 1 else ""
    often = "" if found.is_bounded else " an iteration"
    return (
        f"{where}: {found.operation}: {weak}{found.source} -> {found.target}, "
        f"{found.elements} elements{times}, {found.bytes} bytes{often}  [{flags}]"
    )
