"""Follows the dtype of an expression back to the values that it comes from.

The search goes from an operation to the operands that have the dtype, and from a variable to the
values that the module assigns to it. With ``returned``, it also goes from a call to the values that
the function returns.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Final, NamedTuple, TypeAlias

from mypy.nodes import (
    AssignmentExpr,
    CallExpr,
    ConditionalExpr,
    Expression,
    FuncDef,
    IndexExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    SymbolNode,
    TempNode,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
    Var,
)
from mypy.types import Instance, Type, get_proper_type

from promo_mypy.fullnames import (
    JAX_PACKAGE,
    LINEN_VARIABLE,
    NNX_VARIABLE,
    NUMPY_ARRAY,
    NUMPY_MODULE,
)
from promo_mypy.origins import items
from promo_mypy.origins.definitions import Definitions
from promo_mypy.origins.items import Path
from promo_mypy.origins.other_modules import assignment_line
from promo_mypy.types.convert import array_instance, base_instance, held_by
from promo_mypy.types.made import written_class
from promo_mypy.types.numpy_types import scalar_dtype
from promo_mypy.types.pytrees import leaves
from promo_mypy.types.symbols import Operand
from promo_typing.core.dataclass import dataclass
from promo_typing.core.dtypes import DEFAULTS, NODES
from promo_typing.core.stub_names import NODE_OF_CLASS

Entered: TypeAlias = Mapping[FuncDef, Mapping[SymbolNode, Expression]]
"""The functions whose calls were followed, each with the arguments by parameter."""

_NOWHERE: Final[Entered] = {}
_DEPTH: Final = 20
"""How many steps lead to the expression of an item, at most."""
_LIMIT: Final = 200
"""How many expressions are looked at for one finding, at most."""


class Source(NamedTuple):
    """A value from which a dtype comes.

    Attributes:
        expression: the expression that has the dtype, such as a variable or a call.
        definition: the value of that variable; for any other expression, the expression itself.
        operation: the innermost operation on the way that has a narrower operand, if any.
        entered: the functions whose calls were followed on the way, each with the arguments.
    """

    expression: Expression
    definition: Expression
    operation: Expression | None
    entered: Entered = _NOWHERE


class Returned(NamedTuple):
    """The values that a call may return, with the function and its arguments."""

    values: Sequence[Expression] = ()
    function: FuncDef | None = None
    given: Mapping[SymbolNode, Expression] = {}


NOTHING: Final = Returned()


@dataclass(frozen=True, slots=True)
class Sources:
    """Finds the sources of dtypes in one module.

    Attributes:
        type_of: returns the type of an expression; None if it is not known.
        operand: returns the dtypes that a value of a type may have.
        definitions: the definitions of the module.
        modules: all modules of the program, by name.
        returned: returns the values of a call of a function of the module; none for other calls.
        entered: the functions whose calls were followed, each with the arguments.
        given: returns the argument for a parameter in the current call; None if not known.
        of_field: returns the values that the program gives to a field; empty if not known.
        through_updates: whether an assignment is followed although the variable also gets unknown
            values, as by ``+=``; it must bring the dtype, and be the only one.
    """

    type_of: Callable[[Expression], Type | None]
    operand: Callable[[Type], Operand | None]
    definitions: Definitions
    modules: Mapping[str, MypyFile]
    returned: Callable[[Expression], Returned] = lambda _: NOTHING
    given: Callable[[SymbolNode], Expression | None] = lambda _: None
    of_field: Callable[[Var], Sequence[Expression]] = lambda _: ()
    through_updates: bool = False
    entered: dict[FuncDef, Mapping[SymbolNode, Expression]] = field(default_factory=dict)

    def of(self, expression: Expression, dtype: str, entered: Entered = _NOWHERE) -> list[Source]:
        """Return the sources of a dtype in an expression, each value once.

        ``entered`` are functions around the expression whose calls have been followed already.
        """
        found: dict[object, Source] = {}
        self.entered.clear()
        self.entered.update(entered)
        seen: set[int] = set()
        rest = [Source(expression, expression, None)]
        while rest and len(seen) < _LIMIT:
            at = rest.pop()
            if id(at.definition) in seen:
                continue
            seen.add(id(at.definition))
            further = list(self._further(at, dtype))
            if not further:
                found.setdefault(_value(at.definition), at)
            rest.extend(reversed(further))
        return [each._replace(entered={**self.entered}) for each in found.values()]

    def _further(self, at: Source, dtype: str) -> Iterator[Source]:
        """The sources behind an expression."""
        here = at.definition
        variable = self._variable(here)
        values = self._values(variable, dtype) if variable else self._returned(here, dtype)
        asked = None if values else items.asked(here)
        values = values or (self._items(*asked) if asked is not None else ())
        if values or variable is not None:
            yield from (Source(here, value, at.operation) for value in values)
            return
        of_each = self._with_dtype if isinstance(here, CallExpr) else self._if_with_dtype
        parts = [part for each in _parts(here) for part in of_each(each, dtype)]
        operation = here if self._narrower(here, dtype) else at.operation
        for part in parts:
            yield Source(part, part, operation)

    def _if_with_dtype(self, part: Expression, dtype: str) -> Sequence[Expression]:
        return [part] if self.has(part, dtype) else []

    def _with_dtype(self, part: Expression, dtype: str) -> Sequence[Expression]:
        """The operand if it has the dtype; for a container, its items that have the dtype."""
        typ = self.type_of(part)
        if typ is None or not any(dtype in self._nodes_of(each) for each in leaves(typ)):
            return []
        items_of = [] if self.has(part, dtype) else self._items(part, (None,))
        return [each for each in items_of if self.has(each, dtype)] or [part]

    def _variable(self, expression: Expression) -> Var | None:
        """The variable, constant or field that an expression names; None if it names none."""
        if not isinstance(expression, (NameExpr, MemberExpr)):
            return None
        if isinstance(expression, MemberExpr) and self._is_content(expression):
            return self._variable(expression.expr)
        node = expression.node
        if node is None and isinstance(expression, MemberExpr):
            owner = self.type_of(expression.expr)
            proper = None if owner is None else get_proper_type(owner)
            info = written_class(proper.type) if isinstance(proper, Instance) else None
            symbol = info.get(expression.name) if info is not None else None
            node = None if symbol is None else symbol.node
        return node if isinstance(node, Var) else None

    def _is_content(self, expression: MemberExpr) -> bool:
        """Whether an expression is the array in a variable of flax: ``self.scale.value``."""
        owner = self.type_of(expression.expr) if expression.name == "value" else None
        if owner is None:
            return False
        return held_by(owner) is not None or bool(_of_linen(owner))

    def _values(self, variable: Var, dtype: str) -> Sequence[Expression]:
        """The values that may give a variable its dtype; empty if not all are known."""
        if variable.info and all(map(_is_missing, self.definitions.values(variable))):
            return [each for each in self.of_field(variable) if self.has(each, dtype)]
        unpacked = self.definitions.unpacked(variable)
        return self._assigned(variable, dtype) if unpacked is None else self._items(*unpacked)

    def _items(
        self, whole: Expression, path: Path, seen: frozenset[object] = frozenset()
    ) -> Sequence[Expression]:
        """The expressions of an item of a container; empty if not all are known."""
        if not path:
            return [whole]
        at = (whole, path)
        if at in seen or len(seen) > _DEPTH:
            return []
        around = seen | {at}
        if (inner := items.passed_on(whole, path)) is not None:
            return self._items(*inner, around)
        first = items.written(whole, path[0])
        parts = [
            self._items(each, path if first is None else path[1:], around)
            for each in (self._behind(whole, around) if first is None else first)
        ]
        if parts:
            return [each for part in parts for each in part] if all(parts) else []
        if first is not None or len(path) != 1:
            return []
        return (
            [whole] if _is_taken_apart(whole) or (path == (None,) and self._is_array(whole)) else []
        )

    def _is_array(self, whole: Expression) -> bool:
        """Whether an expression is an array, so that a loop over it gets rows of its dtype."""
        typ = self.type_of(whole)
        return typ is not None and array_instance(get_proper_type(typ)) is not None

    def _behind(self, whole: Expression, seen: frozenset[object]) -> Sequence[Expression]:
        """The expressions of the container that a name, an item or a call stands for."""
        variable = self._variable(whole)
        unpacked = None if variable is None else self.definitions.unpacked(variable)
        if unpacked is not None:
            return self._items(*unpacked, seen)
        if variable is not None and len(values := self._bound(variable)) == 1:
            return [each for each in values if each is not None]
        asked = items.asked(whole)
        return self._returned(whole) if asked is None else self._items(*asked, seen)

    def _returned(self, call: Expression, dtype: str | None = None) -> Sequence[Expression]:
        """The values that a call of a function in the module may return.

        If some values may have the dtype, only these; each function is followed for one call only.
        """
        values, function, given = self.returned(call)
        if function is None or self.entered.setdefault(function, given) is not given:
            return []
        return [each for each in values if not self._lacks(each, dtype)] or values

    def _given(self, parameter: Var) -> Expression | None:
        for given in self.entered.values():
            if parameter in given:
                return given[parameter]
        return self.given(parameter)

    def _bound(self, variable: Var) -> list[Expression | None]:
        """The values of a variable, None if unknown; the first of a parameter is the argument."""
        values = list(self.definitions.values(variable))
        if self.definitions.is_parameter(variable):
            values[values.index(None)] = self._given(variable)
        return values

    def _assigned(self, variable: Var, dtype: str) -> Sequence[Expression]:
        values = self._bound(variable)
        known = [each for each in values if each is not None]
        is_all = len(known) == len(values)
        if len(known) == 1:
            return known if is_all or (self.through_updates and self.has(known[0], dtype)) else []
        bringing = [each for each in known if self.has(each, dtype)]
        is_kept = not any(self._takes_in(each, dtype) for each in bringing)
        return bringing if is_all and is_kept else []

    def _takes_in(self, value: Expression, dtype: str) -> bool:
        """Whether an operation in a value widens a narrower operand, as ``total + x`` may do."""
        parts = _parts(value)
        return self._narrower(value, dtype) or any(self._takes_in(each, dtype) for each in parts)

    def place(self, source: Source) -> tuple[str, int]:
        """Return the file and line of a source.

        For a variable of another module, that is the line of its assignment there, if it is known.
        """
        path, here = self.definitions.path, source.definition
        if isinstance(here, RefExpr) and isinstance(here.node, Var):
            module = self.modules.get(here.node.fullname.rpartition(".")[0])
            if module is not None and module.path != path:
                line = assignment_line(module.path, here.node.name)
                return (path, here.line) if line is None else (_shown(module.path), line)
        return path, here.line

    def has(self, expression: Expression, dtype: str) -> bool:
        """Whether an expression is a strong array or scalar of a dtype."""
        return dtype in self._nodes(expression)

    def _lacks(self, value: Expression, dtype: str | None) -> bool:
        """Whether a value is known to have other dtypes."""
        typ = self.type_of(value) if dtype is not None else None
        operand = None if typ is None else self.operand(typ)
        return bool(operand) and typ is not None and dtype not in self._nodes_of(typ)

    def _narrower(self, expression: Expression, dtype: str) -> bool:
        bits = NODES[dtype].bits
        return any(
            NODES[node].bits < bits and NODES[node].kind == NODES[dtype].kind
            for part in _parts(expression)
            for node in self._nodes(part)
        )

    def _nodes(self, expression: Expression) -> list[str]:
        typ = self.type_of(expression)
        return [] if typ is None else self._nodes_of(typ)

    def _nodes_of(self, typ: Type) -> list[str]:
        known = [symbol.node for symbol in self.operand(typ) or () if symbol.is_node]
        return [name for name in known if name in NODES and not NODES[name].weak]


def _of_linen(typ: Type) -> Instance | None:
    """The type of a variable of flax.linen, which ``self.variable(...)`` makes; else None."""
    return base_instance(get_proper_type(typ), LINEN_VARIABLE)


def _is_missing(value: Expression | None) -> bool:
    """Whether a value is missing, as in the declaration ``scale: jax.Array``."""
    return isinstance(value, TempNode)


def _value(definition: Expression) -> object:
    """A key for a value, which is the same wherever a variable is named."""
    if isinstance(definition, NameExpr) and isinstance(definition.node, Var):
        return definition.node
    return id(definition)


def _parts(expression: Expression) -> list[Expression]:
    """The operands that may give an operation its dtype; empty for other expressions."""
    match expression:
        case OpExpr(left=left, right=right):
            return [left, right]
        case UnaryExpr(expr=only) | IndexExpr(base=only) | AssignmentExpr(value=only):
            return [only]
        case ConditionalExpr(if_expr=one, else_expr=other):
            return [one, other]
        case ListExpr(items=parts) | TupleExpr(items=parts):
            return parts
        case CallExpr(callee=RefExpr(fullname=name), args=[only]) if name in _TAKING_IN:
            return [only]
        case CallExpr(callee=RefExpr(node=TypeInfo() as made), args=[only, *_]):
            return [only] if made.has_base(NNX_VARIABLE) else []
        case CallExpr(callee=RefExpr(fullname=name)) if _is_followed(name):
            return _operands(expression)
        case CallExpr(callee=MemberExpr(name="variable"), args=[_, _, LambdaExpr() as initial]):
            return [initial.expr()]
        case CallExpr(
            callee=MemberExpr(expr=IndexExpr(base=MemberExpr(expr=owner, name="at")), name=name)
        ):
            return [owner] if name == "set" else []
        case CallExpr(callee=MemberExpr(expr=owner, name=name)) if name not in _CASTS:
            return [owner]
        case MemberExpr(expr=owner, name=name) if name in _VIEWS:
            return [owner]
    return []


def _is_taken_apart(whole: Expression) -> bool:
    """Whether a function of JAX returns several arrays of the dtype of its operands."""
    return (
        isinstance(whole, CallExpr)
        and isinstance(whole.callee, RefExpr)
        and (whole.callee.fullname in _TAKING_APART)
    )


_TAKING_APART: Final = frozenset(
    f"{JAX_PACKAGE}.numpy.{name}"
    for name in ("split", "array_split", "hsplit", "vsplit", "dsplit", "meshgrid", "unstack")
)
_CASTS: Final = frozenset({"astype", "view", "asarray", "convert_element_type"})
_TAKING_IN: Final = frozenset({f"{JAX_PACKAGE}.numpy.asarray", f"{NUMPY_MODULE}.asarray"})
"""Functions that cast, unless called with a single argument."""
_VIEWS: Final = frozenset({"T", "mT"})
"""Attributes of an array that are arrays of the same dtype."""
_ASK: Final = frozenset({"dtype", "preferred_element_type", "new_dtype"})


def _is_followed(name: str) -> bool:
    package, _, rest = name.partition(".")
    return package in (JAX_PACKAGE, NUMPY_MODULE) and rest.rpartition(".")[2] not in _CASTS


def _operands(call: CallExpr) -> list[Expression]:
    """The arguments of a call, with the items of lists; empty if the call requests a dtype."""
    if not _ASK.isdisjoint(name for name in call.arg_names if name):
        return []
    return [
        operand
        for argument in call.args
        for operand in (
            argument.items if isinstance(argument, (ListExpr, TupleExpr)) else [argument]
        )
    ]


def _shown(path: str) -> str:
    """A path, shortened as in mypy's messages."""
    relative = os.path.relpath(path)
    return path if relative.startswith(os.pardir) else relative


def is_of_numpys_default(typ: Type | None) -> bool:
    """Whether a value has one of NumPy's 64-bit default dtypes."""
    proper = None if typ is None else get_proper_type(typ)
    if isinstance(proper, Instance) and proper.type.fullname == NUMPY_ARRAY:
        dtype = get_proper_type(proper.args[1])
        proper = get_proper_type(dtype.args[0]) if isinstance(dtype, Instance) else None
    return isinstance(proper, Instance) and scalar_dtype(proper) in _WIDE


_WIDE: Final = frozenset(wide for _, wide in DEFAULTS.values())
"""NumPy's default dtypes; they are JAX's, too, if x64 is on."""


def is_of_numpy(typ: Type | None) -> bool:
    """Whether a value is an array or a scalar of NumPy, and not of JAX.

    A value of the class ``jnp.bfloat16``, such as ``jnp.finfo(jnp.bfloat16).min``, is a scalar of
    NumPy.
    """
    proper = None if typ is None else get_proper_type(typ)
    fullname = proper.type.fullname if isinstance(proper, Instance) else ""
    return fullname.startswith(f"{NUMPY_MODULE}.") or fullname in NODE_OF_CLASS
