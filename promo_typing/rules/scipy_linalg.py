"""jax.scipy.linalg: decompositions, solvers, functions of matrices and special matrices.

The decompositions are written for the dtypes of LAPACK. An older JAX refused others only when
it compiled, which abstract evaluation does not do.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from promo_typing.core.versions import JAX_0_11, JAX_0_12
from promo_typing.rules.group import group
from promo_typing.rules.model import Before, Rule, Variant

_MODULE: Final = "jax.scipy.linalg"
_WIDE: Final = (
    "uint64/strict+narrow int64/strict+narrow float64/strict+narrow complex128/strict+narrow"
)
_INEXACT: Final = ("inexact",)
_CONCRETE: Final = ("inexact_concrete",)
_SINGULAR: Final = ("inexact", "inexact_real", "inexact")


def _lapack(operands: str, *results: str, older: Any = None, **fields: Any) -> Rule:
    """A rule for operands that are promoted to inexact; ``older`` are fields of an older JAX."""
    names, variants = tuple(operands.split()), fields.pop("variants", ())
    fields = {"results": results, "accepts": "lapack", **fields}
    earlier = Rule(names, **{**fields, "accepts": "not_tiny_int", **(older or {})})
    return Rule(names, variants=variants, before=Before(JAX_0_11, earlier), **fields)


def _unpromoted(operands: str, *results: str, **fields: Any) -> Rule:
    """The same, for operands that must be inexact."""
    older = {"accepts": "inexact"}
    return _lapack(operands, *results, accepts="lapack_inexact", older=older, **fields)


def _lapack_tuple(operands: str, *results: str, **fields: Any) -> Rule:
    return _lapack(operands, *results, container="tuple", **fields)


_EQUAL: Final[dict[str, Any]] = {"combine": "equal", "accepts": "lapack_inexact"}


def _permuted() -> Rule:
    """An older JAX multiplied the factor by a permutation that is real, if promotion is strict."""
    complexes = "complex64/strict complex128/strict weak_complex/strict"
    results = ("inexact_concrete", "inexact")
    older = _lapack_tuple(
        "a",
        *results,
        accepts=f"lapack but {complexes}",
        older={"accepts": f"not_tiny_int but {complexes}"},
    )
    return replace(_lapack_tuple("a", *results), before=Before(JAX_0_12, older))


def _generalized(*results: str, **fields: Any) -> Rule:
    """The eigenvalue problem, which ``b`` makes a generalized one; an older JAX refused it."""
    alone = {"combine": "alone"}
    older = _lapack("a b", *results, older=alone, **alone, **fields)
    return replace(_lapack("a b", *results, **fields), before=Before(JAX_0_12, older))


_QR_R: Final = _lapack_tuple(
    "a",
    "inexact",
    variants=(Variant("pivoting", True, _lapack_tuple("a", "inexact", "argpartition")),),
)

_DECOMPOSITIONS: Final[dict[str, Rule]] = {
    "cholesky": _lapack("a", *_INEXACT),
    "eigh": replace(
        _generalized("inexact_real", "inexact", container="tuple"),
        variants=(Variant("eigvals_only", True, _generalized("inexact_real")),),
    ),
    "hessenberg": _unpromoted(
        "a",
        "same",
        variants=(
            Variant("calc_q", True, _unpromoted("a", "same", "concrete", container="tuple")),
        ),
    ),
    "lu": _lapack_tuple(
        "a",
        "inexact_real_concrete",
        "inexact_concrete",
        "inexact",
        variants=(Variant("permute_l", True, _permuted()),),
    ),
    "cho_factor": _lapack("a", *_INEXACT, container="factor"),
    "lu_factor": _lapack_tuple("a", "inexact", "argpartition"),
    "polar": _unpromoted(
        "a",
        "concrete",
        "concrete",
        container="tuple",
        variants=(
            Variant("method", "svd", _unpromoted("a", "same", "concrete", container="tuple")),
        ),
    ),
    "qr": _lapack_tuple(
        "a",
        "inexact",
        "inexact",
        variants=(
            Variant("mode", "r", _QR_R),
            Variant("pivoting", True, _lapack_tuple("a", "inexact", "inexact", "argpartition")),
        ),
    ),
    "eigh_tridiagonal": Rule(
        ("d", "e"),
        combine="equal",
        accepts="lapack_inexact but float64/narrow complex128/narrow",
        results=("real", "same"),
        container="tuple",
        variants=(
            Variant(
                "eigvals_only",
                True,
                Rule(
                    ("d", "e"),
                    combine="equal",
                    accepts=f"lapack_inexact but {_WIDE}",
                    results=("real",),
                ),
            ),
        ),
    ),
    "qr_multiply": _lapack_tuple(
        "a c",
        "inexact",
        "inexact",
        variants=(
            Variant(
                "pivoting",
                True,
                _lapack_tuple("a c", "inexact_concrete", "inexact_concrete", "int32"),
            ),
        ),
    ),
    "rsf2csf": Rule(
        ("T", "Z"), accepts=f"any but {_WIDE}", results=("complex", "complex"), container="tuple"
    ),
    # A list, though JAX's own annotation says that it is a tuple.
    "schur": _unpromoted(
        "a",
        "same",
        container="list",
        variants=(
            Variant(
                "output", "complex", Rule(("a",), results=("complex_concrete",), container="list")
            ),
        ),
    ),
    "svd": _lapack_tuple(
        "a", *_SINGULAR, variants=(Variant("compute_uv", False, _lapack("a", "inexact_real")),)
    ),
}

_MATRIX: Final[dict[str, Rule]] = {
    "det": Rule(
        ("a",),
        accepts="any but int2",
        results=_INEXACT,
        before=Before(JAX_0_11, Rule(("a",), results=_INEXACT)),
    ),
    "inv": _lapack("a", *_CONCRETE),
    "expm": Rule(("A",), accepts="lapack", results=_CONCRETE),
    "expm_frechet": Rule(
        ("A", "E"),
        **_EQUAL,
        results=("same", "same"),
        container="tuple",
        variants=(Variant("compute_expm", False, Rule(("A", "E"), **_EQUAL)),),
    ),
    "sqrtm": Rule(
        ("A",),
        accepts="any but uint64/narrow int64/narrow float64/narrow complex128/narrow",
        results=("complex_concrete",),
    ),
    "solve": _lapack("a b", *_INEXACT),
    "cho_solve": Rule(("c_and_lower[0]", "b"), accepts="not_tiny_int", results=_INEXACT),
    "lu_solve": Rule(("lu_and_piv[0]", "b"), accepts="not_tiny_int", results=_INEXACT),
    "solve_sylvester": _lapack("A B C", *_CONCRETE, older={"results": ("inexact_single",)}),
    "solve_triangular": Rule(("a", "b"), accepts="not_tiny_int", results=_INEXACT),
}

_SPECIAL: Final[dict[str, Rule]] = {
    **group(
        "*arrs",
        "block_diag",
        _MODULE,
        accepts="any but uint64/narrow int64/narrow float64/narrow complex128/narrow",
        results=("concrete",),
    ),
    **group("c", "circulant", _MODULE),
    **group("a", "companion fiedler_companion", _MODULE, results=_CONCRETE),
    **group("a", "convolution_matrix", _MODULE, results=("concrete",)),
    **group("a", "fiedler", _MODULE, accepts="absolute but bool", results=("absolute",)),
    **group("c r", "hankel toeplitz", _MODULE, results=("concrete",)),
    **group("f s", "leslie", _MODULE),
}

_MADE: Final[dict[str, Rule]] = {
    **group(
        "",
        "helmert hilbert invhilbert invpascal",
        _MODULE,
        combine="none",
        default="weak_float",
        results=("concrete",),
    ),
    **group(
        "",
        "dft",
        _MODULE,
        combine="none",
        default="weak_complex",
        results=("concrete",),
        dtype_parameter="dtype",
        dtype_combine="requested_complex",
    ),
    **group(
        "",
        "hadamard",
        _MODULE,
        combine="none",
        default="weak_int",
        results=("concrete",),
        dtype_parameter="dtype",
        dtype_combine="requested_number",
    ),
    **group("", "pascal", _MODULE, combine="none", default="float32"),
}
"""Matrices of a given size."""

LINALG: Final[dict[str, Rule]] = {
    **{f"{_MODULE}.{name}": rule for name, rule in (_DECOMPOSITIONS | _MATRIX).items()},
    **_SPECIAL,
    **_MADE,
}
