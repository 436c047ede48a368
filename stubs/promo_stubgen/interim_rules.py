"""Results of binary operators by the join of their operands, until promo_typing.rules is there."""

from __future__ import annotations

from dataclasses import dataclass

from promo_typing.dtypes import NODES
from promo_typing.semantics import Semantics

_REAL = {"complex64": "float32", "complex128": "float64", "weak_complex": "weak_float"}


@dataclass(frozen=True)
class Operator:
    name: str
    results: str
    accepts: str = "any"
    container: str = "single"


_BINARY = {
    "add": Operator("add", "same"),
    "sub": Operator("sub", "same", "not_bool"),
    "mul": Operator("mul", "same"),
    "matmul": Operator("matmul", "same"),
    "truediv": Operator("truediv", "inexact"),
    "floordiv": Operator("floordiv", "int_of_bool", "real"),
    "mod": Operator("mod", "int_of_bool", "real"),
    "divmod": Operator("divmod", "int_of_bool", "real", "pair"),
    "pow": Operator("pow", "int_of_bool"),
    "lshift": Operator("lshift", "int_of_bool", "integer"),
    "rshift": Operator("rshift", "int_of_bool", "integer"),
    "and": Operator("and", "same", "integer"),
    "xor": Operator("xor", "same", "integer"),
    "or": Operator("or", "same", "integer"),
}
_COMPARISONS = ("lt", "le", "eq", "ne", "gt", "ge")
BINARY = {
    **{f"__{n}__": op for n, op in _BINARY.items()},
    **{f"__r{n}__": op for n, op in _BINARY.items()},
    **{f"__{n}__": Operator(n, "bool") for n in _COMPARISONS},
}
UNARY = {
    "__neg__": Operator("neg", "same", "not_bool"),
    "__pos__": Operator("pos", "same"),
    "__abs__": Operator("abs", "real"),
    "__invert__": Operator("invert", "same", "integer"),
}


def result(op: Operator, node: str, semantics: Semantics) -> tuple[str, ...] | None:
    dtype = NODES[node]
    ok = {
        "any": True,
        "not_bool": node != "bool",
        "real": dtype.kind != "complex",
        "integer": dtype.kind in ("bool", "signed", "unsigned"),
    }[op.accepts]
    if not ok:
        return None
    one = {
        "same": node,
        "bool": "bool",
        "int_of_bool": semantics.concrete("weak_int") if node == "bool" else node,
        "real": _REAL.get(node, node),
        "inexact": node
        if dtype.is_a("inexact")
        else "weak_float"
        if node == "weak_int"
        else ("float64" if dtype.bits == 64 else semantics.concrete("weak_float")),
    }[op.results]
    return (one, one) if op.container == "pair" else (one,)
