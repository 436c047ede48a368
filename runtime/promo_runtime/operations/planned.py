"""Functions under the promotion of another library, or of a graph: planned, cast, executed."""

from __future__ import annotations

import inspect
from bisect import bisect
from collections.abc import Callable, Hashable
from functools import cache, cached_property, partial
from typing import Any, Final

import jax
import numpy as np
from jax import lax

from promo_runtime.array import EngineArray, rewrapped
from promo_runtime.convert import node_of, type_key
from promo_runtime.errors import PromotionError, no_dtype, undefined
from promo_runtime.functions import UFUNCS, arity, implementation
from promo_runtime.operation import INLINE, Call, Operation
from promo_runtime.plan import Plan, plan_function
from promo_runtime.settings import current, semantics
from promo_typing.rules import FUNCTIONS, parameter_name
from promo_typing.systems import Operand, OperandError, Undefined, operand_of

_BOUNDS: Final = sorted(
    {s * 2**bits + o for bits in (7, 8, 15, 16, 31, 32, 63, 64) for s, o in ((1, 0), (-1, 0))}
    | {0, *(2**b for b in (7, 8, 15, 16))}
)
"""Integers between two of these fit into the same dtypes."""
_NARROW: Final = range(-(2**31), 2**31)


class LibraryOperation(Operation):
    """A function under a promotion that JAX does not have: it casts, and JAX computes."""

    def plan(self, *operands: Any, **options: Any) -> Plan:
        """Return which operand is cast to what, and why; nothing is executed.

        Raises:
            PromotionError: the operands have no common dtype under the promotion system.
            OperandError: an operand is no array.
        """
        if options or self.function not in UFUNCS.values():
            operands = tuple(_Arguments(self.function, operands, options).operands)
        return self._plan(operands)

    def _call(self, operands: tuple[Any, ...], options: dict[str, Any]) -> Any:
        if options or not self._is_ufunc:
            return self._general(operands, options)
        key = (current(), *map(_key, operands))
        call = self._bound.get(key)
        if call is None:
            call = self._bound[key] = self._bind_any(operands)
        return call(*operands)

    @cached_property
    def _is_ufunc(self) -> bool:
        return self.function in UFUNCS.values()

    def _bind(self, operands: tuple[Any, ...]) -> Call:
        if len(operands) != arity(self.function):
            raise TypeError(
                f"{self.function} takes {arity(self.function)} operands, got {len(operands)}"
            )
        plan = self._plan(operands)
        return self._compiled(plan, operands, implementation(self.function))

    def _compiled(self, plan: Plan, operands: tuple[Any, ...], function: Call) -> Call:
        """The casts and the function in one computation."""
        live = semantics()
        targets = [np.dtype(jax.numpy.dtype(live.requested(c.target))) for c in plan.casts]
        results = tuple(jax.numpy.dtype(live.requested(each)) for each in plan.results)

        def run(*arrays: Any) -> Any:
            with jax.numpy_dtype_promotion("standard"):
                found = function(*map(_cast, arrays, targets))
            return finished(found, results, weak=plan.weak)

        compiled = jax.jit(run, inline=INLINE)
        wide = [type(each) is int and each not in _NARROW for each in operands]
        return partial(_with_wide, compiled, targets) if any(wide) else compiled

    def _general(self, operands: tuple[Any, ...], options: dict[str, Any]) -> Any:
        leaves = jax.tree.leaves((operands, options), is_leaf=EngineArray.is_one)
        if any(type(each) is EngineArray for each in leaves):
            return rewrapped(self)(*operands, **options)
        arguments = _Arguments(self.function, operands, options)
        key = (current(), arguments.key(), *map(_key, arguments.operands))
        try:
            call = self._bound.get(key)
        except TypeError:  # An argument that cannot be hashed; the call is compiled anew.
            return self._bind_arguments(arguments)(*arguments.operands, *arguments.traced)
        if call is None:
            call = self._bound[key] = self._bind_arguments(arguments)
        return call(*arguments.operands, *arguments.traced)

    def _bind_arguments(self, arguments: _Arguments) -> Call:
        plan = self._plan(tuple(arguments.operands))
        if arguments.dtype_is_given():
            plan = Plan(plan.system, plan.casts)
        live, count = semantics(), len(arguments.operands)
        targets = [np.dtype(jax.numpy.dtype(live.requested(c.target))) for c in plan.casts]
        results = tuple(jax.numpy.dtype(live.requested(each)) for each in plan.results)
        rebuild, function = arguments.rebuilder(), implementation(self.function)

        def run(*arrays: Any) -> Any:
            cast = list(map(_cast, arrays[:count], targets))
            positional, named = rebuild(cast, arrays[count:])
            with jax.numpy_dtype_promotion("standard"):
                found = function(*positional, **named)
            return finished(found, results, weak=plan.weak)

        return self._placed(jax.jit(run, inline=INLINE))

    def _plan(self, operands: tuple[Any, ...]) -> Plan:
        operands_ = []
        for position, operand in enumerate(operands):
            if node_of(operand, semantics()) is None:
                raise no_dtype(self.function, position, operand)
            operands_.append(described(operand))
        try:
            found = plan_function(self._system, self.function, operands_)
        except OperandError as error:
            raise PromotionError(f"{self.function}: {error}") from error
        if isinstance(found, Undefined):
            raise undefined(self.function, operands_, self._system, found.reason)
        missing = [
            each
            for each in (*(c.target for c in found.casts), *found.results)
            if not hasattr(jax.numpy, each) and each != "bool"
        ]
        if missing:
            raise undefined(self.function, operands_, self._system, f"JAX has no {missing[0]}")
        return found


class _Arguments:
    """The arguments of a call, told apart: operands, other arrays, and what is fixed."""

    def __init__(self, function: str, args: tuple[Any, ...], options: dict[str, Any]) -> None:
        rule = FUNCTIONS[function]
        self._bound = _signature(function).bind(*args, **options)
        self._dtype = rule.dtype_parameter
        wanted = {parameter_name(operand): operand for operand in rule.operands}
        self._in_tuples = {name for name, each in wanted.items() if each.endswith("[0]")}
        given = self._bound.arguments
        self._names = [name for name in given if name in wanted]
        flat, self._tree = jax.tree.flatten([self._operand(name) for name in self._names])
        self.operands = [each for each in flat if not isinstance(each, str)]
        self._texts = [each if isinstance(each, str) else None for each in flat]
        rest = {name: value for name, value in given.items() if name not in wanted}
        rest |= {name: given[name][1:] for name in self._in_tuples}
        others, self._rest = jax.tree.flatten(rest)
        self._others = [None if _is_array(each) else each for each in others]
        self._is_traced = [_is_array(each) for each in others]
        self.traced = [each for each in others if _is_array(each)]

    def _operand(self, name: str) -> Any:
        given = self._bound.arguments[name]
        return given[0] if name in self._in_tuples else given

    def key(self) -> Hashable:
        """All that a compiled call depends on besides the dtypes of the operands."""
        fixed = tuple((type(each), each) for each in self._others)
        names = tuple(self._names)
        return names, self._tree, tuple(self._texts), self._rest, fixed, tuple(self._is_traced)

    def dtype_is_given(self) -> bool:
        """Whether the call asks for a dtype."""
        return self._dtype is not None and self._bound.arguments.get(self._dtype) is not None

    def rebuilder(self) -> Callable[[list[Any], tuple[Any, ...]], tuple[Any, dict[str, Any]]]:
        """Return what makes arguments of cast operands and the other arrays."""
        names, tree, texts, rest = self._names, self._tree, self._texts, self._rest
        others, is_traced, in_tuples = self._others, self._is_traced, self._in_tuples
        signature = self._bound.signature

        def rebuild(operands: list[Any], traced: tuple[Any, ...]) -> tuple[Any, dict[str, Any]]:
            arrays, moving = iter(operands), iter(traced)
            flat = [next(arrays) if text is None else text for text in texts]
            arguments = dict(zip(names, jax.tree.unflatten(tree, flat), strict=True))
            fixed = [
                next(moving) if array else other
                for other, array in zip(others, is_traced, strict=True)
            ]
            for name, value in jax.tree.unflatten(rest, fixed).items():
                arguments[name] = (arguments[name], *value) if name in in_tuples else value
            made = inspect.BoundArguments(signature, arguments)
            return made.args, made.kwargs

        return rebuild


@cache
def _signature(function: str) -> inspect.Signature:
    return inspect.signature(implementation(function))


def _is_array(value: Any) -> bool:
    return isinstance(value, jax.Array | np.ndarray)


def described(operand: Any) -> Operand:
    """What a system may ask about an operand; a number of a subclass of Python's is one, too."""
    if isinstance(operand, bool | int | float | complex) and not hasattr(operand, "dtype"):
        kind = next(k for k in (bool, int, float, complex) if isinstance(operand, k))
        return Operand(kind.__name__, python=True, value=operand)
    return operand_of(operand)


def _key(value: Any) -> Hashable:
    """As :func:`type_key`, and what a system may ask about besides: rank zero, and bounds."""
    kind = type(value)
    if kind is int:
        return kind, bisect(_BOUNDS, value), value in _BOUNDS
    if kind is float or kind is complex:
        return kind, abs(value) < 65000, abs(value) < 3.4e38, abs(value) == abs(value)
    shape = getattr(value, "shape", None)
    if shape == () and isinstance(value, np.ndarray | np.generic):
        return type_key(value), value.item()
    return type_key(value), shape == ()


def _cast(array: Any, dtype: Any) -> Any:
    return lax.convert_element_type(array, dtype)


def _with_wide(compiled: Call, dtypes: list[Any], *operands: Any) -> Any:
    """Pass Python integers of more than 32 bits as scalars of the dtype that they are cast to."""
    return compiled(
        *(
            np.array(each).astype(dtype) if type(each) is int else each
            for each, dtype in zip(operands, dtypes, strict=True)
        )
    )


def finished(found: Any, results: tuple[Any, ...], *, weak: bool) -> Any:
    """Give the results the dtypes of the library where JAX's function has others."""
    if not results:
        return jax.tree.map(_weakened, found) if weak else found
    leaves, tree = jax.tree.flatten(found)
    cast = [_cast(each, dtype) for each, dtype in zip(leaves, results, strict=True)]
    return jax.tree.unflatten(tree, map(_weakened, cast) if weak else cast)


def _weakened(array: Any) -> Any:
    """The same array, weakly typed."""
    return lax.convert_element_type_p.bind(
        array, new_dtype=array.dtype, weak_type=True, sharding=None
    )
