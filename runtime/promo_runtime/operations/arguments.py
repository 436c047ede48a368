"""Sorts the arguments of a call: operands, other arrays, and static arguments."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.tree_util import PyTreeDef

from promo_runtime.families import parameters
from promo_runtime.functions import implementation
from promo_runtime.operations.plan import JaxCall
from promo_typing.rules import FUNCTIONS
from promo_typing.rules.select import select


@dataclass(frozen=True, slots=True)
class Fixed:
    """A static argument with its type, to tell True, 1 and 1.0 apart, which are equal."""

    kind: type
    value: Any

    @staticmethod
    def of(value: Any) -> Fixed:
        """Return the argument with its type."""
        return Fixed(type(value), value)


@dataclass(frozen=True, slots=True)
class CallForm:
    """All that a compiled call depends on, apart from the dtypes of its arrays.

    Attributes:
        function: the full name of the function.
        names: the parameters that are operands.
        tree: the pytree structure of the arguments of these parameters.
        texts: for each leaf of ``tree``, the leaf if it is a string, or None if it is an operand.
        rest: the pytree structure of the other arguments.
        others: for each leaf of ``rest``, the leaf if it is static, or None if it is an array.
        in_tuples: the parameters that take a tuple whose first item only is an operand.
    """

    function: str
    names: tuple[str, ...]
    tree: PyTreeDef
    texts: tuple[str | None, ...]
    rest: PyTreeDef
    others: tuple[Fixed | None, ...]
    in_tuples: frozenset[str]

    def arguments(
        self, operands: list[Any], others: tuple[Any, ...]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return the arguments of a call, made of cast operands and other arrays."""
        arrays, moving = iter(operands), iter(others)
        flat = [next(arrays) if text is None else text for text in self.texts]
        found = dict(zip(self.names, jax.tree.unflatten(self.tree, flat), strict=True))
        fixed = [next(moving) if each is None else each.value for each in self.others]
        for name, value in jax.tree.unflatten(self.rest, fixed).items():
            found[name] = (found[name], *value) if name in self.in_tuples else value
        made = inspect.BoundArguments(_signature(self.function), found)
        return made.args, made.kwargs


class Arguments:
    """The sorted arguments of a call.

    Attributes:
        operands: the arrays and numbers whose dtypes take part in the promotion.
        others: all other arrays, such as the condition of ``where``.
        form: the structure of the call, without these arrays.
        dtype: the dtype that the call requests, None if it requests none.
    """

    def __init__(self, function: str, args: tuple[Any, ...], options: dict[str, Any]) -> None:
        wanted, given = parameters(function), _signature(function).bind(*args, **options).arguments
        in_tuples = wanted.in_tuples
        names = tuple(name for name in given if name in wanted.operands)
        first = [given[name][0] if name in in_tuples else given[name] for name in names]
        rest = {name: value for name, value in given.items() if name not in wanted.operands}
        rest |= {name: given[name][1:] for name in in_tuples}
        self._values = first
        flat, tree = jax.tree.flatten(first)
        others, rest_tree = jax.tree.flatten(rest)
        texts = tuple(each if isinstance(each, str) else None for each in flat)
        fixed = tuple(None if _is_array(each) else Fixed.of(each) for each in others)
        self.operands = tuple(each for each in flat if not isinstance(each, str))
        self.others = tuple(each for each in others if _is_array(each))
        self.form = CallForm(function, names, tree, texts, rest_tree, fixed, in_tuples)
        self.dtype = None if wanted.dtype is None else given.get(wanted.dtype)
        self._given = given

    @property
    def in_jax(self) -> JaxCall:
        """The call as the rule of JAX's function sees it."""
        rule = select(FUNCTIONS[self.form.function], self._given)
        names = tuple(
            name
            for name, value in zip(self.form.names, self._values, strict=True)
            for leaf in jax.tree.leaves(value)
            if not isinstance(leaf, str)
        )
        return JaxCall(rule, names, None if self.dtype is None else jnp.dtype(self.dtype).name)


@cache
def _signature(function: str) -> inspect.Signature:
    return inspect.signature(implementation(function))


def _is_array(value: Any) -> bool:
    return isinstance(value, jax.Array | np.ndarray)
