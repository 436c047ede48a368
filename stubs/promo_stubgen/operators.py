"""Renders the operators of ``jax.Array``, once as overloads and once plainly."""

from __future__ import annotations

from collections.abc import Iterable

from promo_stubgen.interim_rules import BINARY, UNARY, Operator, result
from promo_stubgen.promotion import Overload, array_of, binary_overloads
from promo_typing.dtypes import NODES
from promo_typing.semantics import Semantics
from promo_typing.stub_names import PLAIN_PREFIX, PROMOTING_PREFIX, marker_class

PROMOTING = f"{PROMOTING_PREFIX}Operators"
PLAIN = f"{PLAIN_PREFIX}Operators"


def promoting_class(semantics: Semantics) -> str:
    """The class in which overloads say the dtype of every operator."""
    lines = [f"class {PROMOTING}(Generic[_D_co]):"]
    for name, operator in UNARY.items():
        lines += _unary(name, _results(operator, semantics), semantics)
    for name, operator in BINARY.items():
        overloads = binary_overloads(_results(operator, semantics), semantics)
        lines += _binary(name, overloads)
    return "\n".join(lines) + "\n"


def plain_class(semantics: Semantics) -> str:
    """The class with one signature an operator, which the plugin prefers for speed."""
    lines = [f"class {PLAIN}(Generic[_D_co]):"]
    lines += [f"    def {name}(self) -> Array[Any]: ..." for name in UNARY]
    for name, operator in BINARY.items():
        returns = "tuple[Array[Any], Array[Any]]" if operator.container == "pair" else "Array[Any]"
        ignore = "  # type: ignore[override]" if name in ("__eq__", "__ne__") else ""
        lines.append(f"    def {name}(self, other: ArrayLike) -> {returns}: ...{ignore}")
    return "\n".join(lines) + "\n"


def _results(operator: Operator, semantics: Semantics) -> dict[str, tuple[str, ...] | None]:
    return {node: result(operator, node, semantics) for node in NODES}


def _unary(
    name: str, results: dict[str, tuple[str, ...] | None], semantics: Semantics
) -> Iterable[str]:
    for node in semantics.lattice.linear_extension():
        outcome = results[node]
        if outcome is not None:
            yield "    @overload"
            yield (
                f"    def {name}(self: {PROMOTING}[{marker_class(node)}]) -> "
                f"{array_of(outcome)}: ..."
            )


def _binary(name: str, overloads: Iterable[Overload]) -> Iterable[str]:
    for overload in overloads:
        yield "    @overload"
        yield (
            f"    def {name}(self: {PROMOTING}[{overload.left}], other: {overload.right}) -> "
            f"{overload.returns}: ..."
        )
