"""Messages about derivatives, tangents and cotangents."""

from __future__ import annotations

from typing import Final

from mypy.nodes import Context
from mypy.plugin import CheckerPluginInterface

from promo_mypy.errorcodes import DTYPE_GRADIENT
from promo_mypy.errors.words import function_name, shown
from promo_mypy.fullnames import PULLED_BACK, PUSHED_FORWARD
from promo_mypy.types.pytrees import Change
from promo_typing.core.stub_names import dtype_class


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
