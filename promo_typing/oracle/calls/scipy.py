"""Functions of jax.scipy."""

from __future__ import annotations

from typing import Any, Final

from promo_typing.core.dtypes import NODES
from promo_typing.oracle.calls.call import (
    NO_LITERALS,
    Call,
    after,
    any_rank,
    arrays,
    for_functions,
    named,
)
from promo_typing.rules import Rule
from promo_typing.rules.catalogue.jax_scipy.stats import DISTRIBUTIONS
from promo_typing.rules.model import MODES
from promo_typing.rules.model.dtype_sets import SMALL_INTEGERS

_LINALG: Final = "jax.scipy.linalg"


def _vectors(size: int, *more: Any, **options: Any) -> tuple[Call, ...]:
    """Call with operands of one dimension, and further arguments after them."""
    call = Call(lambda f, x, k: f(*x, *more, **k), (size,), literals_from=NO_LITERALS, **options)
    return (call,)


def _correlated(
    shape: tuple[int, ...], *modes: str, positions: tuple[int, ...]
) -> tuple[Call, ...]:
    """Call with arrays, and with those of NumPy for the operands that are conjugated."""

    def of_numpy(at: int, mode: str) -> Call:
        return Call(
            lambda f, x, k: f(
                *(_numpy(each) if i == at else each for i, each in enumerate(x)), mode, **k
            ),
            shape,
            literals_from=NO_LITERALS,
        )

    plain = Call(shape=shape, literals_from=NO_LITERALS)
    return (plain, *(of_numpy(at, mode) for at, mode in zip(positions, modes, strict=True)))


def _numpy(array: Any) -> Any:
    """An array of NumPy for an integer of few bits, the dtypes that NumPy treats differently."""
    import numpy

    few = str(array.dtype) in _FEW_BITS
    return numpy.zeros(array.shape, array.dtype) if few else array


def _pivots() -> Any:
    import jax

    return jax.numpy.arange(2, dtype=jax.numpy.int32)


_FEW_BITS: Final = [node for node in NODES if node in SMALL_INTEGERS.nodes(MODES[0])]

_MATRICES: Final = {
    **for_functions(
        _LINALG,
        "cho_factor cholesky det expm expm_frechet hessenberg inv lu lu_factor polar qr qr_multiply"
        " rsf2csf schur solve solve_sylvester solve_triangular sqrtm svd",
        arrays(),
    ),
    f"{_LINALG}.cho_solve": (
        Call(lambda f, x, k: f((x[0], True), x[1], **k), literals_from=NO_LITERALS),
    ),
    f"{_LINALG}.lu_solve": (
        Call(lambda f, x, k: f((x[0], _pivots()), x[1], **k), literals_from=NO_LITERALS),
    ),
    **for_functions(
        _LINALG,
        "eigh",
        # JAX has not implemented the second operand.
        (Call(literals_from=NO_LITERALS, counts=(1,)),),
    ),
    **for_functions(
        _LINALG,
        "eigh_tridiagonal",
        (
            Call(
                lambda f, x, k: f(x[0], x[1][:1], **k),
                (2,),
                literals_from=NO_LITERALS,
            ),
        ),
    ),
    **for_functions(_LINALG, "block_diag circulant", arrays()),
    **for_functions(_LINALG, "companion fiedler fiedler_companion", _vectors(3)),
    **for_functions(_LINALG, "convolution_matrix", _vectors(3, 3)),
    **for_functions(_LINALG, "hankel toeplitz", _vectors(2, counts=(1, 2))),
    **for_functions(
        _LINALG,
        "leslie",
        (Call(lambda f, x, k: f(x[0], x[1][:1]), (2,), literals_from=NO_LITERALS),),
    ),
    **for_functions(
        _LINALG,
        "dft hadamard helmert hilbert invhilbert invpascal pascal",
        (Call(lambda f, x, k: f(4, **k)),),
    ),
}

_SIGNALS: Final = {
    **for_functions("jax.scipy.signal", "convolve fftconvolve", _vectors(2)),
    **for_functions("jax.scipy.signal", "convolve2d detrend", arrays()),
    "jax.scipy.signal.correlate": _correlated((2,), "full", positions=(1,)),
    "jax.scipy.signal.correlate2d": _correlated((2, 2), "full", "same", positions=(0, 1)),
    **for_functions("jax.scipy.signal", "csd", _vectors(8)),
    "jax.scipy.signal.csd[y=None]": (
        Call(lambda f, x, k: f(x[0], None), (8,), literals_from=NO_LITERALS),
    ),
    **for_functions("jax.scipy.signal", "welch", _vectors(8)),
    **for_functions(
        "jax.scipy.signal",
        "stft",
        (
            Call(lambda f, x, k: f(x[0], nperseg=4, **k), (8,), literals_from=NO_LITERALS),
            Call(lambda f, x, k: f(x[0], 2.5, nperseg=4, **k), (8,), literals_from=NO_LITERALS),
        ),
    ),
    **for_functions(
        "jax.scipy.signal",
        "istft",
        (
            Call(lambda f, x, k: f(x[0], **k), (5, 4), literals_from=NO_LITERALS),
            Call(lambda f, x, k: f(x[0], 2.5, **k), (5, 4), literals_from=NO_LITERALS),
        ),
    ),
    **for_functions("jax.scipy.fft", "dct dctn idct idctn", arrays()),
    **for_functions("jax.scipy.cluster.vq", "vq", arrays()),
    **for_functions(
        "jax.scipy.integrate",
        "trapezoid",
        (Call(literals_from=NO_LITERALS),),
    ),
    "jax.scipy.integrate.trapezoid[x=...]": (Call(literals_from=NO_LITERALS),),
    "jax.scipy.integrate.trapezoid[dx=...]": (named(1, "dx", scalars=(1,), literals_from=1),),
}


def _mapped(order: int, mode: str) -> Call:
    """Interpolate a vector, and if a variant of the rule does not say how, in this order."""
    return Call(
        lambda f, x, k: f(x[0], list(x[1:]), **{"order": order, "mode": mode, **k}),
        (2,),
        literals_from=NO_LITERALS,
        counts=(2,),
    )


_INTERPOLATIONS: Final = {
    "jax.scipy.ndimage.map_coordinates": tuple(
        _mapped(order, mode) for order in (0, 1) for mode in ("constant", "nearest")
    ),
}


_SPECIAL: Final = {
    **for_functions("jax.scipy.special", "multigammaln", after(2)),
    **for_functions("jax.scipy.special", "bessel_jn", any_rank(lambda f, x, k: f(x[0], v=3))),
    **for_functions(
        "jax.scipy.special",
        "sph_harm_y",
        (Call(lambda f, x, k: f(*x, n_max=2), (2,), literals_from=NO_LITERALS),),
    ),
    **for_functions("jax.scipy.special", "bernoulli", (Call(lambda f, x, k: f(3)),)),
    # Tracing these takes long, and their results do not depend on the rank.
    **for_functions("jax.scipy.special", "exp1 expi expn hyp1f1 hyp2f1 owens_t", (Call(),)),
    **for_functions(
        "jax.scipy.special",
        "logsumexp",
        (
            Call(
                lambda f, x, k: f(x[0], b=x[1] if len(x) == 2 else None, **k),
                literals_from=NO_LITERALS,
                counts=(1, 2),
            ),
        ),
    ),
}


def _distribution(rule: Rule) -> tuple[Call, ...]:
    """Call with arrays throughout, and with an array at scalar parameters that may be left out."""
    operands = [each.name for each in rule.operands]
    count = len(operands)
    required = operands.index("loc") if "loc" in operands else count
    counts = tuple(range(required, count + 1))
    parameters = tuple(range(1, count))
    return (*any_rank(lambda f, x, k: f(*x), counts=counts), Call(scalars=parameters))


_DISTRIBUTIONS: Final = {
    **{name: _distribution(rule) for name, rule in DISTRIBUTIONS.items()},
    **for_functions(
        "jax.scipy.stats",
        "multivariate_normal.logpdf multivariate_normal.pdf",
        (Call(lambda f, x, k: f(x[0][0], x[1][0], x[2]), literals_from=NO_LITERALS),),
    ),
    **for_functions(
        "jax.scipy.stats",
        "multinomial.logpmf multinomial.pmf",
        (Call(lambda f, x, k: f(x[0], x[1][0], x[2]), (2,), literals_from=NO_LITERALS),),
    ),
    **for_functions("jax.scipy.stats", "dirichlet.logpdf dirichlet.pdf", _vectors(3)),
}

_SAMPLES: Final = {
    **for_functions("jax.scipy.stats", "rankdata sem mode", arrays()),
}

CALLS: Final[dict[str, tuple[Call, ...]]] = {
    **_MATRICES,
    **_SIGNALS,
    **_INTERPOLATIONS,
    **_SPECIAL,
    **_DISTRIBUTIONS,
    **_SAMPLES,
}
