"""Whether float32 is the only dtype of floats that a program uses.

Parameters of layers come out of files, optimizers and trees, where no type tells their dtype. But
without x64, a program must ask somewhere for any float other than float32: by its name, or by a
value that comes from outside. A program that does neither computes in float32 alone, unless it has
integers of fewer than 8 bits: JAX promotes these to narrower floats.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from mypy.checker import TypeChecker

from promo_mypy.inference.connected import Parts
from promo_mypy.inference.source_code import OverSources, code_in, codes
from promo_typing.core.program_files import is_program_file

_SILENT: Final = re.compile(
    r"""\b(?:has|get)attr\(\s*[\w.]+\s*,\s*['"]dtype['"]"""
    r"""|\b(?:config\.|read\(['"])jax_enable_x64(?!['"\w]*\s*[=,](?!=))"""
)
"""Code that only asks about the dtype of a value, or about x64."""
_OF_JAX: Final = re.compile(r"jax|flax|haiku|equinox|optax")
_OF_TORCH: Final = re.compile(r"\btorch(?:\.\w+)+|\.half\(\)|\b\w*state_dict\(")
"""Dtypes and parameters of PyTorch, in a file without JAX."""
_OF_OTHER_WIDTH: Final = (
    r"(?i:(?:float|fp|bf)_?(?:8|16|128)(?!\d))",
    r"(?i:(?:float|(?<![a-z0-9])fp)_?[46](?![a-z0-9]))",
    r"\bf16\b|['\"][<>=|]?f2\b",
    r"(?i:(?<![a-z0-9])e\dm\d)",
    r"\bu?int[124]\b",
    r"\.half\b|['\"]half['\"]|\bimport\b.*\bhalf\b",
    r"""\bjax_enable_x64\b(?!['"]?\s*[,=]\s*False\b)|(?<![\w.])enable_x64\b|\.enable_x64\(""",
    r"JAX_ENABLE_X64",
    r"\bjmp\b|mixed_precision|default_dtype_bits",
    r"(?i:\b(?:import|from)\b.*quantiz|(?<!\bself)\.\w*quantiz\w*\()|\b(?:aqt|qwix)\b",
)
_COMPLEX: Final = (
    r"\bcomplex(?:64|128|floating|_|\()",
    r"\bc(?:single|double|float)\b",
    r"(?<![\w\[])\d+\.?\d*[jJ]\b",
    r"\bi?[rh]?fft(?:[n2]|shift)?\b",
    r"\b(?:eig|eigvals|roots|hilbert|stft|sqrtm|schur|poly)\(",
    r"\.(?:eig|eigvals|sqrtm|schur)\b",
)
_FROM_OUTSIDE: Final = (
    r"""['"]-*\w*dtype\w*['"]""",
    r"\b(?:cfg|conf|config|args|flags|FLAGS|h?params|hps|opts?)(?:\.\w+)*\.\w*dtype",
    r"\bgetattr\(\s*(?:jnp|np|jax\.numpy|numpy)\b",
)
"""Dtypes that come from the command line or a settings file."""
_MADE_ELSEWHERE: Final = (
    r"from_pretrained|\b(?:import|from)\s+transformers\b|\bhf_hub|snapshot_download",
    r"(?i:(?:load|restore|import|convert|download|from)\w*_(?:hf|hub|hugging_?face)\b)",
    r"(?i:(?:hf|hugging_?face)_?\w*_(?:to|weights|params|model|checkpoint)\b)",
    r"\bimport\s+safetensors|\bfrom\s+safetensors\b(?!.*\bimport\s+save_file\s*$)|\bsafe_open\b",
    r"torch\.load|\bstate_dict\(|\bgguf\b|tensorflow_hub|\bonnx",
)
"""Signs of parameters that another program has saved."""
_OTHER_COMPUTATION: Final = (
    r"\b(?:promote_dtype|preferred_element_type|attention_fn)\s*=(?!=)",
    r"\b\w*(?:dot_general|conv_general_dilated)(?:_cls)?\s*=(?!=)",
    r"\b(?:einsum|attn_weights\w*_einsum|qk_attn_weights_einsum)(?:_cls)?\s*=(?!=)",
)
"""Arguments that can make a layer compute in another dtype."""
_OTHERS: Final = re.compile(
    "|".join((*_OF_OTHER_WIDTH, *_COMPLEX, *_FROM_OUTSIDE, *_MADE_ELSEWHERE, *_OTHER_COMPUTATION)),
    re.MULTILINE,
)


class SingleFloat:
    """Searches the source of a part of the program, and the unchecked files beside it."""

    def __init__(self, parts: Parts) -> None:
        """Take the parts of the program."""
        self._sources = OverSources(parts, _are_silent)

    def of(self, caller: TypeChecker) -> bool:
        """Whether nothing in the project asks for floats other than float32."""
        return is_program_file(caller.path) and all(self._sources.of(caller))


def asks_for_others(text: str) -> bool:
    """Whether source code names floats other than float32, or gets a dtype from outside."""
    return _asks(code_in(text))


def _asks(code: str) -> bool:
    code = _SILENT.sub("", code)
    if _OF_JAX.search(code) is None:
        code = _OF_TORCH.sub("", code)
    return _OTHERS.search(code) is not None


def _are_silent(paths: Iterable[Path]) -> bool:
    """Whether no file asks for other floats; false if one cannot be read."""
    return not any(code is None or _asks(code) for code in codes(paths))
