"""What a function makes of the node that it has accepted.

Everything here is a function of one node and the settings. The names are those of JAX's own
conversions where it has one (``to_numeric_dtype``, ``to_inexact_dtype`` in ``jax._src.dtypes``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from promo_typing.core.dtypes import NODES, PRNG_KEY
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.accepts import is_complex, is_integral, is_narrow_float, is_small
from promo_typing.rules.exceptions import BUT, Exceptional, parse

ResultMap: TypeAlias = Callable[[str, Semantics], str]


def _same(node: str, semantics: Semantics) -> str:
    return node


def _concrete(node: str, semantics: Semantics) -> str:
    return semantics.concrete(node)


def _numeric(node: str, semantics: Semantics) -> str:
    """bool becomes int32, with x64 on too."""
    return "int32" if node == "bool" else node


def _inexact(node: str, semantics: Semantics) -> str:
    """Integers become floating: 64-bit ones float64, others float32; JAX forgot 1 and 2 bits."""
    if node == "weak_int":
        return "weak_float"
    if not is_integral(node) or is_small(node, 4):
        return node
    return "float64" if NODES[node].bits == 64 else "float32"


def _weak_inexact(node: str, semantics: Semantics) -> str:
    """Integers and bool become what a Python float is: one is selected in their place."""
    return "weak_float" if is_integral(node) else node


def _single(node: str, semantics: Semantics) -> str:
    """What is narrower than float32 becomes that, integers which JAX forgot too."""
    return "float32" if is_narrow_float(node) or is_small(node, 4) else node


_COMPLEX: Final = {"float64": "complex128", "weak_float": "weak_complex"}


def _complex(node: str, semantics: Semantics) -> str:
    """The complex numbers whose parts hold it."""
    inexact = _inexact(node, semantics)
    return inexact if is_complex(inexact) else _COMPLEX.get(inexact, "complex64")


_REAL_PARTS: Final = {
    "complex64": "float32",
    "complex128": "float64",
    "weak_complex": "weak_float",
}


def _real(node: str, semantics: Semantics) -> str:
    """A complex dtype becomes the dtype of its parts."""
    return _REAL_PARTS.get(node, node)


def _absolute(node: str, semantics: Semantics) -> str:
    """The real dtype; that of int1 is int8, since JAX asks NumPy for the dtype of its absolute."""
    return "int8" if node == "int1" else _real(node, semantics)


def _rint(node: str, semantics: Semantics) -> str:
    return semantics.concrete("weak_float") if is_integral(node) else node


def _angle(node: str, semantics: Semantics) -> str:
    """The parts of a complex number; a real one has an angle of the default float's dtype."""
    return _real(node, semantics) if is_complex(node) else semantics.concrete("weak_float")


def _nan_to_num(node: str, semantics: Semantics) -> str:
    return node if is_integral(node) else semantics.concrete(node)


def _default_int(node: str, semantics: Semantics) -> str:
    return semantics.concrete("weak_int")


def _default_float(node: str, semantics: Semantics) -> str:
    return semantics.concrete("weak_float")


def _sum(node: str, semantics: Semantics) -> str:
    """Integers are added up in the default integer of their signedness, unless they are wider."""
    if not is_integral(node):
        return semantics.concrete(node)
    default = semantics.concrete("weak_int")
    if NODES[node].bits >= NODES[default].bits:
        return node
    return f"u{default}" if NODES[node].kind == "unsigned" else default


def _cumulative(node: str, semantics: Semantics) -> str:
    """Bools are counted in the default integer; all others keep their dtype."""
    return semantics.concrete("weak_int" if node == "bool" else node)


def _argpartition(node: str, semantics: Semantics) -> str:
    """An index, which is weak if the elements are."""
    return "weak_int" if NODES[node].weak else "int32"


def _always(node: str) -> ResultMap:
    return lambda _, semantics: node


def _then(*maps: ResultMap) -> ResultMap:
    """The maps one after another."""

    def composed(node: str, semantics: Semantics) -> str:
        for step in maps:
            node = step(node, semantics)
        return node

    return composed


class _ResultMaps(dict[str, ResultMap]):
    """The words by themselves; those with exceptions are understood when they are looked up."""

    def __missing__(self, key: str) -> ResultMap:
        base, but, words = key.partition(BUT)
        if not but:
            raise KeyError(key)
        made = self[key] = _except(self[base], parse(words))
        return made


def _except(base: ResultMap, others: tuple[Exceptional, ...]) -> ResultMap:
    def mapped(node: str, semantics: Semantics) -> str:
        becomes = (each.becomes for each in others if each.applies(node, semantics))
        return next(becomes, None) or base(node, semantics)

    return mapped


RESULT_MAPS: Final = _ResultMaps(
    {
        "same": _same,
        "concrete": _concrete,
        "numeric": _numeric,
        "inexact": _inexact,
        "real": _real,
        "absolute": _absolute,
        "rint": _rint,
        "angle": _angle,
        "nan_to_num": _nan_to_num,
        "sum": _sum,
        "cumulative": _cumulative,
        "inexact_concrete": _then(_inexact, _concrete),
        "inexact_absolute": _then(_inexact, _absolute),
        "inexact_real": _then(_inexact, _real),
        "inexact_real_concrete": _then(_inexact, _real, _concrete),
        "inexact_single": _then(_inexact, _concrete, _single),
        "inexact_real_single": _then(_inexact, _real, _concrete, _single),
        "complex": _complex,
        "complex_concrete": _then(_complex, _concrete),
        "bool": _always("bool"),
        "uint8": _always("uint8"),
        "int32": _always("int32"),
        "float32": _always("float32"),
        "weak_int": _always("weak_int"),
        "weak_float": _always("weak_float"),
        "default_int": _default_int,
        "argpartition": _argpartition,
        "default_float": _default_float,
        "weak_inexact": _weak_inexact,
        "uint32": _always("uint32"),
        "bits": lambda _, semantics: "uint64" if semantics.x64 else "uint32",
        PRNG_KEY: _always(PRNG_KEY),
    }
)
"""From the combined node to the node of a result."""
