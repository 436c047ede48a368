"""Which of JAX's two kinds of keys a program makes.

``jax.random.PRNGKey`` makes keys that are arrays of uint32, ``jax.random.key`` makes keys of a
dtype of their own. Most programs use only one of these functions. Then every key is of that kind,
also one that comes in a parameter of unknown type.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from mypy.checker import TypeChecker

from promo_mypy.inference.connected import Parts
from promo_mypy.inference.source_code import OverSources, codes
from promo_typing.core.dtypes import PRNG_KEY
from promo_typing.core.program_files import is_program_file

_RAW: Final = "uint32"
_SIGNS: Final = {
    _RAW: re.compile(r"\bPRNGKey\s*\(|[(,=]\s*(?:\w+\.)*PRNGKey\b|\bPRNGSequence\b"),
    PRNG_KEY: re.compile(
        r"\.key\s*\(|\b(?:j|jax_?)?(?:r|rnd|rand|random)\.key\b"
        r"|\bfrom\s+jax\.random\s+import\s*(?:\([^)]*|[^\n(]*)\bkey\b"
        r"|wrap_key_data|custom_prng|key_impl|\bnnx\b|\bRngs\b"
    ),
}
"""What programs write that make keys of a kind. ``nnx.Rngs`` makes keys, too."""


class KeyKinds:
    """Searches the source of a part of the program, and the unchecked files beside it."""

    def __init__(self, parts: Parts) -> None:
        """Take the parts of the program."""
        self._sources = OverSources(parts, _made_in)

    def of(self, caller: TypeChecker) -> str | None:
        """Return the only dtype of the program's keys; None if there may be several."""
        if not is_program_file(caller.path):
            return None
        found = frozenset[str]().union(*self._sources.of(caller))
        return next(iter(found)) if len(found) == 1 else None


def made_by(code: str) -> frozenset[str]:
    """Return the dtypes of the keys that source code may make."""
    return frozenset(dtype for dtype, sign in _SIGNS.items() if sign.search(code))


def _made_in(paths: Iterable[Path]) -> frozenset[str]:
    """The dtypes of keys in files; all of them if a file cannot be read."""
    found = (frozenset(_SIGNS) if code is None else made_by(code) for code in codes(paths))
    return frozenset[str]().union(*found)
