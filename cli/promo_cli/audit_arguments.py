"""The function that ``promo audit`` traces, and the arguments that it is traced with."""

from __future__ import annotations

import ast
import difflib
import importlib
import os
import re
import sys
from typing import Any, Final

from promo_cli.command_error import CommandError
from promo_cli.short_names import LONG_NAMES
from promo_typing.core.dtypes import STRONG
from promo_typing.core.lints import LintSet
from promo_typing.core.project_settings import ConfigError

_ARRAY: Final = re.compile(
    r"(?P<dtype>\w+) \[ (?P<shape> (\s* \d+ \s* (,\s* \d+ \s*)* ,?)? \s*) \]", re.VERBOSE
)
_FAILURES: Final = (Exception, SystemExit)
"""What the user's code may raise; a script that is imported may also exit."""


def use_x64(enabled: bool | None) -> None:
    """Import JAX, and set ``jax_enable_x64`` unless it is left alone.

    Raises:
        CommandError: JAX cannot be imported.
    """
    try:
        import jax
    except ImportError as error:
        raise CommandError(f"functions are traced with JAX, but {error}") from None
    if enabled is not None:
        jax.config.update("jax_enable_x64", enabled)


def imported(name: str) -> Any:
    """Import the object that ``MODULE:NAME`` names; the current folder is on the path.

    Raises:
        CommandError: the name has another form, or cannot be imported.
    """
    module, _, attributes = name.partition(":")
    if not module or not attributes:
        raise CommandError(f"{name!r} is not of the form MODULE:FUNCTION, as in package.model:step")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found: Any = importlib.import_module(module)
    except _FAILURES as error:
        raise CommandError(f"cannot import {module!r}: {_words(error)}") from None
    for attribute in attributes.split("."):
        if not hasattr(found, attribute):
            raise CommandError(f"{module!r} has no {attributes!r}")
        found = getattr(found, attribute)
    if not callable(found):
        raise CommandError(f"{name!r} is not a function but of the type {type(found).__name__}")
    return found


def argument(text: str) -> Any:
    """Return the argument that ``bfloat16[8,128]``, ``bf16[8,128]`` or a Python literal describes.

    Raises:
        CommandError: the text is neither, or its dtype does not exist.
    """
    match = _ARRAY.fullmatch(text.strip())
    if match is None:
        try:
            return ast.literal_eval(text)
        except (ValueError, SyntaxError):
            raise CommandError(_neither(text)) from None
    dtype = _dtype(match["dtype"])
    if dtype is None:
        close = _close(match["dtype"])
        hint = f"did you mean {close}?" if close else "expected a name such as bfloat16"
        raise CommandError(f"--arg {text!r}: {match['dtype']!r} is no dtype of JAX; {hint}")
    import jax
    import jax.numpy as jnp

    shape = tuple(int(size) for size in match["shape"].split(",") if size.strip())
    return jax.ShapeDtypeStruct(shape, jnp.dtype(dtype))


def _dtype(word: str) -> str | None:
    name = LONG_NAMES.get(word, word)
    return name if name in STRONG else None


def _close(word: str) -> str | None:
    return next(iter(difflib.get_close_matches(word, STRONG, n=1)), None)


def _neither(text: str) -> str:
    """Return a message that an argument is neither an array nor a literal."""
    word = text.strip()
    if _dtype(word) is not None:
        return f"--arg {text!r} has no shape; write {word}[] for a scalar, or {word}[8,128]"
    hint = f"; did you mean {close}[]?" if (close := _close(word)) else ""
    return f"--arg {text!r} is neither an array such as bfloat16[8,128] nor a Python literal{hint}"


def provided(name: str) -> tuple[Any, ...]:
    """Return the arguments that the function given by ``--provider`` returns.

    Raises:
        CommandError: the function cannot be imported, or it raises an error.
    """
    provider = imported(name)
    try:
        given = provider()
    except _FAILURES as error:
        raise CommandError(f"{name} raised {_words(error)}") from None
    return given if type(given) is tuple else (given,)


def traced(
    name: str,
    fn: Any,
    arguments: tuple[Any, ...],
    statics: tuple[int, ...],
    lints: LintSet | None,
) -> Any:
    """Trace a function and return the report of its conversions.

    Raises:
        CommandError: the function raises an error while traced, or the settings cannot be used.
    """
    from promo_runtime.auditing import audit

    try:
        audited = audit(fn, static_argnums=statics, lints=lints)
    except ConfigError as error:
        raise CommandError(str(error)) from None
    try:
        return audited(*arguments)
    except _FAILURES as error:
        raise CommandError(f"{name} raised {_words(error)}") from None


def _words(error: BaseException) -> str:
    first = next(iter(str(error).strip().splitlines()), "")
    return f"{type(error).__name__}: {first}" if first else type(error).__name__
