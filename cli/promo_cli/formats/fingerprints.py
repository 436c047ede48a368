"""Fingerprints by which services recognise a finding after its line has moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256

from promo_cli.finding import Finding
from promo_cli.source import source

_LENGTH = 32


def fingerprints(findings: Iterable[Finding]) -> list[str]:
    """Return a text for each finding, different ones for all findings of a run.

    It follows from the file, the code, and what the line says, not from the number of the line or
    from the message, which another version may put in other words. Where the same is found in the
    same line more than once, they are counted.
    """
    seen: Counter[tuple[str, ...]] = Counter()
    result = []
    for found in findings:
        line = "" if found.span is None else source(found.file).line(found.span.line)
        identity = (found.file, found.code or "", found.severity, line.strip())
        words = "\0".join((*identity, str(seen[identity])))
        seen[identity] += 1
        result.append(sha256(words.encode(errors="surrogateescape")).hexdigest()[:_LENGTH])
    return result
