"""The findings of a body: the call is described only if there is one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from mypy.errorcodes import RETURN_VALUE, ErrorCode
from mypy.errors import ErrorInfo

from promo_mypy.errorcodes import DTYPE_PROMOTION
from promo_mypy.inference.findings import findings


def an_error(code: ErrorCode) -> ErrorInfo:
    return cast(ErrorInfo, SimpleNamespace(code=code))


def described(*codes: ErrorCode) -> tuple[list[str], int]:
    """The descriptions of the findings, and how often the call was described."""
    asked: list[None] = []

    def describe() -> str:
        asked.append(None)
        return "called at a.py:3"

    found = findings("model.py", map(an_error, codes), describe)
    return [each.call for each in found], len(asked)


def test_no_call_is_described_without_a_finding() -> None:
    assert described(RETURN_VALUE) == ([], 0)


def test_a_call_is_described_once() -> None:
    codes = (DTYPE_PROMOTION, RETURN_VALUE, DTYPE_PROMOTION)
    assert described(*codes) == (["called at a.py:3"] * 2, 1)
