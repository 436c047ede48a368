"""TensorFlow's promotion: by default of Python scalars only, and in the modes "safe" and "all".

Sources: ``tf.add`` of TensorFlow 2.21, the table of
https://docs.jax.dev/en/latest/jep/9407-type-promotion.html, and
https://www.tensorflow.org/guide/tf_numpy_type_promotion.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from promo_typing.core.dtypes import NODES, NUMBER_KINDS
from promo_typing.lattice import Lattice
from promo_typing.lattice.values import values_of
from promo_typing.systems.base import NO_SUMS, PairSystem
from promo_typing.systems.kinds import JEP_DTYPES, JEP_NODES, JEP_SOURCE, facts
from promo_typing.systems.model import Operand, Promoted, Result, Undefined, refused_by
from promo_typing.systems.numpy_dtypes import fits, misfit
from promo_typing.systems.spelling import Spelling
from promo_typing.systems.weak_names import dtype_name, is_weak_name, weak_name

_PYTHON: Final = {"i*": "int32", "f*": "float32", "c*": "complex128", "b*": "bool"}
"""The dtypes of ``tf.constant`` for Python scalars."""

_WITHOUT_ADDITION: Final = frozenset(
    {
        *("bool", "uint2", "uint4", "int2", "int4", "float4_e2m1fn", "float8_e4m3b11fnuz"),
        *("float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz"),
    }
)
_WITHOUT_PRODUCT: Final = frozenset({"bool", "int8", "int16"})
_DTYPES: Final = (
    *("bool", "uint2", "uint4", "uint8", "uint16", "uint32", "uint64"),
    *("int2", "int4", "int8", "int16", "int32", "int64", "float4_e2m1fn"),
    *("float8_e4m3b11fnuz", "float8_e4m3fn", "float8_e4m3fnuz"),
    *("float8_e5m2", "float8_e5m2fnuz", "bfloat16", "float16", "float32", "float64"),
    *("complex64", "complex128"),
)
_MADE_OF_BOOLS: Final = frozenset(
    {"int32", "int64", "uint64", "float16", "float32", "float64", "complex128"}
)
"""The dtypes to which TensorFlow converts a Python bool; the set follows no visible rule."""


class TensorFlow(PairSystem):
    """TensorFlow by default: the second operand is converted to the dtype of the first.

    Only a Python scalar is converted: to any dtype of its category or a higher one.
    """

    name = "tensorflow"
    source = "https://www.tensorflow.org/api_docs/python/tf/math/add"
    python_scalars = "the second operand is converted to the dtype of the first, if it can be"
    symmetric = False
    sums = NO_SUMS
    spelling: Spelling | None = Spelling(
        "tf.cast({x}, tf.{dtype})", "tf.cast({x}, tf.{dtype})", addition="tf.add({}, {})"
    )
    summable = NUMBER_KINDS

    def __init__(
        self, name: str = "tensorflow", nodes: tuple[str, ...] = (*_DTYPES, "i*", "f*", "c*", "b*")
    ) -> None:
        super().__init__()
        self.name, self.nodes = name, nodes

    def _promote(self, operands: tuple[Operand, ...]) -> Result:
        """Promote; a Python integer as first operand is int32, or int64 if it does not fit."""
        first, *rest = operands
        wide = first.python and not fits(first.value, _PYTHON["i*"])
        result = super()._promote((Operand("int64") if wide else first, *rest))
        if isinstance(result, Undefined):
            return result
        kept = result.dtype == "uint64" or facts(result.dtype).kind == "float"
        bounds = result.dtype if kept else "int64"
        return misfit([first], "int64") or misfit(rest, bounds) or result

    def _pair(self, left: str, right: str) -> str | Undefined:
        found = self._converted(left, right)
        if not isinstance(found, Undefined) and found in _WITHOUT_ADDITION:
            return refused_by("add", f"takes no {found}")
        return found

    def _converted(self, left: str, right: str) -> str | Undefined:
        """The dtype of the first operand, if the second one can be converted to it."""
        first = _PYTHON.get(left, left)
        if right == first or (right in _PYTHON and _takes(first, right)):
            return first
        return Undefined(f"the second operand, {right}, is not converted to {first}")

    def _promoted(self, node: str) -> Promoted:
        return Promoted(_PYTHON.get(node, node))

    def _comparison(self, operands: tuple[Operand, ...]) -> Result:
        """``tf.equal`` converts whichever operand is a Python scalar."""
        left, right = map(self._node, operands)
        for node in (left, right):
            if node not in self.nodes:
                return Undefined(f"{self.name} has no {node}")
        if left in _PYTHON and right not in _PYTHON:
            left, right = right, left
        found = self._converted(left, right)
        return found if isinstance(found, Undefined) else Promoted("bool")

    def _dot(self, operands: tuple[Operand, ...]) -> Result:
        """The product of matrices, the only operation that mixes bfloat16 with float32."""
        if {each.dtype for each in operands} == {"bfloat16", "float32"}:
            return Promoted("float32")
        return _multiplied(super()._dot(operands))


def _takes(dtype: str, scalar: str) -> bool:
    if scalar == "b*":
        return dtype == "bool" or dtype in _MADE_OF_BOOLS
    return facts(scalar).rank <= facts(dtype).rank


_MODE_DTYPES: Final = JEP_DTYPES
_WEAK: Final = ("int32*", "int64*", "float32*", "float64*", "complex128*")
_NODE_OF_PYTHON: Final = {"i*": "int32*", "f*": "float32*", "c*": "complex128*", "b*": "bool"}


@cache
def all_lattice() -> Lattice:
    """Return the lattice of the mode "all": JAX's, with weak nodes of two widths."""
    above = {
        "bool": ("int32*",),
        "int32*": ("int64*",),
        "int64*": ("uint8", "int8", "float32*"),
        **{f"uint{bits}": (f"int{2 * bits}", f"uint{2 * bits}") for bits in (8, 16, 32)},
        **{f"int{bits}": (f"int{2 * bits}",) for bits in (8, 16, 32)},
        "uint64": ("float64*",),
        "int64": ("float64*",),
        "float32*": ("float64*",),
        "float64*": ("bfloat16", "float16", "complex128*"),
        "bfloat16": ("float32",),
        "float16": ("float32",),
        "float32": ("float64", "complex64"),
        "float64": ("complex128",),
        "complex128*": ("complex64",),
        "complex64": ("complex128",),
    }
    return Lattice({node: above.get(node, ()) for node in (*_MODE_DTYPES, *_WEAK)})


class TensorFlowMode(PairSystem):
    """The promotion of ``experimental_enable_numpy_behavior`` in a mode: "safe" or "all".

    The mode "safe" allows only the results of "all" that have the dtype of an operand and lose no
    value.
    """

    source = "https://www.tensorflow.org/guide/tf_numpy_type_promotion"
    python_scalars = "are weak tensors: int32*, float32* and complex128*; a bool is a bool"
    nodes = (*_MODE_DTYPES, "i*", "f*", "c*", "b*", *_WEAK)
    sums = NO_SUMS
    summable = TensorFlow.summable
    dot_promotes = True

    def __init__(self, *, safe: bool) -> None:
        super().__init__()
        self.name = "tensorflow-safe" if safe else "tensorflow-all"
        self._safe = safe

    def _node(self, operand: Operand) -> str:
        if operand.weak:
            return weak_name(operand.dtype)
        return super()._node(operand)

    def _promote(self, operands: tuple[Operand, ...]) -> Result:
        result = super()._promote(operands)
        if isinstance(result, Undefined):
            return result
        bounds = "uint64" if result.dtype == "uint64" else "int32"
        return misfit(operands, "int32") or misfit(operands, bounds) or result

    def _pair(self, left: str, right: str) -> str | Undefined:
        one, other = (_NODE_OF_PYTHON.get(node, node) for node in (left, right))
        joined = all_lattice().join(one, other)
        if joined is None:
            return Undefined(f"{left} and {right} have no upper bound")
        if self._safe and not (_is_safe(one, joined) and _is_safe(other, joined)):
            return Undefined(f"{joined} would not keep all values of {left} and {right}")
        if self._safe and dtype_name(joined) not in _widths(one, other):
            return Undefined(f"{joined} is neither {left} nor {right}")
        return joined

    def _promoted(self, node: str) -> Promoted:
        node = _NODE_OF_PYTHON.get(node, node)
        return Promoted(dtype_name(node), is_weak_name(node))

    def _arithmetic(self, operands: tuple[Operand, ...]) -> Result:
        result = _made(operands, self._promote(operands))
        if result == Promoted("bool"):
            return refused_by("add", "takes no bool")
        return result

    def _comparison(self, operands: tuple[Operand, ...]) -> Result:
        refused = _made(operands, self._promote(operands))
        return refused if isinstance(refused, Undefined) else Promoted("bool")

    def _in_place(self, operands: tuple[Operand, ...], out: Operand) -> Result:
        sum_ = self._arithmetic(operands)
        return sum_ if isinstance(sum_, Undefined) else super()._in_place(operands, out)

    def _dot(self, operands: tuple[Operand, ...]) -> Result:
        return _multiplied(super()._dot(operands))


def _made(operands: tuple[Operand, ...], result: Result) -> Result:
    """The result, or a refusal if TensorFlow does not convert a Python bool to its dtype."""
    made = isinstance(result, Undefined) or result.dtype in _MADE_OF_BOOLS | {"bool"}
    if made or not any(each.python and each.dtype == "bool" for each in operands):
        return result
    return Undefined("a Python bool is not converted to this dtype")


def _multiplied(result: Result) -> Result:
    if not isinstance(result, Undefined) and result.dtype in _WITHOUT_PRODUCT:
        return refused_by("dot", f"takes no {result.dtype}")
    return result


def _is_safe(source: str, target: str) -> bool:
    if is_weak_name(source):
        return True
    one, other = (values_of(NODES[dtype_name(name)]) for name in (source, target))
    return one.are_within(other) and one.are_exact_in(other)


def _widths(*nodes: str) -> set[str]:
    return set(map(dtype_name, nodes))


def jep9407_tensorflow() -> TensorFlow:
    """Return TensorFlow as JEP 9407 tabulates it."""
    made = TensorFlow("jep9407-tensorflow", JEP_NODES)
    made.source, made.spelling = JEP_SOURCE, None
    return made
