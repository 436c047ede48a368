"""All that the generator reads from a rule: nothing else looks at its fields, but for variants.

What becomes of operands is asked of :class:`~promo_stubgen.encode.outcomes.Outcomes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from promo_stubgen.ir.annotation import Annotation, Name, Subscript
from promo_typing.rules import OF, Rule, parameter_name

_CONSTANTS: Final = frozenset({"bool", "int32", "default_int"})
"""Result maps that give one dtype for every operand."""

_BEYOND_THE_JOIN: Final = ("power",)
"""The ways to combine operands whose results follow from more than their join."""

_REQUESTED: Final = "same"
"""The result map of a result that has the dtype that is asked for."""

_CONTAINERS: Final[Mapping[str, Callable[[tuple[Annotation, ...]], Annotation]]] = {
    "single": lambda items: items[0],
    "tuple": lambda items: Subscript("tuple", items),
    "factor": lambda items: Subscript("tuple", (*items, Name("bool"))),
    "histogram": lambda items: Subscript("tuple", (items[0], Subscript("list", items[1:]))),
    "list": lambda items: Subscript("list", items),
    "variadic": lambda items: Subscript("tuple", (*items, Name("..."))),
    "initializer": lambda items: Subscript("Initializer", items),
}
"""The annotation of each container; that of a named tuple is the class, generic in its fields."""


class Form(Enum):
    """How a parameter holds its operand."""

    ITSELF = "the argument itself"
    ROWS = "the items of a sequence"
    FIRST = "the first item of a tuple"


@dataclass(frozen=True, slots=True)
class OperandParameter:
    """A parameter that takes an operand."""

    name: str
    form: Form


def operand_parameters(rule: Rule) -> tuple[OperandParameter, ...]:
    """The parameters that take the operands, in their order."""
    return tuple(OperandParameter(parameter_name(each), _form(each)) for each in rule.operands)


def _form(operand: str) -> Form:
    if operand.endswith("[]"):
        return Form.ROWS
    return Form.FIRST if operand.endswith("[0]") else Form.ITSELF


def takes_a_sequence(rule: Rule) -> bool:
    """Whether some parameter takes a sequence of operands."""
    return any(each.form is Form.ROWS for each in operand_parameters(rule))


def first_is_a_sequence(rule: Rule) -> bool:
    """Whether the first parameter takes a sequence of operands."""
    return any(each.form is Form.ROWS for each in operand_parameters(rule)[:1])


def result_count(rule: Rule) -> int:
    """How many arrays are returned."""
    return len(rule.results)


def always_one_result(rule: Rule) -> bool:
    """Whether the results have the same dtypes for all operands."""
    return all(result in _CONSTANTS for result in rule.results)


def container(rule: Rule, arrays: Sequence[Annotation]) -> Annotation:
    """The annotation of what holds the arrays of the result."""
    items = tuple(arrays)
    if rule.container in _CONTAINERS:
        return _CONTAINERS[rule.container](items)
    return Subscript(rule.container.rpartition(".")[2], items)


def named_tuples(rule: Rule) -> Iterator[str]:
    """The classes of the named tuples that hold results."""
    for each in (rule, *(variant.rule for variant in rule.variants)):
        if "." in each.container:
            yield each.container.rpartition(".")[2]


def takes_pytrees(rule: Rule) -> bool:
    """Whether the operand may be a pytree of arrays."""
    return rule.trees


def takes_keys(rule: Rule) -> bool:
    """Whether typed PRNG keys are operands, too."""
    return rule.keys


def keeps_both(rule: Rule) -> bool:
    """Whether there are two operands, and the results have their dtypes, one by one."""
    own = tuple(f"{_REQUESTED}{OF}{operand}" for operand in rule.operands)
    return len(own) == 2 and rule.results == own


def is_join(rule: Rule) -> bool:
    """Whether the results follow from the join of all operands, and there is no limit to them."""
    return rule.combine == "join"


def goes_beyond_the_join(rule: Rule) -> bool:
    """Whether the overloads are those of an operator whose results do not follow from the join."""
    return rule.combine in _BEYOND_THE_JOIN


def dtype_parameter(rule: Rule) -> str | None:
    """The parameter by which a dtype is asked for."""
    return rule.dtype_parameter


def gives_requested_dtype(rule: Rule) -> bool:
    """Whether the result has the dtype that is asked for, whatever the operands have."""
    return rule.dtype_combine == "requested"


def requested_results(rule: Rule) -> list[bool]:
    """For each result whether it has the dtype that is asked for."""
    return [each == _REQUESTED for each in rule.requested_results]


def refuses_truncated_dtypes(rule: Rule) -> bool:
    """Whether a request for 64 bits is not the same as one for 32 bits where x64 is off."""
    return rule.narrowing == "none"


def decisive_parameters(rule: Rule) -> tuple[str, ...]:
    """The parameters with which nothing is known of the results, if they are given."""
    return rule.unknown_with


def harmless_scalars(rule: Rule) -> dict[str, str]:
    """For some of these parameters the type of a Python scalar that changes nothing."""
    return {
        **dict.fromkeys(rule.known_with_int, "int"),
        **dict.fromkeys(rule.known_with_float, "float"),
    }
