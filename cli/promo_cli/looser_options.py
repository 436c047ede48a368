"""Options of mypy that are set for a check of dtypes, unless the configuration states them.

Usual code of JAX has no annotations, and gives a variable arrays of one dtype after the other.
mypy holds a variable to its first type and goes on with that, which no array then has.
"""

from __future__ import annotations

import contextlib
import io
from typing import Final

from mypy.config_parser import parse_config_file
from mypy.options import Options

_IS_BEFORE_MYPY_2: Final = hasattr(Options(), "allow_redefinition_new")
_REDEFINITION: Final = "allow_redefinition_new" if _IS_BEFORE_MYPY_2 else "allow_redefinition"
"""The option that lets a variable get another type."""
_OTHER_REDEFINITION: Final = "allow_redefinition" if _IS_BEFORE_MYPY_2 else "allow_redefinition_old"
"""An older one for blocks alone; mypy takes one of the two."""
_LOCAL: Final = "local_partial_types"
"""What the new one needs."""
_UNTYPED: Final = "check_untyped_defs"


def looser_options(options: Options) -> dict[str, object]:
    """Return what a project says of the options that ``loosen`` sets."""
    return {name: getattr(options, name) for name in (_UNTYPED, _LOCAL, _REDEFINITION)}


def loosen(options: Options) -> None:
    """Check functions without annotations, and let variables get arrays of other dtypes."""
    wanted = _unless_stated(options.config_file)
    options.check_untyped_defs = wanted.check_untyped_defs
    is_refused = getattr(wanted, _OTHER_REDEFINITION, False) or not wanted.local_partial_types
    if getattr(wanted, _REDEFINITION) and not is_refused:
        setattr(options, _REDEFINITION, True)
        options.local_partial_types = True


def _unless_stated(config_file: str | None) -> Options:
    """Options that are on but for what a configuration says of them."""
    wanted = Options()
    for name in (_UNTYPED, _LOCAL, _REDEFINITION):
        setattr(wanted, name, True)
    with contextlib.redirect_stdout(io.StringIO()) as said:
        parse_config_file(wanted, lambda: None, config_file, said, said)
    return wanted
