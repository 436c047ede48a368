"""Whether a program may give the variables of flax arrays of another dtype than they had.

``nnx.update(model, jax.tree.map(lambda p: p.astype(jnp.bfloat16), state))`` casts all of them, and
names none. The parameters of flax.linen are handed on by the program, and need not be put back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import MypyFile

from promo_mypy.inference.connected import ByPart, Parts
from promo_typing.core.file_texts import text_path
from promo_typing.core.program_files import is_program_file

_PUTTING_BACK: Final = re.compile(r"\bnnx\.(?:update|merge|replace_by_pure_dict)\b|\bset_value\(")
_CASTING: Final = re.compile(
    r"(?:\bmap|tree_?map\w*|map_state)\s*\((?s:.{0,200}?)(?:astype|convert_element_type|cast|dtype)"
    r"|\brestore\b|\bfrom_(?:bytes|state_dict|pure_dict)\b|safetensors"
)


class CastVariables:
    """Searches a part of the program for what casts variables, and puts them back."""

    def __init__(self, parts: Parts) -> None:
        """Take the parts of the program."""
        self._of_parts = ByPart(parts, _puts_back)
        self._of_parameters = ByPart(parts, _casts)

    def of(self, caller: TypeChecker) -> bool:
        """Whether variables of flax.nnx may have another dtype than the one they were made with."""
        return self._of_parts.of(caller)

    def of_parameters(self, caller: TypeChecker) -> bool:
        """Whether parameters of flax.linen may."""
        return self._of_parameters.of(caller)


def _puts_back(part: Sequence[MypyFile]) -> bool:
    return _has(part, _PUTTING_BACK, _CASTING)


def _casts(part: Sequence[MypyFile]) -> bool:
    return _has(part, _CASTING)


def _has(part: Sequence[MypyFile], *patterns: re.Pattern[str]) -> bool:
    """Whether each of the patterns is found in some file."""
    paths = (Path(text_path(each.path)) for each in part if is_program_file(each.path))
    texts = [each.read_text(encoding="utf-8", errors="replace") for each in paths if each.is_file()]
    return all(any(map(each.search, texts)) for each in patterns)
