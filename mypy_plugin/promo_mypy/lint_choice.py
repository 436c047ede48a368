"""Has mypy enable the lints that the settings choose.

Each lint is an error code of mypy, so ``disable_error_code`` and ``enable_error_code`` of the
project, of its per-module sections and of comments go before what is chosen here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mypy.options import Options

from promo_mypy.errorcodes import LINT_CODES
from promo_typing.core.lints import LintChoice, LintSet, lints_in


def choose_lints(options: Options, choice: LintChoice) -> None:
    """Change the options as a configuration file could.

    Not after mypy's cache of options for each module was made.
    """
    # mypy turns names into codes only after the plugins are loaded, and codes that are enabled then
    # win. The names are left alone: mypy applies those again to each module, and they would win
    # over what its section disables.
    chosen = lints_in(choice.everywhere).difference(options.disable_error_code)
    options.enabled_error_codes |= {LINT_CODES[name] for name in chosen}
    sections = options.per_module_options
    # mypy's daemon compares the old object with that of the next run, so it must not change.
    options.per_module_options = {
        **sections,
        **{
            pattern: {**sections.get(pattern, {}), **_codes(options, name, sections.get(pattern))}
            for pattern, name in choice.modules.items()
        },
    }


def _codes(options: Options, name: LintSet, section: Any) -> dict[str, object]:
    """The names that a section for modules enables and disables."""
    given = section or {}
    enabled: Iterable[str] = given.get("enable_error_code", options.enable_error_code)
    disabled: Iterable[str] = given.get("disable_error_code", options.disable_error_code)
    chosen = lints_in(name)
    return {
        "enable_error_code": [*enabled, *sorted(chosen.difference(disabled))],
        "disable_error_code": [*disabled, *sorted({*LINT_CODES} - chosen.union(enabled))],
    }
