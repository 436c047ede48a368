"""Measures the result dtypes of TensorFlow's operations.

``python -m tests.unit.systems.tensorflow_operations MODE`` prints them. The mode is set only once
in a process, before anything else. Each line has the operation, its operands and the dtype of the
result: ``-`` for a refusal, ``!`` if there is no kernel.
"""

from __future__ import annotations

import csv
import importlib
import itertools
import operator
import sys
from collections.abc import Callable, Iterator
from typing import Any

from promo_typing.systems.kinds import JEP_DTYPES

SCALARS: dict[str, Any] = {"i*": 1, "f*": 1.0, "c*": 1j, "b*": True}
WITHOUT_KERNEL = ("device supporting", "not implemented", "kernel")


def measured(tf: Any) -> Iterator[tuple[str, str, str, str]]:
    arrays = {dtype: tf.cast(tf.zeros([1], tf.int32), dtype) for dtype in JEP_DTYPES}
    operands = {**arrays, **SCALARS}

    def result(function: Callable[..., Any], *arguments: Any) -> str:
        try:
            return str(function(*arguments).dtype.name)
        except tf.errors.NotFoundError:
            return "!"
        except (tf.errors.InvalidArgumentError, TypeError, ValueError) as error:
            return "!" if any(words in str(error) for words in WITHOUT_KERNEL) else "-"

    def in_place(array: Any, other: Any) -> Any:
        flat = operator.getitem(other, 0) if hasattr(other, "shape") else other
        return tf.Variable(array[0]).assign_add(flat)

    for dtype, array in arrays.items():
        yield "sum", dtype, "", result(tf.reduce_sum, array)
    for a, b in itertools.product(operands, repeat=2):
        yield "comparison", a, b, result(tf.equal, operands[a], operands[b])
        yield "arithmetic", a, b, result(tf.add, operands[a], operands[b])
        if a in arrays:
            yield "in_place", a, b, result(in_place, arrays[a], operands[b])
        if a in arrays and b in arrays:
            yield "dot", a, b, result(lambda x, y: tf.tensordot(x, y, 1), arrays[a], arrays[b])


def main(mode: str) -> None:
    tf = importlib.import_module("tensorflow")
    if mode != "default":
        tf.experimental.numpy.experimental_enable_numpy_behavior(dtype_conversion_mode=mode)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(("operation", "lhs", "rhs", "result"))
    writer.writerows(measured(tf))


if __name__ == "__main__":
    main(sys.argv[1])
