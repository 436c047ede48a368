"""Starts the recording, and then runs the ``sitecustomize`` that this one hides."""

from __future__ import annotations

import sys
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from os.path import dirname, realpath


def _record() -> None:
    """Start recording; if that fails, the program runs unrecorded."""
    try:
        from promo_recorder import session

        session.start()
    except Exception as error:
        print(f"promo: warning: this process is not recorded: {error}", file=sys.stderr)


def _go_on() -> None:
    """Run the hidden ``sitecustomize``, and remove this folder from the path."""
    here = dirname(realpath(__file__))
    sys.path[:] = [each for each in sys.path if realpath(each) != here]
    hidden = PathFinder.find_spec(__name__, sys.path)
    if hidden is not None and hidden.loader is not None:
        module = module_from_spec(hidden)
        sys.modules[__name__] = module
        hidden.loader.exec_module(module)


_record()
_go_on()
