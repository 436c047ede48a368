"""The settings of JAX that programs turn on, and the statements that do so."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from promo_cli.pytest_environment import FALSE, TRUE
from promo_typing.core.project_settings import PROMOTION_SETTING, X64


class Flag(NamedTuple):
    """A setting that programs turn on.

    Attributes:
        setting: its name in our settings.
        on: the value in our settings that stands for "on".
        values: JAX's values for the setting, each with whether it means "on".
        words: its name in messages.
        advice: how a user can state whether it is on.
    """

    setting: str
    on: object
    values: Mapping[object, bool]
    words: str
    advice: str

    def is_on(self, word: str) -> bool | None:
        """Return whether this value of an environment variable means "on"; None if unknown."""
        if True in self.values:
            return word in TRUE if word in TRUE | FALSE else None
        return self.values.get(word)


_FLAGS: Final = {
    "jax_enable_x64": Flag(
        X64, True, {True: True, False: False}, "x64", "say which holds with --x64 or --no-x64"
    ),
    "jax_numpy_dtype_promotion": Flag(
        PROMOTION_SETTING,
        "strict",
        {"strict": True, "standard": False},
        "strict promotion",
        "say which holds with --promotion",
    ),
}
_VARIABLES: Final = {name.upper(): flag for name, flag in _FLAGS.items()}
"""The settings by the environment variables from which JAX reads them."""
FLAGS: Final = tuple(_FLAGS.values())
X64_FLAG: Final = _FLAGS["jax_enable_x64"]
NAMES: Final = (*_FLAGS, *_VARIABLES)
"""The names of the settings in programs."""
_X64_ENABLED: Final = re.compile(
    r"""^(?:jax\.)?config\.(?:jax_enable_x64|x64_enabled|read\(['"]jax_enable_x64['"]\))$"""
)
"""Expressions that ask JAX whether x64 is on."""
_ENVIRONMENTS: Final = ("os.environ", "environ")
"""Expressions for the process's environment variables."""
_UPDATE: Final = ("name", "val")
"""The parameters of ``jax.config.update``."""


class Change(NamedTuple):
    """What a statement does to a setting.

    Attributes:
        flag: the setting.
        is_on: whether it is on afterwards; None if that is known only at run time.
        by_environment: whether an environment variable is set, which JAX reads when it is imported.
    """

    flag: Flag
    is_on: bool | None
    by_environment: bool = False


def change(statement: ast.AST) -> Change | None:
    """Return the change of a setting by a statement; None if it changes none."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="update")) as call):
            return _by_update(call) or _by_mapping(call)
        case ast.Expr(
            value=ast.Call(func=ast.Attribute(attr="setdefault", value=owner), args=[name, value])
        ) if ast.unparse(owner) in _ENVIRONMENTS:
            return _by_variable(name, value)
        case ast.Assign(targets=[ast.Subscript(value=owner, slice=name)], value=value) if (
            ast.unparse(owner) in _ENVIRONMENTS
        ):
            return _by_variable(name, value)
    return None


def _by_update(call: ast.Call) -> Change | None:
    """The change by ``jax.config.update("jax_enable_x64", True)``."""
    given = dict(zip(_UPDATE, call.args, strict=False))
    given |= {each.arg: each.value for each in call.keywords if each.arg in _UPDATE}
    match [given.get(name) for name in _UPDATE]:
        case [ast.Constant(value=str(name)), ast.expr() as value] if name in _FLAGS:
            known = value.value if isinstance(value, ast.Constant) else None
            return Change(_FLAGS[name], _FLAGS[name].values.get(known))
    return None


def _by_mapping(call: ast.Call) -> Change | None:
    """The change by ``os.environ.update(...)``, of a dictionary or of keywords."""
    if ast.unparse(call.func) not in [f"{each}.update" for each in _ENVIRONMENTS]:
        return None
    changes = (_by_variable(*each) for each in _items(call))
    return next((each for each in changes if each is not None), None)


def _items(call: ast.Call) -> Iterator[tuple[ast.expr | None, ast.expr]]:
    for given in call.args:
        if isinstance(given, ast.Dict):
            yield from zip(given.keys, given.values, strict=True)
    yield from ((ast.Constant(each.arg), each.value) for each in call.keywords)


def _by_variable(name: ast.expr | None, value: ast.expr) -> Change | None:
    """The change by an environment variable that gets a value."""
    match name, value:
        case ast.Constant(value=str(variable)), ast.Constant(value=str(word)) if (
            variable in _VARIABLES
        ):
            is_on = _VARIABLES[variable].is_on(word.strip().lower())
            return Change(_VARIABLES[variable], is_on, by_environment=True)
    return None


def asks_whether_off(test: ast.expr) -> bool:
    """Whether a condition asks if x64 is off: ``not jax.config.read("jax_enable_x64")``."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=asked):
            return _X64_ENABLED.search(ast.unparse(asked)) is not None
    return False
