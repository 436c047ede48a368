"""Values that do not fit where they go."""

from __future__ import annotations

from typing import Final

from tests.mistakes.mistake import Dtypes, Kind, Mistake, Raises, Source, Values, Warns

MISTAKES: Final = (
    Mistake(
        Kind.UPDATES,
        "occupied_cells",
        Source("MIT-REALM/gcbfplus", 5),
        "an array of int32 is written into one of bool",
        Warns(FutureWarning, "scatter inputs have incompatible types"),
    ),
    Mistake(
        Kind.UPDATES,
        "missing_values",
        Source("jax-ml/jax", 6432),
        "NaN is written into an array of int32, and becomes a number",
        Warns(FutureWarning, "scatter inputs have incompatible types"),
    ),
    Mistake(
        Kind.UPDATES,
        "gradient_buffer",
        Source("climate-analytics-lab/jax-gcm", 770),
        "values of float32 are added to a buffer of bfloat16",
        Warns(FutureWarning, "scatter inputs have incompatible types"),
    ),
    Mistake(
        Kind.UPDATES,
        "painted_pixels",
        Source("jax-ml/jax", 10924),
        "a colour between 0 and 1 is written into an image of uint8",
        Warns(FutureWarning, "scatter inputs have incompatible types"),
    ),
    Mistake(
        Kind.UPDATES,
        "visit_counts",
        Source("jax-ml/jax", 10924),
        "the visits are int32, their weights float32",
        Warns(FutureWarning, "scatter inputs have incompatible types"),
    ),
    Mistake(
        Kind.LITERALS,
        "hash_mask",
        Source("jax-ml/jax", 3840),
        "the mask 0xFFFFFFFF does not fit int32",
        Raises(OverflowError, "overflow"),
    ),
    Mistake(
        Kind.LITERALS,
        "random_seeds",
        Source("jax-ml/jax", 2006),
        "maxval is 2**31, one more than int32 holds",
        Raises(OverflowError, "overflow"),
    ),
    Mistake(
        Kind.LITERALS,
        "no_token",
        Source("google/jaxite", 80),
        "-1 does not fit uint32",
        Raises(OverflowError, "out of bounds for uint32"),
    ),
    Mistake(
        Kind.LITERALS,
        "nanoseconds",
        Source("jax-ml/jax", 15042),
        "a day in nanoseconds does not fit int32",
        Raises(OverflowError, "overflow"),
    ),
    Mistake(
        Kind.LITERALS,
        "inverse_power",
        Source("jax-ml/jax", 5419),
        "an integer cannot be raised to the power of -1",
        Raises(TypeError, "negative powers"),
    ),
    Mistake(
        Kind.LITERALS,
        "loss_scale",
        Source("graphcore-research/jax-scalify", 81),
        "2**16 is infinite in float16",
        Values("inf", "3.277e+04"),
    ),
    Mistake(
        Kind.LITERALS,
        "mask_constant",
        Source("google/flax", 982),
        "-1e10 is -inf in float16, and a row that is masked throughout becomes NaN",
        Values("nan", "0.25"),
    ),
    Mistake(
        Kind.LITERALS,
        "adam_epsilon",
        Source("google-deepmind/optax", 1754),
        "1e-8 is 0 in float16: a gradient of zero gives NaN",
        Values("nan", "0.0"),
    ),
    Mistake(
        Kind.INTEGERS,
        "shifted_hash",
        Source("jax-ml/jax", 27021),
        "uint32 is compared with int32 as int32: large numbers become negative",
        Values("True", "False"),
    ),
    Mistake(
        Kind.INTEGERS,
        "ring_position",
        Source("jax-ml/jax", 4187),
        "uint32 + int32 is int32 with x64 off",
        Dtypes("int32", "uint32"),
    ),
    Mistake(
        Kind.INTEGERS,
        "brightness",
        Source("LCAV/LenslessPiCam", 173),
        "uint8 times a Python integer stays uint8 and wraps",
        Values("[0.94 0.94]", "[3.5 3.5]"),
    ),
    Mistake(
        Kind.INTEGERS,
        "frame_difference",
        Source("dwave-examples/image-segmentation", 10),
        "the difference of uint8 images wraps",
        Values("253", "-3"),
    ),
    Mistake(
        Kind.INTEGERS,
        "quantized_matmul",
        Source("jax-ml/jax", 4465),
        "the product of int8 matrices is int8: sums saturate or wrap",
        Dtypes("int8", "int32"),
    ),
)
