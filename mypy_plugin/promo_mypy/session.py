"""What every callback of the plugin needs: the settings, and the way from types to dtypes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from mypy.nodes import SymbolTableNode

from promo_mypy.features.lints.state import Lints
from promo_mypy.types.bindings import Bindings
from promo_mypy.types.convert import Converter
from promo_mypy.types.evaluate import Evaluator
from promo_mypy.types.memo import OperatorMemo
from promo_mypy.types.signatures import Signatures
from promo_typing.lattice.semantics import Semantics


class Nesting:
    """How many callbacks of a kind are under way, one inside another."""

    def __init__(self) -> None:
        """Start outside of all."""
        self._depth = 0

    @contextmanager
    def deeper(self) -> Iterator[int]:
        """Give the depth while a callback is under way."""
        self._depth += 1
        try:
            yield self._depth
        finally:
            self._depth -= 1


@dataclass(frozen=True, slots=True)
class Session:
    """One run of mypy."""

    semantics: Semantics
    converter: Converter
    evaluate: Evaluator
    signatures: Signatures
    memo: OperatorMemo
    retraced: Nesting
    bindings: Bindings
    lints: Lints

    def forget(self) -> None:
        """Drop types made so far, because mypy analyses the stubs' classes anew."""
        self.converter.forget()
        self.memo.forget()


def new_session(semantics: Semantics, lookup: Callable[[str], SymbolTableNode | None]) -> Session:
    """Return a session under these settings; ``lookup`` finds the program's definitions."""
    converter = Converter(semantics, lookup)
    signatures = Signatures(converter)
    evaluate = Evaluator(semantics)
    return Session(
        semantics,
        converter,
        evaluate,
        signatures,
        OperatorMemo(),
        Nesting(),
        Bindings(),
        Lints(semantics, evaluate),
    )
