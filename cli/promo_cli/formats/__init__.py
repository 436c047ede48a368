"""The output formats of ``promo check``, one in each module."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from promo_cli.formats.github import write_github
from promo_cli.formats.gitlab import write_gitlab
from promo_cli.formats.json_report import write_json
from promo_cli.formats.junit import write_junit
from promo_cli.formats.sarif import write_sarif
from promo_cli.formats.text import write_text

if TYPE_CHECKING:
    from promo_cli.mypy_run import Run

FORMATS: Final[dict[str, Callable[[Run], None]]] = {
    "text": write_text,
    "json": write_json,
    "github": write_github,
    "sarif": write_sarif,
    "junit": write_junit,
    "gitlab": write_gitlab,
}
