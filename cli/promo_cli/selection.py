"""Selects the findings about dtypes: our own, and mypy's about types with different dtypes.

All other errors of mypy are only counted: the project's own type checker reports them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from typing import Final, NamedTuple, TypeAlias

from mypy import errorcodes as mypy_codes

from promo_cli.declared import Declared
from promo_cli.dtype_difference import differ, is_dtype, parsed
from promo_cli.finding import Finding
from promo_cli.remarks import Remarked, is_revealed, with_notes
from promo_cli.signatures import signature
from promo_mypy.errorcodes import own_codes

_COMPARING: Final = frozenset(
    code.code
    for code in (
        *(mypy_codes.ARG_TYPE, mypy_codes.ASSIGNMENT, mypy_codes.RETURN_VALUE, mypy_codes.OVERRIDE),
        *(mypy_codes.LIST_ITEM, mypy_codes.DICT_ITEM, mypy_codes.TYPEDDICT_ITEM, mypy_codes.INDEX),
        *(mypy_codes.OPERATOR, mypy_codes.CALL_OVERLOAD, mypy_codes.TYPE_VAR, mypy_codes.MISC),
        *(mypy_codes.COMPARISON_OVERLAP, mypy_codes.ASSERT_TYPE, mypy_codes.MUTABLE_OVERRIDE),
    )
)
"""The codes of mypy's errors that name a found and an expected type; ``misc`` is for ``yield``."""

_QUOTED: Final = re.compile(r'"([^"]*)"')
_NO_OVERLOAD: Final = re.compile(r"No overload variant .*? argument types? (?P<types>.*)")
_OVERRIDDEN: Final = re.compile(r'Argument \d+ of .*supertype defines the argument type as "(.*)"')
_TYPE_VARIABLE: Final = re.compile(r'Value of type variable "(.*?)" of .* cannot be "(.*)"')
_Pair: TypeAlias = tuple[ast.expr, ast.expr]


class Selection(NamedTuple):
    """The findings about dtypes, and the number of mypy's other errors."""

    findings: list[Finding]
    others: int


def select(findings: Iterable[Finding], declared: Declared) -> Selection:
    """Return the findings about dtypes, with their notes."""
    shown: list[Finding] = []
    others = 0
    for each in with_notes(findings):
        if _is_about_dtypes(each, declared):
            shown += each.all
        else:
            others += each.finding.is_error
    return Selection(shown, others)


def _is_about_dtypes(reported: Remarked, declared: Declared) -> bool:
    first = reported.finding
    if first.code in own_codes():
        return True
    if not first.is_error:
        return is_revealed(first)
    is_about = first.code in _COMPARING and (
        any(differ(*pair, declared.ancestors) for pair in _compared(reported, declared))
        or _is_wrong_dtype(first, declared)
    )
    return is_about and not declared.holds(first)


def _is_wrong_dtype(found: Finding, declared: Declared) -> bool:
    """Whether an error says that a type variable does not allow a dtype."""
    match = _TYPE_VARIABLE.match(found.message)
    typ = parsed(match[2]) if match else None
    return typ is not None and is_dtype(typ, declared.ancestors)


def _compared(reported: Remarked, declared: Declared) -> Iterator[_Pair]:
    """Pairs of types from a message: the found type and the expected one."""
    first = reported.finding
    signatures = [each for note in reported.notes if (each := signature(note.message))]
    if (match := _NO_OVERLOAD.match(first.message)) is not None:
        for each in signatures:
            yield from _both(_quoted(match["types"]), each.parameters)
    elif (match := _OVERRIDDEN.match(first.message)) is not None:
        yield from _both(map(parsed, declared.parameter(first)), [parsed(match[1])])
    elif (match := _TYPE_VARIABLE.match(first.message)) is not None:
        for allowed in declared.allowed(first.file, match[1]):
            yield from _both([parsed(match[2])], [parsed(allowed)])
    else:
        yield from combinations([each for each in _quoted(first.message) if each is not None], 2)
        for one, other in pairwise(signatures):
            yield from _both(one.parameters, other.parameters)
            yield from _both([one.result], [other.result])


def _quoted(text: str) -> list[ast.expr | None]:
    return [parsed(each) for each in _QUOTED.findall(text)]


def _both(found: Iterable[ast.expr | None], expected: Iterable[ast.expr | None]) -> Iterator[_Pair]:
    for one, other in zip(found, expected, strict=False):
        if one is not None and other is not None:
            yield one, other
