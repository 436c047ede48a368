"""Makes mypy choose the plain declarations of the stubs, with a single signature each.

For type checkers without a plugin, the stubs spell the rules out as overloads. mypy takes seconds
to read these, and 1.5 ms to resolve those of one operator, while the plugin knows the dtype anyway.
So the stubs have plain declarations under a test of ``sys.platform``, which type checkers decide
first, and mypy can set a platform for each module.
"""

from __future__ import annotations

from typing import Final

from mypy.options import Options

from promo_mypy.fullnames import JAX_PACKAGE
from promo_typing.core.stub_names import PLUGIN_PLATFORM

_MODULES: Final = f"{JAX_PACKAGE}.*"
_CHANGE: Final[dict[str, object]] = {"platform": PLUGIN_PLATFORM}


def choose_plain_declarations(options: Options) -> None:
    """Add a section for JAX's modules to mypy's options.

    Other options that the configuration sets for these modules stay.
    """
    sections = options.per_module_options
    # mypy's daemon compares this object with that of the next run. So it is replaced, not changed.
    options.per_module_options = {**sections, _MODULES: {**sections.get(_MODULES, {}), **_CHANGE}}
    # This copies the codes that are disabled everywhere into the new section.
    options.process_error_codes(error_callback=lambda _: None)
    # mypy may have built its cache of sections already, when it searched for modules.
    options.build_per_module_cache()
    # This marks the section as used: else mypy warns about it if the program does not import JAX.
    options.clone_for_module(JAX_PACKAGE)
