"""Handles a failure of the plugin: the dtype stays unknown, and the user is told where.

An exception would end mypy, and all its findings would be lost.
"""

from __future__ import annotations

import os
import sys
from typing import TypeAlias

from mypy.plugin import (
    AttributeContext,
    FunctionContext,
    FunctionSigContext,
    MethodContext,
    MethodSigContext,
)
from mypy.types import FunctionLike, Type

from promo_typing.core.configuration import RAISE_VARIABLE

AnswerContext: TypeAlias = FunctionContext | MethodContext | AttributeContext
SignatureContext: TypeAlias = FunctionSigContext | MethodSigContext

RAISES = bool(os.environ.get(RAISE_VARIABLE))
"""Whether exceptions are raised to mypy, as in our tests."""


class Failures:
    """The places at which the plugin has failed, each reported once."""

    def __init__(self) -> None:
        """Start without a failure."""
        self._told = set[tuple[str, int]]()

    def tell(self, failure: Exception, ctx: AnswerContext | SignatureContext) -> None:
        """Report where the plugin failed.

        Raises:
            Exception: the failure itself, if mypy is asked to show a traceback.
        """
        options = ctx.api.options
        if RAISES or options.show_traceback or options.raise_exceptions or options.pdb:
            raise failure
        place = ctx.api.path, ctx.context.line
        if place not in self._told:
            self._told.add(place)
            print(
                f"promo-typing: {place[0]}:{place[1]}: the plugin fails here, so that a dtype is "
                f"unknown: {type(failure).__name__}: {failure}. Please report it; mypy's option "
                "--show-traceback shows more.",
                file=sys.stderr,
            )


def answer_of_stubs(ctx: AnswerContext) -> Type:
    """Return the type that mypy infers from the stubs alone."""
    if isinstance(ctx, AttributeContext):
        return ctx.default_attr_type
    return ctx.default_return_type


def signature_of_stubs(ctx: SignatureContext) -> FunctionLike:
    """Return the signature in the stubs."""
    return ctx.default_signature
