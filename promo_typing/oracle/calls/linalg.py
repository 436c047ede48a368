"""Functions of jax.numpy.linalg and jax.numpy.fft."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from promo_typing.oracle.calls.call import (
    NO_LITERALS,
    Call,
    arrays,
    for_functions,
    sequences,
)

_LINALG: Final = "jax.numpy.linalg"
_FFT: Final = "jax.numpy.fft"

_MATRIX: Final = arrays()


def _of_size(size: int) -> Call:
    return Call(lambda f, x, k: f(size, **k))


CALLS: Final[dict[str, tuple[Call, ...]]] = {
    **for_functions(
        _LINALG,
        "cholesky diagonal eig eigh eigvals eigvalsh inv lstsq matmul matrix_norm matrix_rank"
        " matrix_transpose pinv qr solve svd svdvals tensordot trace vecdot",
        _MATRIX,
    ),
    # Determinants of small matrices are computed without a decomposition.
    **for_functions(_LINALG, "det slogdet", (*_MATRIX, replace(_MATRIX[0], shape=(4, 4)))),
    **for_functions(_LINALG, "cond", (*arrays(), *arrays(p=1), *arrays(p=-2))),
    **for_functions(_LINALG, "cross", (Call(shape=(3,), literals_from=NO_LITERALS),)),
    **for_functions(_LINALG, "outer", (Call(shape=(2,), literals_from=NO_LITERALS),)),
    **for_functions(
        _LINALG,
        "matrix_power",
        (
            *arrays(2),
            *arrays(0),
            *arrays(-1),
        ),
    ),
    **for_functions(_LINALG, "multi_dot", sequences((2, 2))),
    **for_functions(_LINALG, "norm vector_norm", (*arrays(), *arrays(axis=0))),
    f"{_LINALG}.norm[ord=...]": tuple(
        call for order in (1, 2, math.inf) for call in (*arrays(order), *arrays(order, axis=0))
    ),
    f"{_LINALG}.vector_norm[ord=...]": (
        *arrays(ord=0),
        *arrays(ord=1),
        *arrays(ord=2),
        *arrays(ord=3),
        *arrays(ord=math.inf),
    ),
    f"{_LINALG}.matrix_norm[ord=...]": (*arrays(ord=1), *arrays(ord=2), *arrays(ord="nuc")),
    **for_functions(_LINALG, "tensorinv", arrays(ind=1)),
    **for_functions(
        _LINALG,
        "tensorsolve",
        (Call(lambda f, x, k: f(x[0], x[1][0]), literals_from=NO_LITERALS),),
    ),
    **for_functions(
        _FFT,
        "fft fft2 fftn hfft ifft ifft2 ifftn ihfft irfft irfft2 irfftn rfft rfft2 rfftn",
        _MATRIX,
    ),
    **for_functions(_FFT, "fftshift ifftshift", _MATRIX),
    **for_functions(_FFT, "fftfreq", (_of_size(3),)),
    **for_functions(_FFT, "rfftfreq", (_of_size(1), _of_size(30))),
}
"""They need matrices, which Python scalars are not."""
