"""Options of mypy that are set for a check of dtypes, unless the configuration states them.

JAX code often has no annotations, and assigns arrays of different dtypes to one variable. By
default mypy keeps the first type of a variable, which would be the wrong dtype from then on.
"""

from __future__ import annotations

import contextlib
import io
from typing import Final

from mypy.config_parser import parse_config_file
from mypy.options import Options

_IS_BEFORE_MYPY_2: Final = hasattr(Options(), "allow_redefinition_new")
_REDEFINITION: Final = "allow_redefinition_new" if _IS_BEFORE_MYPY_2 else "allow_redefinition"
"""The option under which an assignment may change a variable's type."""
_OTHER_REDEFINITION: Final = "allow_redefinition" if _IS_BEFORE_MYPY_2 else "allow_redefinition_old"
"""The older option, which holds only within a block; mypy refuses both together."""
_LOCAL: Final = "local_partial_types"
"""An option that the new one requires."""
_UNTYPED: Final = "check_untyped_defs"


def looser_options(options: Options) -> dict[str, object]:
    """Return the project's values of the options that ``loosen`` sets."""
    return {name: getattr(options, name) for name in (_UNTYPED, _LOCAL, _REDEFINITION)}


def loosen(options: Options) -> None:
    """Make mypy check functions without annotations, and let assignments change a dtype."""
    wanted = _unless_stated(options.config_file)
    options.check_untyped_defs = wanted.check_untyped_defs
    is_refused = getattr(wanted, _OTHER_REDEFINITION, False) or not wanted.local_partial_types
    if getattr(wanted, _REDEFINITION) and not is_refused:
        setattr(options, _REDEFINITION, True)
        options.local_partial_types = True


def _unless_stated(config_file: str | None) -> Options:
    """Options with these three on, except where the configuration says otherwise."""
    wanted = Options()
    for name in (_UNTYPED, _LOCAL, _REDEFINITION):
        setattr(wanted, name, True)
    with contextlib.redirect_stdout(io.StringIO()) as said:
        parse_config_file(wanted, lambda: None, config_file, said, said)
    return wanted
