"""Functions of jax.numpy."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from promo_typing.oracle.calls.call import (
    NO_LITERALS,
    PLAIN,
    Call,
    after,
    any_rank,
    arrays,
    before,
    for_functions,
    named,
    sequences,
    sized,
)


def _quantiles(names: str) -> dict[str, tuple[Call, ...]]:
    plain = Call(scalars=(1,))
    method = {"method": "inverted_cdf"}
    weighted = named(2, "weights", method, scalars=(1,), literals_from=NO_LITERALS)
    return {
        f"jax.numpy.{name}{variant}": (call,)
        for name in names.split()
        for variant, call in (
            ("", plain),
            ("[weights=...]", plain),
            ("[weights=...][method='inverted_cdf']", weighted),
        )
    }


_FUNCTIONS: Final = {
    **for_functions("jax.numpy", "where", before(True)),
    **sized("jax.numpy.where[x=absent]", 1),
    **for_functions("jax.numpy", "array_equal", (*PLAIN, Call(scalars=(1,)))),
    **for_functions("jax.numpy", "power pow", (*PLAIN, Call(known=(1,)))),
    **for_functions("jax.numpy", "matmul matvec vecmat vecdot", arrays()),
    **for_functions("jax.numpy", "tensordot", arrays(axes=1)),
    **for_functions("jax.numpy", "cross", (Call(shape=(3,), literals_from=NO_LITERALS),)),
    **for_functions("jax.numpy", "trace diagonal", arrays()),
    **for_functions(
        "jax.numpy",
        "average",
        (named(1, "weights", literals_from=NO_LITERALS, counts=(1, 2)),),
    ),
    **_quantiles("quantile percentile nanquantile nanpercentile"),
    **for_functions("jax.numpy", "cumulative_sum cumulative_prod", arrays(axis=0)),
    **for_functions(
        "jax.numpy", "zeros ones empty eye identity", (Call(lambda f, x, k: f(3, **k)),)
    ),
    **for_functions("jax.numpy", "frombuffer", (Call(lambda f, x, k: f(bytes(16), **k)),)),
    **for_functions("jax.numpy", "fromstring", (Call(lambda f, x, k: f("1", sep=" ", **k)),)),
    **for_functions("jax.numpy", "tri", (Call(lambda f, x, k: f(3, **k)),)),
    **for_functions("jax.numpy", "indices", (Call(lambda f, x, k: f((3,), **k)),)),
    **for_functions(
        "jax.numpy", "bartlett blackman hamming hanning", (Call(lambda f, x, k: f(3, **k)),)
    ),
    **for_functions("jax.numpy", "full", before((2, 2))),
    **for_functions("jax.numpy", "arange", (Call(nodes=(), counts=(1, 2, 3)),)),
    **for_functions(
        "jax.numpy",
        "logspace",
        tuple(named(2, "base", shape=shape, scalars=(2,), counts=(2, 3)) for shape in ((2, 2), ())),
    ),
    **for_functions(
        "jax.numpy",
        "full_like",
        any_rank(lambda f, x, k: f(*x, **k), literals_from=NO_LITERALS, not_numpy=(1,)),
    ),
    **for_functions("jax.numpy", "astype", (Call(lambda f, x, k: f(x[0], k.get("dtype"))),)),
    **for_functions("jax.numpy", "vdot", arrays()),
    **for_functions(
        "jax.numpy",
        "bincount",
        (Call(lambda f, x, k: f(x[0], length=3), (2,), literals_from=NO_LITERALS),),
    ),
    "jax.numpy.bincount[weights=...]": (
        Call(lambda f, x, k: f(x[0], x[1], length=3), (2,), literals_from=NO_LITERALS),
    ),
    **for_functions(
        "jax.numpy",
        "atleast_1d atleast_2d atleast_3d",
        any_rank(lambda f, x, k: f(*x, **k), counts=(1,)),
    ),
    **for_functions(
        "jax.numpy",
        "einsum",
        (Call(lambda f, x, k: f(",".join(["ij"] * len(x)), *x, **k), literals_from=NO_LITERALS),),
    ),
}
"""The functions of jax.numpy."""

_SHAPE_FUNCTIONS: Final = {
    # reshape returns arrays of NumPy for arrays of NumPy, contrary to its annotation.
    **for_functions("jax.numpy", "reshape", (replace(arrays((4,))[0], not_numpy=(0,)),)),
    **for_functions("jax.numpy", "resize", arrays((4,))),
    **for_functions("jax.numpy", "broadcast_to", arrays((2, 2))),
    **for_functions("jax.numpy", "permute_dims", arrays((1, 0))),
    **for_functions("jax.numpy", "expand_dims roll", after(0)),
    **for_functions("jax.numpy", "tile", after((1,))),
    **for_functions("jax.numpy", "squeeze transpose ravel", PLAIN),
    **for_functions("jax.numpy", "moveaxis swapaxes", arrays(0, 1)),
    **for_functions("jax.numpy", "rollaxis repeat", arrays(1)),
    **for_functions("jax.numpy", "partition argpartition", arrays(1)),
    **for_functions(
        "jax.numpy", "rot90 sort argsort fliplr flipud flip tril triu diag diagflat", arrays()
    ),
    **for_functions("jax.numpy", "matrix_transpose", arrays()),
    **for_functions(
        "jax.numpy",
        "diff",
        (named(1, "prepend append", literals_from=1, counts=(1, 2, 3)),),
    ),
    **for_functions("jax.numpy", "take", any_rank(lambda f, x, k: f(x[0], 0, **k))),
    **for_functions("jax.numpy", "pad", arrays(1)),
    **for_functions("jax.numpy", "delete", arrays(0)),
    **for_functions(
        "jax.numpy",
        "insert",
        (Call(lambda f, x, k: f(x[0], 0, x[1], 0), scalars=(1,), literals_from=1, not_numpy=(1,)),),
    ),
    **for_functions(
        "jax.numpy",
        "take_along_axis",
        (Call(lambda f, x, k: f(x[0], x[0].argsort(0), 0), literals_from=NO_LITERALS),),
    ),
    **for_functions(
        "jax.numpy",
        "extract",
        (Call(lambda f, x, k: f(True, x[0], size=1), (1,), literals_from=NO_LITERALS),),
    ),
    **sized("jax.numpy.argwhere", 1),
    **sized("jax.numpy.flatnonzero", 1),
    **for_functions(
        "jax.numpy",
        "concatenate stack concat hstack vstack dstack column_stack block",
        sequences((2, 2)),
    ),
    **for_functions("jax.numpy", "append", arrays()),
    **for_functions("jax.numpy", "split array_split hsplit vsplit", arrays(2)),
    **for_functions(
        "jax.numpy",
        "dsplit",
        (Call(lambda f, x, k: f(x[0], 2), (2, 2, 2), literals_from=NO_LITERALS),),
    ),
    **for_functions("jax.numpy", "unstack", arrays()),
    **for_functions("jax.numpy", "searchsorted", (Call(shape=(2,), literals_from=1),)),
    **for_functions("jax.numpy", "digitize", (Call(shape=(2,), literals_from=NO_LITERALS),)),
}
"""Those that need arguments which say something about shapes."""

CALLS: Final[dict[str, tuple[Call, ...]]] = {**_FUNCTIONS, **_SHAPE_FUNCTIONS}
