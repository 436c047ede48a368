"""Functions of jax.numpy about sets, indices, polynomials, histograms and bits."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Final

from promo_typing.oracle.calls.call import (
    NO_LITERALS,
    Call,
    Invoke,
    arrays,
    for_functions,
    named,
    sized,
)

_NUMPY: Final = "jax.numpy"


def _vectors(*more: Any, **keywords: Any) -> tuple[Call, ...]:
    """Call with operands of one dimension, and further arguments after them."""
    return (Call(lambda f, x, k: f(*x, *more, **k, **keywords), (4,), literals_from=NO_LITERALS),)


_vectors_named: Final = partial(named, shape=(4,), literals_from=NO_LITERALS)
"""Calls with vectors, some of them by keyword."""


def _binned(call: Call, dimensions: int | None = None) -> tuple[Call, Call]:
    """Call with a number of bins and with their edges, be it in each of some dimensions."""

    def with_edges(f: Any, x: Any, k: Any) -> Any:
        import jax.numpy as jnp

        edges = jnp.arange(3.0)
        return call.invoke(
            f, x, {**k, "bins": edges if dimensions is None else [edges] * dimensions}
        )

    return call, replace(call, invoke=with_edges)


_SETS: Final = {
    **for_functions(_NUMPY, "unique unique_all unique_counts unique_inverse", arrays(size=2)),
    **for_functions(_NUMPY, "unique_values", arrays(size=2)),
    **for_functions(_NUMPY, "union1d setdiff1d", _vectors(size=2)),
    **sized(f"{_NUMPY}.setxor1d", 2, (4,)),
    **for_functions(_NUMPY, "intersect1d", _vectors(size=2)),
    **for_functions(
        _NUMPY,
        "compress",
        (
            Call(
                lambda f, x, k: f(x[0][:, 0] == x[0][:, 0], x[0], size=1, axis=0),
                literals_from=NO_LITERALS,
            ),
        ),
    ),
    **for_functions(
        _NUMPY,
        "choose",
        (Call(lambda f, x, k: f(0, list(x), mode="clip"), (2,), literals_from=NO_LITERALS),),
    ),
}


def _raveled(size: int, mode: str) -> Invoke:
    """Ravel indices into an array of so many elements; not all dtypes can count them."""
    return lambda f, x, k: f(list(x), (size, *(1,) * (len(x) - 1)), mode=mode, **k)


_INDICES: Final = {
    **for_functions(
        _NUMPY, "diag_indices tril_indices triu_indices", (Call(lambda f, x, k: f(2)),)
    ),
    **for_functions(_NUMPY, "mask_indices", (Call(lambda f, x, k: f(2, _triangle, size=2)),)),
    **for_functions(_NUMPY, "diag_indices_from tril_indices_from triu_indices_from", arrays()),
    **sized(f"{_NUMPY}.nonzero", 1),
    **for_functions(
        _NUMPY,
        "ravel_multi_index",
        tuple(
            Call(_raveled(size, mode), literals_from=NO_LITERALS)
            for size in (1, 70_000)
            for mode in ("clip", "wrap")
        ),
    ),
    **for_functions(_NUMPY, "unravel_index", arrays((2, 2))),
    **for_functions(_NUMPY, "ix_", _vectors()),
    **for_functions(
        _NUMPY,
        "fill_diagonal",
        (Call(lambda f, x, k: f(*x, inplace=False), scalars=(1,), literals_from=1),),
    ),
    **for_functions(
        _NUMPY,
        "place",
        (Call(lambda f, x, k: f(x[0], x[0] == x[0], x[1], inplace=False), (2,), literals_from=1),),
    ),
    **for_functions(
        _NUMPY,
        "put",
        (
            Call(
                lambda f, x, k: f(x[0], 0, x[1], inplace=False), (2,), scalars=(1,), literals_from=1
            ),
        ),
    ),
    **for_functions(
        _NUMPY,
        "put_along_axis",
        (Call(lambda f, x, k: f(x[0], x[0].argsort(0), x[1], 0, inplace=False), literals_from=1),),
    ),
    **for_functions(
        _NUMPY,
        "select",
        (Call(lambda f, x, k: f([True] * len(x), list(x)), literals_from=NO_LITERALS),),
    ),
    "jax.numpy.select[default=...]": (
        Call(
            lambda f, x, k: f([True] * (len(x) - 1), list(x[:-1]), x[-1]),
            literals_from=NO_LITERALS,
            counts=(2, 3),
        ),
    ),
}


def _triangle(array: Any, k: int) -> Any:
    import jax.numpy as jnp

    return jnp.triu(array, k)


_BEYOND: Final = "extrapolate"


def _interpolations(variant: str, outside: str, **given: str) -> dict[str, tuple[Call, ...]]:
    """Call with values for places outside, as far as they are not extrapolated."""
    counts = tuple(range(3, 4 + len(outside.split())))
    return {f"{_NUMPY}.interp{variant}": (_vectors_named(3, outside, given, counts=counts),)}


_POLYNOMIALS: Final = {
    **for_functions(_NUMPY, "poly polyder vander ediff1d", _vectors()),
    "jax.numpy.ediff1d[to_end=...]": _vectors(to_end=2.5),
    "jax.numpy.ediff1d[to_begin=...]": _vectors(to_begin=2j),
    **for_functions(
        _NUMPY,
        "polyint",
        (named(1, "k", shape=(4,), scalars=(1,), literals_from=1, counts=(1, 2)),),
    ),
    **for_functions(_NUMPY, "unwrap", _vectors()),
    "jax.numpy.unwrap[period=...]": (
        named(1, "period", shape=(4,), scalars=(1,), literals_from=1),
    ),
    **for_functions(_NUMPY, "trapezoid", _vectors()),
    "jax.numpy.trapezoid[x=...]": (*_vectors(), *_vectors(dx=2j)),
    "jax.numpy.trapezoid[dx=...]": (named(1, "dx", shape=(4,), scalars=(1,), literals_from=1),),
    **for_functions(_NUMPY, "polyadd polysub polymul polydiv", _vectors()),
    **for_functions(_NUMPY, "polyval", (Call(shape=(2,), literals_from=1),)),
    **for_functions(_NUMPY, "roots", _vectors(strip_zeros=False)),
    **for_functions(_NUMPY, "polyfit", (_vectors_named(2, "w", {"deg": 1}, counts=(2, 3)),)),
    **for_functions(_NUMPY, "convolve correlate", _vectors()),
    **_interpolations("", "left right"),
    **_interpolations("[left='extrapolate']", "right", left=_BEYOND),
    **_interpolations("[right='extrapolate']", "left", right=_BEYOND),
    **_interpolations("[left='extrapolate'][right='extrapolate']", "", left=_BEYOND, right=_BEYOND),
    "jax.numpy.interp[period=...]": tuple(
        named(3, "period", given, shape=(4,), scalars=(3,), literals_from=3)
        for given in ({}, {"left": 2j, "right": _BEYOND})
    ),
}

_GRADIENTS: Final = (
    Call(lambda f, x, k: f(*x, axis=0), (4,), (1,), counts=(1, 2), literals_from=1),
    Call(lambda f, x, k: f(*x, axis=-1), (4,), counts=(1, 2), literals_from=NO_LITERALS),
)


def _weighed(*parameters: str) -> tuple[Call, ...]:
    """Call with one or two matrices of samples and with weights of their columns."""
    count = len(parameters) + 1

    def invoke(f: Any, x: Any, k: Any, **more: Any) -> Any:
        samples, weights = x[: 1 - count], x[1 - count :]
        rows = {name: each[0] for name, each in zip(parameters, weights, strict=True)}
        return f(*samples, **rows, **k, **more)

    return tuple(
        Call(each, literals_from=NO_LITERALS, counts=(count, count + 1))
        for each in (invoke, partial(invoke, ddof=0))
    )


_STATISTICS: Final = {
    **for_functions(_NUMPY, "cov corrcoef", (Call(literals_from=NO_LITERALS, counts=(1, 2)),)),
    "jax.numpy.cov[fweights=...]": _weighed("fweights"),
    "jax.numpy.cov[aweights=...]": _weighed("aweights"),
    "jax.numpy.cov[fweights=...][aweights=...]": _weighed("fweights", "aweights"),
    **for_functions(
        _NUMPY,
        "histogram",
        _binned(_vectors_named(1, "weights", counts=(1, 2))),
    ),
    **for_functions(_NUMPY, "histogram2d", _binned(_vectors()[0])),
    "jax.numpy.histogram2d[weights=...]": _binned(_vectors_named(2, "weights")),
    **for_functions(_NUMPY, "histogramdd", _binned(arrays()[0], 2)),
    "jax.numpy.histogramdd[weights=...]": _binned(
        Call(lambda f, x, k: f(x[0], weights=x[1][:, 0], **k), literals_from=NO_LITERALS), 2
    ),
    **for_functions(
        _NUMPY,
        "histogram_bin_edges",
        _binned(_vectors()[0]),
    ),
    **for_functions(_NUMPY, "gradient", (*_vectors(), *arrays())),
    **for_functions(_NUMPY, "gradient[axis=0] gradient[axis=-1]", _GRADIENTS),
    **for_functions(_NUMPY, "kaiser", (Call(lambda f, x, k: f(3, 2.5)),)),
}


def _piecewise(value: Any) -> Invoke:
    """Call with a number or a function for the one condition."""
    return lambda f, x, k: f(x[0], [x[0] == x[0]], [value], **k)


_OTHERS: Final = {
    **for_functions(_NUMPY, "sort_complex minmax", arrays()),
    # It returns a list although its annotation promises a tuple.
    **for_functions(
        _NUMPY, "top_k", (Call(lambda f, x, k: tuple(f(*x, 1)), literals_from=NO_LITERALS),)
    ),
    **for_functions(
        _NUMPY,
        "piecewise",
        tuple(
            Call(_piecewise(value), literals_from=NO_LITERALS)
            for value in (0, 2.5, lambda x: x, lambda x: x.astype("int16"))
        ),
    ),
    **for_functions(_NUMPY, "packbits unpackbits lexsort", arrays()),
    **for_functions(_NUMPY, "meshgrid", _vectors()),
}

CALLS: Final[dict[str, tuple[Call, ...]]] = {
    **_SETS,
    **_INDICES,
    **_POLYNOMIALS,
    **_STATISTICS,
    **_OTHERS,
}
