"""Fingerprints by which services recognise a finding after its line has moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256

from promo_cli.finding import Finding
from promo_cli.source import source

_LENGTH = 32


def fingerprints(findings: Iterable[Finding]) -> list[str]:
    """Return a fingerprint for each finding of a run; no two are equal.

    A fingerprint depends on the file, the code and the text of the line. It does not depend on the
    line's number, nor on the message, whose words may change between versions. Equal findings in
    equal lines are numbered.
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
