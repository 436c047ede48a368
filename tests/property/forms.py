"""The forms of expressions: templates, and the kinds of operands in their holes.

Every operator and every element-wise function that has a rule is here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import jax.numpy as jnp
import numpy as np

from promo_typing.core.dtypes import PYTHON_SCALARS, STRONG
from promo_typing.core.stub_names import dtype_class
from promo_typing.rules import OPERATORS, Operator, Rule
from promo_typing.rules.catalogue.jax_numpy import ufuncs
from promo_typing.rules.model import TupleOf

Hole: TypeAlias = Literal[
    "array", "variable", "value", "real_value", "square", "square_value", "limit"
]
"""Kinds of operands: ``array`` is any expression that is a JAX array, ``variable`` only a variable.
``value`` is anything that JAX accepts, ``real_value`` the same without Python's complex numbers:
JAX refuses to convert these to a real dtype, depending on their values. ``square`` and
``square_value`` have the shape (2, 2), which ``@`` requires. ``limit`` is a number to count to.
"""

DTYPE: Final = "DTYPE"
"""The mark for a dtype argument in a template."""


@dataclass(frozen=True, slots=True)
class Form:
    """A template with a hole for each ``{}``.

    ``rule`` is the name of its rule. ``square`` says whether the value has the shape (2, 2); None
    means that it does if an operand does.
    """

    template: str
    rule: str | None
    holes: tuple[Hole, ...] = ()
    square: bool | None = None

    @property
    def is_operator(self) -> bool:
        """Whether the text needs parentheses inside another expression."""
        return self.template.startswith(("{} ", "-", "+", "~"))


def _jnp(name: str) -> str:
    return f"jax.numpy.{name}"


_NEED_SHAPE: Final = frozenset({_jnp("matmul"), _jnp("where")})
"""Functions with forms of their own."""

_WITHOUT_SHAPE: Final = frozenset(map(_jnp, ("allclose", "array_equal", "array_equiv")))
"""Functions whose result has no dimensions."""


def _binary(operator: Operator, first: Hole, second: Hole) -> Iterator[Form]:
    templates = [f"{{}} {operator.symbol} {{}}"]
    if operator.symbol == "divmod":
        templates = [f"divmod({{}}, {{}})[{item}]" for item in range(2)]
    for template in templates:
        yield Form(template, operator.function, (first, second))
        yield Form(template, operator.function, (second, first))


def _unary(operator: Operator) -> Form:
    template = "abs({})" if operator.symbol == "abs" else f"{operator.symbol}{{}}"
    return Form(template, operator.function, ("array",))


def _calls(functions: Mapping[str, Rule]) -> Iterator[Form]:
    for fullname, rule in functions.items():
        name = fullname.rpartition(".")[2]
        if fullname in _NEED_SHAPE or not hasattr(jnp, name):
            continue
        holes: tuple[Hole, ...] = tuple("value" for _ in rule.operands)
        call = f"jnp.{name}({', '.join('{}' for _ in holes)})"
        result = rule.usual.result
        items = range(len(result.items)) if isinstance(result, TupleOf) else ()
        for template in [f"{call}[{item}]" for item in items] or [call]:
            yield Form(template, fullname, holes, False if fullname in _WITHOUT_SHAPE else None)


_OPERATORS: Final = tuple(op for op in OPERATORS.values() if not op.reflected)

_BINARY: Final = tuple(
    form
    for operator in _OPERATORS
    if not operator.unary and operator.function not in _NEED_SHAPE
    for form in _binary(operator, "array", "value")
)
_UNARY: Final = tuple(_unary(operator) for operator in _OPERATORS if operator.unary)

_CONTRACTION: Final = (
    *(
        form
        for operator in _OPERATORS
        if operator.function in _NEED_SHAPE
        for form in _binary(operator, "square", "square_value")
    ),
    Form("jnp.matmul({}, {})", _jnp("matmul"), ("square_value", "square_value")),
)

_FUNCTIONS: Final = tuple(_calls(ufuncs.UFUNCS))

_WHERE: Final = (Form("jnp.where({}, {}, {})", _jnp("where"), ("value", "value", "value")),)

_CONVERSIONS: Final = (
    Form("{}.astype(DTYPE)", "Array.astype", ("array",)),
    Form("{}.astype({}.dtype)", "Array.astype", ("array", "variable")),
    *(
        Form(f"jnp.{name}({{}}{dtype})", _jnp(name), ("real_value" if dtype else "value",))
        for name in ("asarray", "array")
        for dtype in ("", ", DTYPE", ", dtype=DTYPE")
    ),
)

_CREATION: Final = (
    *(
        Form(f"jnp.{name}((2, 2){dtype})", _jnp(name), square=True)
        for name in ("zeros", "ones", "empty")
        for dtype in ("", ", DTYPE", ", dtype=DTYPE")
    ),
    Form("jnp.full((2, 2), 1)", _jnp("full"), square=True),
    Form("jnp.full((2, 2), 2.5)", _jnp("full"), square=True),
    Form("jnp.full((2, 2), {})", _jnp("full"), ("value",), square=True),
    Form("jnp.full((2, 2), {}, DTYPE)", _jnp("full"), ("real_value",), square=True),
    Form("jnp.full((2, 2), 1, {}.dtype)", _jnp("full"), ("variable",), square=True),
    Form("jnp.eye(2)", _jnp("eye"), square=True),
    Form("jnp.eye(2, dtype=DTYPE)", _jnp("eye"), square=True),
    Form("jnp.arange({})", _jnp("arange"), ("limit",), square=False),
    Form("jnp.arange({}, dtype=DTYPE)", _jnp("arange"), ("limit",), square=False),
    Form("jnp.linspace({}, {}, 2)", _jnp("linspace"), ("limit", "limit"), square=False),
    Form(
        "jnp.linspace({}, {}, 2, dtype=DTYPE)",
        _jnp("linspace"),
        ("limit", "limit"),
        square=False,
    ),
)

_LIKE: Final = (
    *(
        Form(f"jnp.{name}_like({{}}{dtype})", _jnp(f"{name}_like"), ("value",))
        for name in ("zeros", "ones", "empty")
        for dtype in ("", ", DTYPE", ", dtype=DTYPE")
    ),
    Form("jnp.full_like({}, 1)", _jnp("full_like"), ("value",)),
    Form("jnp.full_like({}, 2.5, DTYPE)", _jnp("full_like"), ("value",)),
)

_CONSTRUCTORS: Final = tuple(
    Form(f"jnp.{dtype_class(node)}({argument})", None, square=False)
    for node in STRONG
    if hasattr(jnp, dtype_class(node))
    for argument in (0, 1)
)

GROUPS: Final = (
    _BINARY, _BINARY, _BINARY, _UNARY, _CONTRACTION, _FUNCTIONS, _FUNCTIONS,
    _WHERE, _CONVERSIONS, _CREATION, _LIKE, _CONSTRUCTORS,
)  # fmt: skip
"""Groups of forms: a group is drawn first, and then a form from it; important groups are repeated.
"""

DTYPES: Final[dict[str, str]] = {
    **{f"jnp.{dtype_class(n)}": n for n in STRONG if hasattr(jnp, dtype_class(n))},
    **{f"np.{dtype_class(n)}": n for n in STRONG if hasattr(np, dtype_class(n))},
    **{f'"{n}"': n for n in STRONG},
    **{scalar: scalar for scalar in PYTHON_SCALARS},
}
"""Ways to write a dtype argument, with the dtype's name in the rules."""
