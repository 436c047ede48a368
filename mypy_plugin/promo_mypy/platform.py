"""Makes mypy choose the plain declarations of the stubs, with a single signature each.

The stubs spell the rules out as overloads for type checkers that do not know them. mypy takes
seconds to read these and 1.5 ms to resolve the ones of one operator, and the plugin knows the
dtype anyway. The stubs ask for ``sys.platform``, which every type checker decides before it looks
any further, and mypy lets each module have a platform of its own.
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

    What the configuration itself says about these modules stays.
    """
    sections = options.per_module_options
    # mypy's daemon compares the old object with that of the next run, so it must not change.
    options.per_module_options = {**sections, _MODULES: {**sections.get(_MODULES, {}), **_CHANGE}}
    # The codes that are disabled everywhere are in each section, too, if they are known before.
    options.process_error_codes(error_callback=lambda _: None)
    # Where mypy has looked for the modules of a package, it has put the sections in order already.
    options.build_per_module_cache()
    # Else mypy would warn about the section in a program that does not import JAX.
    options.clone_for_module(JAX_PACKAGE)
