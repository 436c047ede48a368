"""Names of modules: the packages around a module, and closures of relations between modules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator


def with_packages(names: Iterable[str]) -> Iterator[str]:
    """Yield the names of modules, and those of the packages around them: for ``a.b`` also ``a``."""
    for name in names:
        parts = name.split(".")
        yield from (".".join(parts[:end]) for end in range(1, len(parts) + 1))


def closed(names: Iterable[str], following: Callable[[str], Iterable[str]]) -> frozenset[str]:
    """Return these names, and all that are reached by following names again and again."""
    found, rest = set[str](), [*names]
    while rest:
        name = rest.pop()
        if name not in found:
            found.add(name)
            rest += following(name)
    return frozenset(found)
