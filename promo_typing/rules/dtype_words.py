"""Sets of dtypes in words, which complete "it takes ..."."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from promo_typing.core.dtypes import NODES, Kind
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.model import MODES, DtypeSet, Mode, mode_of

_ALL: Final = frozenset(NODES)

_FAMILIES: Final[tuple[tuple[str, frozenset[Kind]], ...]] = (
    ("bool", frozenset({"bool"})),
    ("integers", frozenset({"unsigned", "signed"})),
    ("real floating-point numbers", frozenset({"float"})),
    ("complex numbers", frozenset({"complex"})),
)

_WIDTHS: Final = (4, 8, 16, 32, 64)

_MOST_NAMED: Final = 4
"""The most dtypes of a family that are listed one by one."""

_SETTINGS: Final[dict[frozenset[Mode], str]] = {
    frozenset(mode for mode in MODES if mode.x64): "with x64 on",
    frozenset(mode for mode in MODES if not mode.x64): "with x64 off",
    frozenset(mode for mode in MODES if mode.strict): "under strict promotion",
    frozenset(mode for mode in MODES if not mode.strict): "under standard promotion",
    frozenset({Mode(x64=False, strict=True)}): "under strict promotion with x64 off",
    frozenset({Mode(x64=True, strict=True)}): "under strict promotion with x64 on",
    frozenset({Mode(x64=False, strict=False)}): "under standard promotion with x64 off",
    frozenset({Mode(x64=True, strict=False)}): "under standard promotion with x64 on",
}
"""The words for sets of modes; the modes of other sets are named one by one."""


class _Phrase(NamedTuple):
    """Words for some dtypes of a family.

    Attributes:
        base: the name of a dtype or of a group: ``integers of at least 8 bits``.
        exceptions: the dtypes of the group that are not meant.
    """

    base: str
    exceptions: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The words at the end of a list, where exceptions need no brackets."""
        return f"{self.base} {self._except()}" if self.exceptions else self.base

    def within_a_list(self) -> str:
        """The words inside a list, with exceptions in brackets."""
        return f"{self.base} ({self._except()})" if self.exceptions else self.base

    def _except(self) -> str:
        return f"except {listed(self.exceptions)}"


def listed(words: Iterable[str]) -> str:
    """The words in one text: ``a, b and c``."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def in_words(dtypes: DtypeSet, semantics: Semantics) -> str:
    """Return the members of a set under these settings, in words."""
    return _nodes_in_words(dtypes.nodes(mode_of(semantics)))


def under_all_settings(dtypes: DtypeSet) -> str:
    """Return all members in words, with the settings under which some are missing."""
    every = frozenset(node for node, _ in dtypes.members)
    missing: dict[frozenset[Mode], list[str]] = {}
    for node in NODES:
        modes = frozenset(mode for mode in MODES if (node, mode) not in dtypes.members)
        if node in every and modes:
            missing.setdefault(modes, []).append(node)
    words = _nodes_in_words(every)
    exceptions = [
        f"{_nodes_in_words(frozenset(nodes))} {_settings(modes)}"
        for modes, nodes in missing.items()
    ]
    return f"{words}, except {', and '.join(exceptions)}" if exceptions else words


def _settings(modes: frozenset[Mode]) -> str:
    if len(modes) == len(MODES) - 1:
        return f"other than {_SETTINGS[frozenset(MODES) - modes]}"
    return _SETTINGS.get(modes) or " or ".join(
        _SETTINGS[frozenset({mode})] for mode in MODES if mode in modes
    )


@cache
def _nodes_in_words(nodes: frozenset[str]) -> str:
    """Return the shorter text: the members, or ``any dtype but`` the others."""
    if nodes == _ALL:
        return "any dtype"
    if not nodes:
        return "no dtype"
    members = listed(_members(nodes))
    others = f"any dtype but {listed(_members(_ALL - nodes))}"
    return min(members, others, key=len)


def _members(nodes: frozenset[str]) -> list[str]:
    """The words for the members, family by family; the last one needs no brackets."""
    *others, last = _by_family(nodes)
    return [*(each.within_a_list() for each in others), str(last)]


def _by_family(nodes: frozenset[str]) -> Iterator[_Phrase]:
    for name, kinds in _FAMILIES:
        family = frozenset(node.name for node in NODES.values() if node.kind in kinds)
        if members := nodes & family:
            yield from _of_family(name, family, members)


def _of_family(name: str, family: frozenset[str], members: frozenset[str]) -> Sequence[_Phrase]:
    """The shortest words for members of a family: all, by width, with exceptions, or one by one."""
    own = [_Phrase(each) for each in sorted(members, key=list(NODES).index)]
    choices = [own] if len(own) <= _MOST_NAMED else []
    for base, whole in _phrases(name, family):
        missing = sorted(whole - members, key=list(NODES).index)
        if members <= whole and len(missing) <= len(whole) // 2:
            exceptions = ["weak ones" if NODES[each].weak else each for each in missing]
            choices.append([_Phrase(base, tuple(exceptions))])
    return min(choices, key=lambda phrases: len(", ".join(map(str, phrases))), default=own)


def _phrases(name: str, family: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
    yield name, family
    strong = frozenset(node for node in family if not NODES[node].weak)
    for bits in _WIDTHS:
        below = frozenset(node for node in strong if NODES[node].bits < bits)
        if below and below != strong:
            yield f"{name} of fewer than {bits} bits", below
            yield f"{name} of at least {bits} bits", family - below
