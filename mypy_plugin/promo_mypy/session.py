"""What every callback of the plugin needs: the settings, and the way from types to dtypes."""

from __future__ import annotations

from dataclasses import dataclass

from promo_mypy.convert import Converter
from promo_mypy.evaluate import Evaluator
from promo_mypy.signatures import Signatures
from promo_typing.semantics import Semantics


@dataclass(frozen=True, slots=True)
class Session:
    """One run of mypy."""

    semantics: Semantics
    converter: Converter
    evaluate: Evaluator
    signatures: Signatures
