"""Measures additions of arrays and Python integers of all sizes in other libraries.

``python -m tests.unit.systems.integers MODE`` prints TensorFlow's results in a mode, which can be
set only once in a process. Each line has the operands of an addition and the dtype of the result,
or ``-`` for a refusal. TensorFlow aborts when it converts some integers to uint64; these cases are
left out.
"""

from __future__ import annotations

import csv
import importlib
import itertools
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

VALUES = (-(2**63) - 1, -(2**63), -(2**31) - 1, -129, -1, 0, 1, 127, 128, 255, 256, 2**31 - 1,
          2**31, 2**32, 2**63 - 1, 2**63, 2**64 - 1, 2**64)  # fmt: skip
DTYPES = ("bool", "uint8", "int8", "uint32", "int32", "uint64", "int64", "float32", "complex64")
TENSORFLOW_DTYPES = tuple(dtype for dtype in DTYPES if dtype != "uint64")


def executed(function: Callable[..., Any], *arguments: Any) -> str:
    """The name of the dtype of the result, ``-`` for a refusal."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            dtype = function(*arguments).dtype
        except (OverflowError, TypeError, ValueError, RuntimeError, SystemError):
            return "-"
    return str(getattr(dtype, "name", dtype)).rpartition(".")[2]


def measured(tf: Any) -> Iterator[tuple[str, str, str]]:
    def add(left: Any, right: Any) -> Any:
        operands = (
            tf.zeros([1], each) if isinstance(each, str) else each for each in (left, right)
        )
        try:
            return tf.add(*operands)
        except tf.errors.InvalidArgumentError as error:
            raise ValueError(error) from None

    for dtype, value in itertools.product(TENSORFLOW_DTYPES, VALUES):
        yield dtype, str(value), executed(add, dtype, value)
        yield str(value), dtype, executed(add, value, dtype)


def main(mode: str) -> None:
    tf = importlib.import_module("tensorflow")
    if mode != "default":
        tf.experimental.numpy.experimental_enable_numpy_behavior(dtype_conversion_mode=mode)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(("lhs", "rhs", "result"))
    writer.writerows(measured(tf))


if __name__ == "__main__":
    main(sys.argv[1])
