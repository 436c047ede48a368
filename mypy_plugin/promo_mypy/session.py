"""Sessions: the objects that callbacks use under one choice of JAX's settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from mypy.checker import TypeChecker
from mypy.nodes import Context
from mypy.plugin import CheckerPluginInterface, Plugin
from mypy.types import FunctionLike, Type

from promo_mypy.failures import Failures, answer_of_stubs, signature_of_stubs
from promo_mypy.features.lints.state import Lints
from promo_mypy.features.operator_memo import OperatorMemo
from promo_mypy.features.union_operands import UnionOperands
from promo_mypy.inference.inference import Inference
from promo_mypy.module_settings import ModuleSettings
from promo_mypy.settings_in_force import SettingsInForce
from promo_mypy.types.bindings import Bindings
from promo_mypy.types.convert import Converter
from promo_mypy.types.evaluate import Evaluator
from promo_mypy.types.expectations import Expectations
from promo_mypy.types.numpy_values import NumPyValues
from promo_mypy.types.signatures import Signatures
from promo_typing.core.dataclass import dataclass
from promo_typing.core.lints import LintChoice
from promo_typing.core.program_files import is_program_file
from promo_typing.lattice.semantics import Semantics
from promo_typing.numpy_rules import NUMPY


class Nesting:
    """Counts nested callbacks of one kind."""

    def __init__(self) -> None:
        """Start at depth 0."""
        self._depth = 0

    @contextmanager
    def deeper(self) -> Iterator[int]:
        """Yield the depth while a callback runs."""
        self._depth += 1
        try:
            yield self._depth
        finally:
            self._depth -= 1


@dataclass(frozen=True, slots=True)
class Session:
    """The state of a run of mypy under one choice of settings."""

    semantics: Semantics
    converter: Converter
    evaluate: Evaluator
    signatures: Signatures
    memo: OperatorMemo
    union_operands: UnionOperands
    retraced: Nesting
    bindings: Bindings
    numpy: NumPyValues
    expectations: Expectations
    lints: Lints
    inference: Inference

    def forget(self) -> None:
        """Clear cached types: mypy has made new classes for the stubs."""
        self.converter.forget()
        self.signatures.forget()
        self.memo.forget()
        self.union_operands.forget()


class Sessions:
    """The sessions of a run, one for each choice of settings in the program."""

    def __init__(
        self,
        settings: ModuleSettings,
        lints: LintChoice,
        plugin: Plugin,
        watch: Callable[[Session, Any, Type], None],
        *,
        infer: bool,
    ) -> None:
        """Start with the session for the usual settings.

        Args:
            settings: JAX's settings in each module.
            lints: the lints that the configuration chooses.
            plugin: our plugin, which finds the program's definitions.
            watch: called with each answer, and the context of its expression.
            infer: whether functions without annotations are checked for their calls.
        """
        self._watch = watch
        self._lookup = plugin.lookup_fully_qualified
        self._retraced = Nesting()
        self._bindings = Bindings()
        self._expectations = Expectations()
        self._settings = SettingsInForce(settings)
        self._lints = lints
        self._failures = Failures()
        self.inference = Inference(plugin.options, self._settings, self._bindings, everywhere=infer)
        self._known: dict[Semantics, Session] = {}
        self.usual = self._under(settings.usual)

    def at(self, api: CheckerPluginInterface, context: Context) -> Session | None:
        """Return the session of a place in the program; None if its settings are not known."""
        semantics = self._settings.at(api, context.line)
        if semantics is self.usual.semantics:
            return self.usual
        if semantics is None:
            return None
        return self._known.get(semantics) or self._under(semantics)

    def answer(self, callback: Callable[..., Type], *given: object) -> Callable[[Any], Type]:
        """Return a hook that calls the callback with the session, arguments and context.

        If the settings at a place are not known, the hook returns the type from the stubs.
        """
        return partial(self._answer, callback, *given)

    def answer_in_program(
        self, callback: Callable[..., Type], *given: object
    ) -> Callable[[Any], Type]:
        """Return such a hook, for a callback that knows no more than the stubs about a library.

        mypy reads far more expressions of libraries than of the program.
        """
        return partial(self._answer_in_program, callback, *given)

    def signature(
        self, callback: Callable[..., FunctionLike], *given: object
    ) -> Callable[[Any], FunctionLike]:
        """Return a hook that gives a function or method the signature from the callback."""
        return partial(self._signature, callback, *given)

    def _answer(self, callback: Callable[..., Type], *given: Any) -> Type:
        *_, ctx = given
        if isinstance(ctx.api, TypeChecker):
            self.inference.shared.open(ctx.api.tree, ctx.api)
        session = self.at(ctx.api, ctx.context)
        if session is None:
            return answer_of_stubs(ctx)
        try:
            if isinstance(ctx.api, TypeChecker):
                self.inference.come_to(ctx.api, ctx.context.line)
            result = callback(session, *given)
            self._watch(session, ctx, result)
        except Exception as failure:
            self._failures.tell(failure, ctx)
            return answer_of_stubs(ctx)
        return result

    def _answer_in_program(self, callback: Callable[..., Type], *given: Any) -> Type:
        *_, ctx = given
        if isinstance(ctx.api, TypeChecker) and not is_program_file(ctx.api.path):
            return answer_of_stubs(ctx)
        return self._answer(callback, *given)

    def _signature(self, callback: Callable[..., FunctionLike], *given: Any) -> FunctionLike:
        *_, ctx = given
        try:
            return callback(self.at(ctx.api, ctx.context) or self.usual, *given)
        except Exception as failure:
            self._failures.tell(failure, ctx)
            return signature_of_stubs(ctx)

    def forget(self) -> None:
        """Clear cached types: mypy has made new classes for the stubs."""
        for session in self._known.values():
            session.forget()

    def _under(self, semantics: Semantics) -> Session:
        converter, evaluate = Converter(semantics, self._lookup), Evaluator(semantics)
        numpy = NumPyValues(Converter(NUMPY, self._lookup), semantics)
        self._known[semantics] = session = Session(
            semantics,
            converter,
            evaluate,
            Signatures(converter),
            OperatorMemo(),
            UnionOperands(numpy),
            self._retraced,
            self._bindings,
            numpy,
            self._expectations,
            Lints(semantics, evaluate, self._lints, self.inference.definitions),
            self.inference,
        )
        return session
