"""``jax.numpy.linalg``: decompositions, solvers and norms."""

from __future__ import annotations

from typing import Final

from promo_typing.core.versions import JAX_0_11
from promo_typing.rules.catalogue.decompositions import (
    CONVERTED,
    Returning,
    array,
    decomposed,
    sometimes_decomposed,
    tuple_of,
)
from promo_typing.rules.catalogue.notation import (
    case,
    mapped,
    promoted,
    promoting,
    rule,
    several,
    shared,
)
from promo_typing.rules.model import (
    STRICT_X32,
    X64,
    Alike,
    ArrayOf,
    Before,
    DtypeMap,
    First,
    Given,
    If,
    Is,
    Join,
    Map,
    NamedTuple,
    Of,
    Open,
    Rows,
    Rule,
    dtypes,
)
from promo_typing.rules.model.dtype_maps import (
    TO_COMPLEX,
    TO_DEFAULT_INT,
    TO_INEXACT,
    TO_INEXACT_REAL,
    TO_INEXACT_REAL_STRONG,
    TO_INEXACT_STRONG,
    TO_STRONG,
)
from promo_typing.rules.model.dtype_sets import (
    ABSOLUTE,
    ANY,
    INTEGRAL,
    LAPACK,
    NOT_SMALL,
    NOT_TINY,
    STRONG,
    WEAK,
    WIDE_ALL,
)

_A: Final = Join(Of("a"))
_X: Final = Join(Of("x"))


def _named(name: str, *to: DtypeMap) -> Returning:
    """Return a named tuple of ``jax.numpy.linalg``, with a map of the dtype for each field."""
    fullname = f"jax._src.numpy.linalg.{name}"
    return lambda taken: NamedTuple(fullname, *(ArrayOf(mapped(each, taken)) for each in to))


_VALUES_ALONE: Final = decomposed(_A, array(TO_INEXACT_REAL), Is("compute_uv", False))
_HERMITIAN: Final = Is("hermitian", True)

_SVD: Final = rule(
    ("a",),
    *decomposed(_A, array(TO_INEXACT_REAL), _HERMITIAN, Is("compute_uv", False)),
    # JAX computes the right vectors from the left ones, and converts them to a dtype, which makes
    # them strong.
    *decomposed(
        _A, _named("SVDResult", TO_INEXACT, TO_INEXACT_REAL, TO_INEXACT_STRONG), _HERMITIAN
    ),
    *_VALUES_ALONE,
    *decomposed(_A, _named("SVDResult", TO_INEXACT, TO_INEXACT_REAL, TO_INEXACT)),
)

_LEAST_SQUARES: Final = rule(
    ("a", "b"),
    case(several(Open(), Open(), Open(), Open()), Given("numpy_resid")),
    *decomposed(
        Join(Of("a", "b")),
        tuple_of(TO_INEXACT_STRONG, TO_INEXACT_REAL_STRONG, TO_DEFAULT_INT, TO_INEXACT_REAL),
    ),
)

_DECOMPOSITIONS: Final[dict[str, Rule]] = {
    "jax.numpy.linalg.cholesky": rule(("a",), *decomposed(_A, array(TO_INEXACT))),
    "jax.numpy.linalg.eig": rule(
        ("a",), *decomposed(_A, _named("EigResult", TO_COMPLEX, TO_COMPLEX))
    ),
    "jax.numpy.linalg.eigvals": rule(("a",), *decomposed(_A, array(TO_COMPLEX))),
    "jax.numpy.linalg.eigh": rule(
        ("a",), *decomposed(_A, _named("EighResult", TO_INEXACT_REAL, TO_INEXACT))
    ),
    "jax.numpy.linalg.eigvalsh": rule(("a",), *decomposed(_A, array(TO_INEXACT_REAL))),
    "jax.numpy.linalg.svd": _SVD,
    "jax.numpy.linalg.svdvals": rule(("x",), *decomposed(_X, array(TO_INEXACT_REAL))),
    "jax.numpy.linalg.qr": rule(
        ("a",),
        *decomposed(_A, array(TO_INEXACT), Is("mode", "r")),
        *decomposed(_A, tuple_of(TO_INEXACT, TO_INEXACT), Is("mode", "raw")),
        *decomposed(_A, _named("QRResult", TO_INEXACT, TO_INEXACT)),
    ),
}

_SOLVERS: Final[dict[str, Rule]] = {
    **shared(
        rule(("a",), *decomposed(_A, array(TO_INEXACT_STRONG))),
        "jax.numpy.linalg.inv",
        "jax.numpy.linalg.tensorinv",
    ),
    **shared(
        rule(("a", "b"), *decomposed(Join(Of("a", "b")), array(TO_INEXACT))),
        "jax.numpy.linalg.solve",
        "jax.numpy.linalg.tensorsolve",
    ),
    "jax.numpy.linalg.lstsq": _LEAST_SQUARES,
}

_TOLERANCE: Final = CONVERTED.but(WIDE_ALL.under(STRICT_X32))
"""Dtypes that JAX promotes with the default tolerance, a number of the default float."""

_WITH_TOLERANCE: Final[dict[str, Rule]] = {
    "jax.numpy.linalg.pinv": rule(
        ("a",), *decomposed(_A, array(TO_INEXACT_STRONG), accepts=_TOLERANCE)
    ),
    "jax.numpy.linalg.matrix_rank": rule(
        ("M",), *decomposed(Join(Of("M")), array(TO_DEFAULT_INT), accepts=_TOLERANCE)
    ),
}

_NOT_INT2: Final = ANY - dtypes("int2")
_NOT_TINY_BUT_INT1: Final = ANY - dtypes("uint1", "uint2", "int2")
"""All dtypes but the tiny integers that JAX refuses for all shapes and arguments."""

_DETERMINANTS: Final[dict[str, Rule]] = {
    "jax.numpy.linalg.det": rule(
        ("a",),
        case(Map(TO_INEXACT, promoted("a", known=NOT_TINY & STRONG)), Before(JAX_0_11)),
        Map(TO_INEXACT, promoted("a", accepts=_NOT_INT2, known=LAPACK & STRONG)),
    ),
    "jax.numpy.linalg.slogdet": rule(
        ("a",),
        *sometimes_decomposed(
            _A,
            _named("SlogdetResult", TO_INEXACT, TO_INEXACT_REAL),
            accepts=_NOT_TINY_BUT_INT1,
            known=CONVERTED.but(WEAK),
        ),
    ),
}
"""JAX decomposes large matrices only, whose determinants are strong."""

_NORM: Final = Map(TO_INEXACT_REAL_STRONG, promoted("x", accepts=NOT_TINY))

_NORMS: Final[dict[str, Rule]] = {
    # The norm needs a decomposition for some values of ``ord``.
    "jax.numpy.linalg.norm": rule(
        ("x",),
        *sometimes_decomposed(_X, array(TO_INEXACT_REAL_STRONG), Given("ord"), accepts=_NOT_INT2),
        _NORM,
    ),
    "jax.numpy.linalg.matrix_norm": rule(
        ("x",),
        *sometimes_decomposed(
            _X, array(TO_INEXACT_REAL_STRONG), Given("ord"), accepts=_NOT_TINY_BUT_INT1
        ),
        _NORM,
    ),
    "jax.numpy.linalg.vector_norm": rule(
        ("x",),
        case(
            Map(TO_INEXACT_REAL_STRONG, promoted("x", accepts=ABSOLUTE, known=ANY - INTEGRAL)),
            Given("ord"),
        ),
        # The root of a sum of squares. Integers are summed in the default integer dtype.
        Map(
            TO_INEXACT_REAL_STRONG.but(
                dict.fromkeys(
                    ("bool", "uint8", "uint16", "uint32", "int8", "int16", "int32"), "float64"
                ),
                under=X64,
            ),
            promoted("x", accepts=NOT_SMALL),
        ),
    ),
    "jax.numpy.linalg.cond": rule(
        ("x",),
        case(Map(TO_INEXACT_REAL, promoted("x", accepts=NOT_TINY, known=STRONG)), Before(JAX_0_11)),
        Map(TO_INEXACT_REAL, promoted("x", accepts=LAPACK, known=STRONG)),
    ),
}

_ARRAYS: Final = Of("arrays")

_PRODUCTS: Final[dict[str, Rule]] = {
    # Shapes decide the order of multiplication: with different dtypes the result is unknown.
    "jax.numpy.linalg.multi_dot": rule(
        (Rows("arrays"),), If(Alike(_ARRAYS), First(_ARRAYS), Open())
    ),
    # The exponent decides what is computed: 0 gives an identity, a negative one an inverse.
    "jax.numpy.linalg.matrix_power": promoting(
        "a", known=dtypes("float32", "float64", "complex64", "complex128"), to=TO_STRONG
    ),
}

LINALG: Final[dict[str, Rule]] = {
    **_DECOMPOSITIONS,
    **_SOLVERS,
    **_WITH_TOLERANCE,
    **_DETERMINANTS,
    **_NORMS,
    **_PRODUCTS,
}
"""All functions of ``jax.numpy.linalg`` that have a rule of their own."""
