"""Imports of libraries without types, of which ``promo check`` reads some modules all the same.

To mypy itself ``import optax`` is an error unless a comment ignores it. Here it is none, so mypy
calls the comment unused, but the program needs it.
"""

from __future__ import annotations

from typing import Final

from mypy.errorcodes import UNUSED_IGNORE

from promo_cli.finding import Finding
from promo_cli.source import source
from promo_typing.core.library_sources import imported

_CODE: Final = UNUSED_IGNORE.code


def is_needed_comment(found: Finding) -> bool:
    """Whether mypy calls the comment after such an import unused."""
    if found.code != _CODE or found.span is None:
        return False
    return any(imported(source(found.file).line(found.span.line)))
