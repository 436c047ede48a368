"""The messages of promo-typing: one function for each kind of error, each with its own code.

A message says which dtypes meet, why JAX refuses them (or what it does), and what to write.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from typing import Final

from mypy.errorcodes import ErrorCode
from mypy.nodes import Context
from mypy.plugin import CheckerPluginInterface, TypeAnalyzerPluginInterface

from promo_mypy.errorcodes import (
    DTYPE_ANNOTATION,
    DTYPE_ARGUMENT,
    DTYPE_BRANCHES,
    DTYPE_CARRY,
    DTYPE_CAST,
    DTYPE_GRADIENT,
    DTYPE_IDENTITY,
    DTYPE_OPERAND,
    DTYPE_OVERFLOW,
    DTYPE_PROMOTION,
    DTYPE_UPDATE,
    DTYPE_X64,
)
from promo_mypy.fullnames import PULLED_BACK, PUSHED_FORWARD
from promo_mypy.types.evaluate import Failure
from promo_mypy.types.pytrees import Change
from promo_mypy.unwatched import going_on
from promo_typing.core import jaxtyping_names
from promo_typing.core.dtypes import DEFAULTS, NODES, PRNG_KEY, PYTHON_SCALARS, TRUNCATED
from promo_typing.core.formats import FLOAT_FORMATS
from promo_typing.core.stub_names import dtype_class
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import Mismatch, NoPath, Rejected, TooNarrow
from promo_typing.rules.advice_words import advised, rewrite

_SCALAR_NAMES: Final = {
    scalar: f"{node.replace('_', ' ')} (Python {scalar})"
    for scalar, node in PYTHON_SCALARS.items()
    if NODES[node].weak
}
_WEAK_NAMES: Final = {node: node.replace("_", " ") for node in DEFAULTS}


def shown(name: str) -> str:
    """Return the name of a dtype for a message."""
    return _SCALAR_NAMES.get(name) or _WEAK_NAMES.get(name) or name


def function_name(fullname: str) -> str:
    """Return a function's name as its callers write it."""
    return fullname.replace("jax.numpy.", "jnp.")


def refused(
    api: CheckerPluginInterface, context: Context, operation: str, failure: Failure, function: str
) -> None:
    """Report operands or a requested dtype that JAX refuses, with the reason and advice."""
    outcome, explanation = failure.outcome, failure.explanation
    kind = NODES[outcome.node].kind if isinstance(outcome, Rejected) else ""
    advice = advised(explanation, failure.operands, rewrite(function, kind))
    code = DTYPE_PROMOTION if isinstance(outcome, NoPath) else DTYPE_OPERAND
    api.fail(f"{operation}: {_why(failure, function)}{advice}", context, code=code)


def _why(failure: Failure, function: str) -> str:
    outcome, reason = failure.outcome, failure.explanation.reason
    if isinstance(outcome, NoPath):
        return f"{reason}{_between(failure, outcome)}"
    if isinstance(outcome, Mismatch):
        return f"{function_name(function)} {reason}{_pair(failure, outcome)}"
    if isinstance(outcome, TooNarrow):
        return reason
    refuses = "does not accept" if outcome.operands else "cannot be asked for"
    node = shown(failure.name(outcome.node))
    return f"{function_name(function)} {refuses} {node}; {reason}"


def _between(failure: Failure, outcome: NoPath) -> str:
    """Name the two dtypes that do not promote, if there are more operands."""
    return _pair(failure, outcome) if len(failure.operands) > 2 else ""


def _pair(failure: Failure, outcome: NoPath | Mismatch) -> str:
    left, right = (shown(failure.name(node)) for node in (outcome.left, outcome.right))
    return f", here {left} with {right}"


def explicit_x64(
    api: CheckerPluginInterface, context: Context, node: str, semantics: Semantics
) -> None:
    """Report a 64-bit dtype that is asked for by name while x64 is off."""
    truncated = TRUNCATED[node]
    is_error = semantics.explicit_x64 == "error"
    does = "JAX raises ValueError" if is_error else f"JAX warns and makes it {truncated}"
    with nullcontext() if is_error else going_on(api):
        api.fail(
            f"{node} is asked for, but x64 is off: {does}; write jnp.{truncated}, or turn on "
            "jax_enable_x64 (x64 = true in the settings of promo-typing)",
            context,
            code=DTYPE_X64,
        )


def carry_changes(
    api: CheckerPluginInterface,
    context: Context,
    fullname: str,
    change: Change,
    semantics: Semantics,
) -> None:
    """Report a loop that returns a leaf of its carry with another dtype."""
    before, after = (semantics.strong(node) for node in (change.before, change.after))
    advice = (
        "make all keys by jax.random.key"
        if PRNG_KEY in (before, after)
        else f"return it as .astype(jnp.{dtype_class(before)}), or start with an array of "
        f"jnp.{dtype_class(after)}"
    )
    api.fail(
        f"{function_name(fullname)}: the carry{change.path} is {shown(change.before)} when it goes "
        f"in and {shown(change.after)} when it comes out, and JAX raises TypeError; {advice}",
        context,
        code=DTYPE_CARRY,
    )


def comes_from(
    api: CheckerPluginInterface, context: Context, origins: Iterable[str], code: ErrorCode
) -> None:
    """Add notes to an error on where the wider dtype comes from."""
    for said in origins:
        api.msg.note(said, context, code=code)


def branches_differ(
    api: CheckerPluginInterface,
    context: Context,
    fullname: str,
    change: Change,
    semantics: Semantics,
) -> None:
    """Report branches of a conditional that return different dtypes."""
    advice = (
        "make all keys by jax.random.key"
        if PRNG_KEY in (change.before, change.after)
        else f"return .astype(jnp.{dtype_class(semantics.strong(change.before))}) from all"
    )
    api.fail(
        f"{function_name(fullname)}: one branch returns {shown(change.before)} and another one "
        f"{shown(change.after)}{f' at {change.path}' if change.path else ''}; JAX does not promote "
        f"them and raises TypeError; {advice}",
        context,
        code=DTYPE_BRANCHES,
    )


def overflows(
    api: CheckerPluginInterface, context: Context, operation: str, value: int, default: str
) -> None:
    """Report a Python int that is out of the range of the default integer, so that JAX raises."""
    api.fail(
        f"{operation}: the Python int {value} goes in as {default}, which does not have it, and "
        f"JAX raises OverflowError; make it a float, or an array such as np.uint32(...) that has "
        "it",
        context,
        code=DTYPE_OVERFLOW,
    )


def out_of_range(
    api: CheckerPluginInterface, context: Context, operation: str, value: int, dtype: str
) -> None:
    """Report an int that is out of the range of the dtype of an array to be made."""
    api.fail(
        f"{operation}: {dtype} does not have the Python int {value}, and JAX raises OverflowError; "
        "ask for a wider dtype",
        context,
        code=DTYPE_OVERFLOW,
    )


def wraps_around(
    api: CheckerPluginInterface,
    context: Context,
    operation: str,
    value: int,
    dtype: str,
    became: tuple[int, int, int],
) -> None:
    """Report a Python int that wraps around to ``became`` in the dtype."""
    wrapped, lowest, highest = became
    api.fail(
        f"{operation}: {dtype} has the integers from {lowest} to {highest}, and JAX takes {value} "
        f"for {wrapped} without a word; cast the array to a wider dtype first, e.g. "
        "x.astype(jnp.int32)",
        context,
        code=DTYPE_OVERFLOW,
    )


def overflows_to_infinity(
    api: CheckerPluginInterface, context: Context, operation: str, value: float, dtype: str
) -> None:
    """Report a number that becomes infinite in the float dtype of an array."""
    sign, limit = ("-", "min") if value < 0 else ("", "max")
    api.fail(
        f"{operation}: the largest {dtype} is {FLOAT_FORMATS[dtype].highest:g}, and JAX makes "
        f"{value} {sign}inf with a RuntimeWarning; write jnp.finfo(jnp.{dtype}).{limit} or "
        f"{sign}jnp.inf, if that is meant, or ask for a wider dtype",
        context,
        code=DTYPE_OVERFLOW,
    )


def negative_power(
    api: CheckerPluginInterface, context: Context, operation: str, exponent: int
) -> None:
    """Report an integer to a negative power."""
    api.fail(
        f"{operation}: JAX raises no integer to the power {exponent}, but TypeError; write the "
        f"exponent as a float, {exponent}.0",
        context,
        code=DTYPE_OPERAND,
    )


def no_index(
    api: CheckerPluginInterface, context: Context, written: str, *, masks: bool = True
) -> None:
    """Report an index of a dtype that JAX refuses."""
    takes, instead = ("integers or bool", ", or make a mask of it, e.g. i > 0")
    if not masks:
        takes, instead = "integers", ""
    api.fail(
        f"{written}: an index has {takes}, and JAX raises an error; cast it, e.g. "
        f"i.astype(jnp.int32){instead}",
        context,
        code=DTYPE_OPERAND,
    )


def no_size(api: CheckerPluginInterface, context: Context, function: str) -> None:
    """Report a size of an array that is a float."""
    api.fail(
        f"{function_name(function)}: this size is a float, and JAX raises TypeError; divide with "
        "//, or make it an int, e.g. int(n)",
        context,
        code=DTYPE_OPERAND,
    )


def unlike_indices(
    api: CheckerPluginInterface, context: Context, fullname: str, dtypes: Sequence[str]
) -> None:
    """Report start indices of several dtypes."""
    api.fail(
        f"{function_name(fullname)}: the indices are {' and '.join(dtypes)}, and JAX raises "
        f"TypeError unless they have one dtype; cast the others to one, e.g. jnp.int32(i)",
        context,
        code=DTYPE_OPERAND,
    )


def key_as_number(api: CheckerPluginInterface, context: Context, operation: str) -> None:
    """Report arithmetic on a typed PRNG key."""
    api.fail(
        f"{operation}: a typed key is no number, and JAX raises TypeError; make other keys with "
        "jax.random.split or jax.random.fold_in, and get its bits by jax.random.key_data",
        context,
        code=DTYPE_OPERAND,
    )


def key_as_numpy(api: CheckerPluginInterface, context: Context, function: str) -> None:
    """Report a typed key of which an array of NumPy is to be made."""
    api.fail(
        f"{function}: a typed key is no array of NumPy, and JAX raises TypeError; get its bits by "
        "jax.random.key_data",
        context,
        code=DTYPE_OPERAND,
    )


def key_as_seed(api: CheckerPluginInterface, context: Context, function: str) -> None:
    """Report a key that is passed where a key is made of a number."""
    api.fail(
        f"{function_name(function)}: the seed is a key, and JAX raises TypeError; make another key "
        "of it with jax.random.split or jax.random.fold_in",
        context,
        code=DTYPE_OPERAND,
    )


def seed_is_no_integer(
    api: CheckerPluginInterface, context: Context, function: str, found: str
) -> None:
    """Report a key that is made of a float."""
    api.fail(
        f"{function_name(function)}: the seed is {found}, and JAX raises TypeError unless it is an "
        "integer; write an int",
        context,
        code=DTYPE_OPERAND,
    )


def casts_down(
    api: CheckerPluginInterface, context: Context, method: str, array: str, values: str
) -> None:
    """Report an update that JAX casts down to the dtype of the array, with a warning."""
    with going_on(api):
        api.fail(
            f"x.{method}: {shown(values)} is cast down to {shown(array)}, and JAX warns that it "
            "will be an error; cast it, e.g. y.astype(x.dtype), or make x an array of the wider "
            "dtype",
            context,
            code=DTYPE_UPDATE,
        )


def array_as_dtype(
    api: CheckerPluginInterface, context: Context, function: str, parameter: str
) -> None:
    """Report an array that is passed where a dtype belongs."""
    api.fail(
        f"{function_name(function)}: {parameter} is an array, which is no dtype, and JAX raises an "
        "error; pass its dtype, y.dtype",
        context,
        code=DTYPE_ARGUMENT,
    )


def unknown_dtype(
    api: CheckerPluginInterface, context: Context, text: str, similar: str | None
) -> None:
    """Report a string that names no dtype."""
    advice = f'; write "{similar}"' if similar else ""
    api.fail(
        f'"{text}" is the name of no dtype, and JAX raises TypeError{advice}',
        context,
        code=DTYPE_ARGUMENT,
    )


def never_identical(
    api: CheckerPluginInterface, context: Context, written: str, always: bool
) -> None:
    """Report ``x.dtype is jnp.float32``: an object of a class is never the class."""
    api.fail(
        f"x.dtype {'is not' if always else 'is'} {written} is always {always}: a dtype is an "
        f"object, and {written} is none; write {'!=' if always else '=='}",
        context,
        code=DTYPE_IDENTITY,
    )


def never_subdtype(
    api: CheckerPluginInterface, context: Context, dtype: str, category: str
) -> None:
    """Report a question to NumPy about one of the dtypes that it does not know."""
    api.fail(
        f"np.issubdtype({dtype}, np.{category}) is always False: {dtype} is no dtype of NumPy's "
        f"own; write jnp.issubdtype(x.dtype, jnp.{category})",
        context,
        code=DTYPE_IDENTITY,
    )


def no_limits(
    api: CheckerPluginInterface, context: Context, written: str, dtype: str, instead: str | None
) -> None:
    """Report ``finfo`` or ``iinfo`` of a dtype for which it has no limits."""
    advice = f"; write {instead}(...)" if instead else ""
    api.fail(
        f"{written}: there are no such limits of {dtype}, and it raises ValueError{advice}",
        context,
        code=DTYPE_ARGUMENT,
    )


def imaginary_part_is_lost(
    api: CheckerPluginInterface, context: Context, written: str, dtype: str, result: str
) -> None:
    """Report a complex array that is cast to a real dtype."""
    with going_on(api):
        api.fail(
            f"{written}: a cast of {dtype} to {result} drops the imaginary part, and JAX warns "
            "about it; write x.real, or jnp.abs(x)",
            context,
            code=DTYPE_CAST,
        )


def refused_by_parameter(
    api: CheckerPluginInterface, context: Context, written: str, takes: str
) -> None:
    """Report an argument of a dtype that JAX refuses for a parameter."""
    api.fail(f"{written}: JAX raises an error unless it is {takes}", context, code=DTYPE_OPERAND)


def no_derivative(
    api: CheckerPluginInterface, context: Context, fullname: str, found: str, instead: str
) -> None:
    """Report a function whose argument or result has no derivative for JAX."""
    api.fail(
        f"{function_name(fullname)}: {found}, and JAX raises TypeError; {instead}",
        context,
        code=DTYPE_GRADIENT,
    )


def tangent_differs(api: CheckerPluginInterface, context: Context, change: Change) -> None:
    """Report a tangent of ``jax.jvp`` whose dtype is not that of its primal."""
    before, after = shown(change.before), shown(change.after)
    api.fail(
        f"jax.jvp: the primal{change.path} is {before} and its tangent {after}, and JAX raises "
        "TypeError; make the tangent of the primal, e.g. jnp.ones_like(x), or cast it, e.g. "
        "t.astype(x.dtype)",
        context,
        code=DTYPE_GRADIENT,
    )


def tangent_of_integer(
    api: CheckerPluginInterface, context: Context, function: str, change: Change
) -> None:
    """Report a tangent that is not float0 for a primal of integers or bools."""
    before, after = shown(change.before), shown(change.after)
    raised = "ValueError" if function == "jax.linearize" else "TypeError"
    api.fail(
        f"{function}: the primal{change.path} is {before}, whose tangent is float0, and {after} is "
        f"given: JAX raises {raised}; leave it out, e.g. {function}(lambda x: f(x, n), ...)",
        context,
        code=DTYPE_GRADIENT,
    )


def cotangent_differs(
    api: CheckerPluginInterface, context: Context, made_by: str, change: Change
) -> None:
    """Report a cotangent or tangent whose dtype differs from that of its value."""
    what, of = _DERIVED_FROM[made_by]
    before, after = shown(change.before), shown(change.after)
    api.fail(
        f"{made_by.removesuffix('()')}: {of}{change.path} is {before} and its {what} {after}, and "
        f"JAX raises ValueError; make one of the same dtype, e.g. jnp.ones_like(y)",
        context,
        code=DTYPE_GRADIENT,
    )


def cotangent_of_rule(
    api: CheckerPluginInterface, context: Context, place: int, change: Change
) -> None:
    """Report a backward function that returns a cotangent of another dtype."""
    before, after = shown(change.before), shown(change.after)
    api.fail(
        f"defvjp: argument {place}{change.path} is {before}, and the backward function returns "
        f"{after} for it: so is the gradient, and JAX raises TypeError where the argument is used "
        f"twice; cast it, e.g. g.astype(jnp.{dtype_class(change.before)})",
        context,
        code=DTYPE_GRADIENT,
    )


def tangent_of_rule(api: CheckerPluginInterface, context: Context, change: Change) -> None:
    """Report a rule that returns a tangent of another dtype than its output."""
    before, after = shown(change.before), shown(change.after)
    api.fail(
        f"defjvp: the output{change.path} is {before} and its tangent {after}, and JAX raises "
        f"TypeError where the function is differentiated; cast it, e.g. "
        f"t.astype(jnp.{dtype_class(change.before)})",
        context,
        code=DTYPE_GRADIENT,
    )


_DERIVED_FROM: Final = {
    PULLED_BACK: ("cotangent", "the output"),
    PUSHED_FORWARD: ("tangent", "the input"),
}


def names_disagree(
    api: TypeAnalyzerPluginInterface, context: Context, name: str, dtypes: Sequence[str]
) -> None:
    """Report a name of jaxtyping and the array in its brackets that share no dtype."""
    dtype = " | ".join(dtypes)
    exact = jaxtyping_names.exact_name(dtype)
    instead = f"{exact}[Array, ...]" if exact else "one of the two alone"
    api.fail(
        f"{name}[Array[{dtype}], ...]: {dtype} is no {name} of jaxtyping, and no array is both; "
        f"write {instead}",
        context,
        code=DTYPE_ANNOTATION,
    )
