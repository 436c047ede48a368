"""The meaning of each error code, and the page that documents it."""

from __future__ import annotations

from dataclasses import dataclass

from mypy.errorcodes import error_codes
from mypy.errors import BASE_RTD_URL

from promo_cli.project_metadata import project_url
from promo_mypy.errorcodes import CATEGORY


@dataclass(frozen=True, slots=True)
class HelpPage:
    """The help for an error code; ``url`` is None if no page about it is known."""

    summary: str
    text: str
    markdown: str
    url: str | None


def help_page(code: str) -> HelpPage:
    """Return the help for a code of the plugin or of mypy."""
    known = error_codes.get(code)
    summary = known.description if known else "What mypy reports without an error code"
    silence = f"# type: ignore[{code}]" if known else "# type: ignore"
    return HelpPage(
        summary,
        f"{summary}. To accept it in one place, write {silence} at the end of the line.",
        f"{summary}. To accept it in one place, write `{silence}` at the end of the line.",
        _url(code),
    )


def _url(code: str) -> str | None:
    known = error_codes.get(code)
    if known is None:
        return None
    if known.category == CATEGORY:
        return project_url("Documentation")
    return f"{BASE_RTD_URL}-{code}"
