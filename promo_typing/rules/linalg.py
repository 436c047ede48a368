"""Functions of jax.numpy.linalg and jax.numpy.fft.

Decompositions are written for the dtypes of LAPACK. An older JAX refused others only when it
compiled, which abstract evaluation does not do.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from promo_typing.core.versions import JAX_0_11
from promo_typing.rules import operators
from promo_typing.rules.group import group
from promo_typing.rules.model import GIVEN, Before, Rule, Variant
from promo_typing.rules.products import PRODUCTS
from promo_typing.rules.reductions import REDUCTIONS
from promo_typing.rules.shaping import REARRANGING

_MODULE: Final = "jax.numpy.linalg"
_CLASSES: Final = "jax._src.numpy.linalg"


def _lapack(
    operands: str,
    *results: str,
    older: Any = None,
    variants: tuple[Variant, ...] = (),
    **fields: Any,
) -> Rule:
    """A rule for operands that are promoted to inexact; ``older`` are fields of an older JAX."""
    names = tuple(operands.split())
    fields = {"results": results, "accepts": "lapack", **fields}
    earlier = Rule(names, **{**fields, "accepts": "not_tiny_int", **(older or {})})
    return Rule(names, variants=variants, before=Before(JAX_0_11, earlier), **fields)


def _sometimes(operands: str, *results: str, **fields: Any) -> Rule:
    """A rule for what needs a decomposition for some shapes or arguments only."""
    names = tuple(operands.split())
    older = Rule(names, results=results, unknown_for="tiny_int", **fields)
    newer = replace(older, unknown_for="not_lapack")
    return replace(newer, before=Before(JAX_0_11, older))


def _by_shape(operands: str, *results: str, **fields: Any) -> Rule:
    """A rule for what needs a decomposition of large matrices only, which forgets weakness."""
    names = tuple(operands.split())
    older = Rule(
        names,
        results=results,
        unknown_for="only uint1 uint2 int1 int2 weak_int weak_float weak_complex",
        **fields,
    )
    newer = replace(
        older,
        unknown_for="any but bool uint4 uint8 uint16 uint32 uint64 int4 int8 int16 int32 int64"
        " float32 float64 complex64 complex128",
    )
    return replace(newer, before=Before(JAX_0_11, older))


_VALUES_ALONE: Final = Variant("compute_uv", False, _lapack("a", "inexact_real"))

# It makes the right vectors of the left ones, and converts them to their dtype, which is not weak.
_HERMITIAN_SVD: Final = _lapack(
    "a",
    "inexact",
    "inexact_real",
    "inexact_concrete",
    container=f"{_CLASSES}.SVDResult",
    variants=(_VALUES_ALONE,),
)

_MATRIX: Final[dict[str, Rule]] = {
    "cholesky": _lapack("a", "inexact"),
    **dict.fromkeys(("inv", "tensorinv"), _lapack("a", "inexact_concrete")),
    "eig": _lapack("a", "complex", "complex", container=f"{_CLASSES}.EigResult"),
    "eigvals": _lapack("a", "complex"),
    "eigh": _lapack("a", "inexact_real", "inexact", container=f"{_CLASSES}.EighResult"),
    "eigvalsh": _lapack("a", "inexact_real"),
    "svdvals": _lapack("x", "inexact_real"),
    "svd": _lapack(
        "a",
        "inexact",
        "inexact_real",
        "inexact",
        container=f"{_CLASSES}.SVDResult",
        variants=(Variant("hermitian", True, _HERMITIAN_SVD), _VALUES_ALONE),
    ),
    **dict.fromkeys(("solve", "tensorsolve"), _lapack("a b", "inexact")),
    "lstsq": _lapack(
        "a b",
        "inexact_concrete",
        "inexact_real_concrete",
        "default_int",
        "inexact_real",
        container="tuple",
        unknown_with=("numpy_resid",),
    ),
    "multi_dot": Rule(("arrays[]",), combine="alike"),
    "qr": _lapack(
        "a",
        "inexact",
        "inexact",
        container=f"{_CLASSES}.QRResult",
        variants=(
            Variant("mode", "r", _lapack("a", "inexact")),
            Variant("mode", "raw", _lapack("a", "inexact", "inexact", container="tuple")),
        ),
    ),
}

_ALIASES: Final = {
    f"{_MODULE}.{name}": rule
    for name, rule in {
        "cross": replace(PRODUCTS["jax.numpy.cross"], operands=("x1", "x2")),
        "outer": replace(PRODUCTS["jax.numpy.outer"], operands=("x1", "x2")),
        "vecdot": PRODUCTS["jax.numpy.vecdot"],
        "matmul": replace(operators.FUNCTIONS["jax.numpy.matmul"], operands=("x1", "x2")),
        "tensordot": replace(PRODUCTS["jax.numpy.tensordot"], operands=("x1", "x2")),
        "trace": replace(REDUCTIONS["jax.numpy.trace"], operands=("x",)),
        "diagonal": replace(REARRANGING["jax.numpy.diagonal"], operands=("x",)),
        "matrix_transpose": REARRANGING["jax.numpy.matrix_transpose"],
    }.items()
}
"""What jax.numpy has under the same name, with other names of operands."""

_TRANSFORMS: Final[dict[str, Rule]] = {
    **group("a", "fft fft2 fftn ifft ifft2 ifftn", "jax.numpy.fft", results=("complex_concrete",)),
    **group("a", "hfft irfft irfft2 irfftn", "jax.numpy.fft", results=("inexact_real_single",)),
    **group(
        "a",
        "ihfft rfft rfft2 rfftn",
        "jax.numpy.fft",
        accepts="lapack but complex64 complex128 weak_complex",
        results=("complex_concrete",),
    ),
    **group("x", "fftshift ifftshift", "jax.numpy.fft"),
    **group(
        "",
        "fftfreq",
        "jax.numpy.fft",
        combine="none",
        results=("concrete",),
        default="weak_float",
        dtype_parameter="dtype",
        dtype_combine="requested_range",
    ),
    **group(
        "",
        "rfftfreq",
        "jax.numpy.fft",
        combine="none",
        results=("concrete",),
        default="weak_float",
        dtype_parameter="dtype",
        dtype_combine="requested_frequencies",
    ),
}

_BY_VALUE: Final[dict[str, Rule]] = {
    # Small matrices, and some orders of norms, do not need a decomposition.
    "det": replace(_by_shape("a", "inexact"), accepts="any but int2"),
    "slogdet": _by_shape(
        "a",
        "inexact",
        "inexact_real",
        accepts="any but uint1 uint2 int2",
        container=f"{_CLASSES}.SlogdetResult",
    ),
    "matrix_power": Rule(
        ("a",),
        results=("concrete",),
        unknown_for="any but float32 complex64 float64 complex128",
    ),
    "cond": _lapack("x", "inexact_real", unknown_for="weak"),
    **{
        name: Rule(
            ("x",),
            accepts="not_tiny_int",
            results=("inexact_real_concrete",),
            variants=(
                Variant("ord", GIVEN, _sometimes("x", "inexact_real_concrete", accepts=accepts)),
            ),
        )
        for name, accepts in (
            ("norm", "any but int2"),
            ("matrix_norm", "any but uint1 uint2 int2"),
        )
    },
    "vector_norm": Rule(
        ("x",),
        accepts="not_small_int",
        results=(
            "inexact_real_concrete but bool/x64=float64 uint8/x64=float64 uint16/x64=float64"
            " uint32/x64=float64 int8/x64=float64 int16/x64=float64 int32/x64=float64",
        ),
        variants=(
            Variant(
                "ord",
                GIVEN,
                Rule(
                    ("x",),
                    accepts="absolute",
                    results=("inexact_real_concrete",),
                    unknown_for="integer_or_bool",
                ),
            ),
        ),
    ),
}

_STRICT_WIDE: Final = (
    " but uint64/narrow+strict int64/narrow+strict float64/narrow+strict complex128/narrow+strict"
)
"""Their tolerance is a number of the default float."""

_BY_RANK: Final[dict[str, Rule]] = {
    name: _lapack(
        operand,
        result,
        accepts="lapack" + _STRICT_WIDE,
        older={"accepts": "not_tiny_int" + _STRICT_WIDE},
    )
    for name, operand, result in (
        ("pinv", "a", "inexact_concrete"),
        ("matrix_rank", "M", "default_int"),
    )
}

LINALG: Final[dict[str, Rule]] = {
    **{f"{_MODULE}.{name}": rule for name, rule in {**_MATRIX, **_BY_VALUE, **_BY_RANK}.items()},
    **_ALIASES,
    **_TRANSFORMS,
}
