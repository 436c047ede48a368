"""Functions of jax.numpy about sets, indices, polynomials, histograms and bits."""

from __future__ import annotations

from typing import Any, Final

from promo_typing.oracle.calls.call import (
    NO_LITERALS,
    PLAIN,
    Call,
    Invoke,
    arrays,
    for_functions,
    open_versions,
)

_NUMPY: Final = "jax.numpy"


def _vectors(*more: Any, **keywords: Any) -> tuple[Call, ...]:
    """Call with operands of one dimension, and further arguments after them."""
    return (Call(lambda f, x, k: f(*x, *more, **k, **keywords), (4,), literals_from=NO_LITERALS),)


def _weighted(**keywords: Any) -> Call:
    """Call with a vector and perhaps its weights."""
    return Call(
        lambda f, x, k: f(x[0], weights=x[1] if len(x) == 2 else None, **k, **keywords),
        (4,),
        literals_from=NO_LITERALS,
        counts=(1, 2),
    )


_SETS: Final = {
    **for_functions(_NUMPY, "unique unique_all unique_counts unique_inverse", arrays(size=2)),
    **for_functions(_NUMPY, "unique_values", arrays(size=2)),
    **for_functions(_NUMPY, "union1d setdiff1d setxor1d", _vectors(size=2)),
    **for_functions(_NUMPY, "intersect1d", open_versions(*_vectors(size=2))),
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
    return lambda f, x, k: f(list(x), (size, *(1,) * (len(x) - 1)), mode=mode)


_INDICES: Final = {
    **for_functions(
        _NUMPY, "diag_indices tril_indices triu_indices", (Call(lambda f, x, k: f(2)),)
    ),
    **for_functions(_NUMPY, "mask_indices", (Call(lambda f, x, k: f(2, _triangle, size=2)),)),
    **for_functions(_NUMPY, "diag_indices_from tril_indices_from triu_indices_from", arrays()),
    **for_functions(_NUMPY, "nonzero", (*arrays(size=2), *arrays(size=2, fill_value=-1))),
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
    **for_functions(_NUMPY, "ix_", open_versions(*_vectors())),
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
}


def _triangle(array: Any, k: int) -> Any:
    import jax.numpy as jnp

    return jnp.triu(array, k)


_POLYNOMIALS: Final = {
    **for_functions(_NUMPY, "poly polyder polyint vander unwrap ediff1d", _vectors()),
    **for_functions(_NUMPY, "trapezoid", (*_vectors(), *_vectors(dx=0.5))),
    **for_functions(_NUMPY, "polyadd polysub polymul polydiv", _vectors()),
    **for_functions(_NUMPY, "polyval", (Call(shape=(2,), literals_from=1),)),
    **for_functions(_NUMPY, "roots", _vectors(strip_zeros=False)),
    **for_functions(_NUMPY, "polyfit", _vectors(1)),
    **for_functions(_NUMPY, "convolve correlate", open_versions(*_vectors())),
    **for_functions(_NUMPY, "interp", (Call(shape=(4,), literals_from=NO_LITERALS),)),
}

_STATISTICS: Final = {
    **for_functions(_NUMPY, "cov corrcoef", (Call(literals_from=NO_LITERALS, counts=(1, 2)),)),
    **for_functions(
        _NUMPY,
        "histogram",
        (_weighted(), _weighted(bins=3)),
    ),
    **for_functions(_NUMPY, "histogram2d", (*_vectors(), *_vectors(bins=3))),
    **for_functions(_NUMPY, "histogramdd", (*arrays(), *arrays(bins=3))),
    **for_functions(_NUMPY, "histogram_bin_edges", open_versions(*_vectors(), *_vectors(bins=3))),
    **for_functions(_NUMPY, "gradient", (*_vectors(), *arrays())),
    **for_functions(_NUMPY, "kaiser", (Call(lambda f, x, k: f(3, 2.5)),)),
}


def _piecewise(value: Any) -> Invoke:
    """Call with a number or a function for the one condition."""
    return lambda f, x, k: f(x[0], [x[0] == x[0]], [value], **k)


_OTHERS: Final = {
    **for_functions(_NUMPY, "sort_complex minmax", arrays()),
    # It returns a list, where its annotation promises a tuple.
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
    **for_functions(_NUMPY, "broadcast_arrays", open_versions(*PLAIN)),
    **for_functions(_NUMPY, "meshgrid", open_versions(*_vectors())),
}

CALLS: Final[dict[str, tuple[Call, ...]]] = {
    **_SETS,
    **_INDICES,
    **_POLYNOMIALS,
    **_STATISTICS,
    **_OTHERS,
}
