"""The output of ``promo reveal --unknown``: where dtypes are lost, and why."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.text import Text

from promo_cli.console import output, write
from promo_cli.formats.json_report import SCHEMA, span_data
from promo_cli.source import source

if TYPE_CHECKING:
    from promo_cli.causes import Cause
    from promo_cli.expressions import ArrayExpression
    from promo_cli.finding import Span


class Loss(NamedTuple):
    """A place where a dtype is lost."""

    span: Span
    cause: Cause


def first(expressions: Iterable[ArrayExpression]) -> list[Loss]:
    """Return the first place of each cause."""
    losses: dict[Cause, Loss] = {}
    for each in expressions:
        if each.cause is not None:
            losses.setdefault(each.cause, Loss(each.span, each.cause))
    return list(losses.values())


def _write_text(path: str, losses: Sequence[Loss]) -> None:
    if not losses:
        output().print(Text(f"{path}: no dtype is lost"))
    for span, cause in losses:
        text = source(path).text(span)
        output().print(Text(f"{path}:{span.line}:{span.column}: {text}: {cause}"))


def _write_json(path: str, losses: Sequence[Loss]) -> None:
    items = [
        {
            **span_data(span),
            "text": source(path).text(span),
            "kind": cause.kind.name.lower(),
            "subject": cause.subject,
            "message": str(cause),
        }
        for span, cause in losses
    ]
    data = {"schema": SCHEMA, "file": path, "unknown": items}
    write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")


FORMATS: Final[dict[str, Callable[[str, Sequence[Loss]], None]]] = {
    "text": _write_text,
    "json": _write_json,
}
