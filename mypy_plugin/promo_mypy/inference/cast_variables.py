"""Whether a program may change the dtypes of flax's variables after they are made.

``nnx.update(model, jax.tree.map(narrow, state))`` casts all variables and names none of them. So a
program that casts trees and puts variables back may do that. With flax.linen, to cast trees is
enough: the program itself passes the parameters to the modules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import MypyFile

from promo_mypy.inference.connected import ByPart, Parts
from promo_mypy.inference.tree_casts import TreeCasts
from promo_mypy.types.syntax_trees import source_of
from promo_typing.core.file_texts import text_path
from promo_typing.core.program_files import is_program_file

_PUTTING_BACK: Final = re.compile(r"\bnnx\.(?:update|merge|replace_by_pure_dict)\b|\bset_value\(")
_RESTORING: Final = re.compile(r"\brestore\b|\bfrom_(?:bytes|state_dict|pure_dict)\b|safetensors")
_REPLACING: Final = re.compile(
    r"\[\s*\.\.\.\s*\]\s*=(?!=)|\.(?:raw_)?value\s*=(?!=)|\bset_(?:raw_)?value\(|\bsetattr\("
    r"|(?<!\bself)\.(?:kernel|bias|scale|embedding)\s*=(?!=)"
)
"""Statements that put another array in the place of the one in a variable."""
_FROM_OUTSIDE: Final = re.compile(
    r"from_pretrained|\bhf_hub|snapshot_download|torch\.load|\bsafe_open\b|\bnp\.load|\bpickle\b"
    r"|\bmsgpack|\borbax\b|\bgguf\b|\bload_\w*(?:params|weights|state|checkpoint)"
)
"""Signs of parameters that another program has saved."""


class CastVariables:
    """Searches the source of a part of the program for code that casts variables."""

    def __init__(self, parts: Parts) -> None:
        """Take the parts of the program."""
        self._of_parts = ByPart(parts, _puts_back)
        self._of_parameters = ByPart(parts, _casts)
        self._replaced = ByPart(parts, _replaces)

    def of(self, caller: TypeChecker) -> bool:
        """Whether the program may change the dtypes of variables of flax.nnx."""
        return self._of_parts.of(caller)

    def are_kept(self, caller: TypeChecker) -> bool:
        """Whether the variables in layers of flax.nnx keep the dtypes they were made with."""
        return not self.of(caller) and not self._replaced.of(caller)

    def of_parameters(self, caller: TypeChecker) -> bool:
        """Whether the program may change the dtypes of parameters of flax.linen."""
        return self._of_parameters.of(caller)


def _puts_back(part: Sequence[MypyFile]) -> bool:
    return _has(part, _PUTTING_BACK) and _casts(part)


def _casts(part: Sequence[MypyFile]) -> bool:
    """Whether the part casts or restores trees; a file that Python cannot parse may do so."""
    sources = [source_of(path).nodes for path in _paths(part)]
    if not all(sources) or _has(part, _RESTORING):
        return True
    return TreeCasts([*chain.from_iterable(sources)]).exist()


def _replaces(part: Sequence[MypyFile]) -> bool:
    return _has(part, _REPLACING) or _has(part, _FROM_OUTSIDE)


def _has(part: Sequence[MypyFile], pattern: re.Pattern[str]) -> bool:
    """Whether the pattern is found in some file of the part."""
    paths = map(Path, map(text_path, _paths(part)))
    texts = (each.read_text(encoding="utf-8", errors="replace") for each in paths if each.is_file())
    return any(map(pattern.search, texts))


def _paths(part: Sequence[MypyFile]) -> list[str]:
    return [each.path for each in part if is_program_file(each.path)]
