"""Follows the dtype of an expression back to the values that it comes from.

The way leads from an operation to those of its operands that have the dtype, and from a variable to
the values that the module assigns to it. What a function of the program returns is followed where
that is asked for.
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
"""The functions that were followed, with the arguments of their calls by parameter."""

_NOWHERE: Final[Entered] = {}
_DEPTH: Final = 20
"""The most steps to the expression of an item."""
_LIMIT: Final = 200
"""The most expressions that are looked at for a finding."""


class Source(NamedTuple):
    """A value from which a dtype comes.

    Attributes:
        expression: what has the dtype: the name of a variable, or a call, say.
        definition: the value of that variable; for all else the expression itself.
        operation: the innermost operation on the way to it that has a narrower operand, if any.
        entered: the functions of which a call was followed on the way, each with what that gave.
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
        type_of: the type of an expression, None if it is not known.
        operand: the dtypes of a value of a type.
        definitions: what the module assigns.
        modules: all modules of the program, by their names.
        returned: the values that a call of a function of the module may return; none of others.
        entered: the functions of which such a call was followed, each with what that gave.
        given: what a parameter gets in the call that is looked at; None if that is not known.
        of_field: what a constructor is given for a field; nothing if that is not known.
        through_updates: whether a variable that gets one value by an assignment, and others in
            another way, as a parameter for one, has its dtype from that assignment if that has it.
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

        With ``entered`` the expression is in functions of which calls have been followed.
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
        """An operand if it has the dtype; for a container, those of its items that have it."""
        typ = self.type_of(part)
        if typ is None or not any(dtype in self._nodes_of(each) for each in leaves(typ)):
            return []
        items_of = [] if self.has(part, dtype) else self._items(part, (None,))
        return [each for each in items_of if self.has(each, dtype)] or [part]

    def _variable(self, expression: Expression) -> Var | None:
        """The variable, the constant or the field that an expression names."""
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
        """Whether it is what a variable of flax holds, ``self.scale.value``."""
        owner = self.type_of(expression.expr) if expression.name == "value" else None
        if owner is None:
            return False
        return held_by(owner) is not None or bool(_of_linen(owner))

    def _values(self, variable: Var, dtype: str) -> Sequence[Expression]:
        """The values from which a variable may have its dtype; empty if not all are known."""
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
        """Whether a loop goes through the rows of an array."""
        typ = self.type_of(whole)
        return typ is not None and array_instance(get_proper_type(typ)) is not None

    def _behind(self, whole: Expression, seen: frozenset[object]) -> Sequence[Expression]:
        """The expressions for the container that a name, an item or a call stands for."""
        variable = self._variable(whole)
        unpacked = None if variable is None else self.definitions.unpacked(variable)
        if unpacked is not None:
            return self._items(*unpacked, seen)
        if variable is not None and len(values := self._bound(variable)) == 1:
            return [each for each in values if each is not None]
        asked = items.asked(whole)
        return self._returned(whole) if asked is None else self._items(*asked, seen)

    def _returned(self, call: Expression, dtype: str | None = None) -> Sequence[Expression]:
        """The values that a call of a function in the module may return, with this dtype."""
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
        """The values of a variable, of a parameter its argument first; None if unknown."""
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
        """Whether a narrower operand is widened in an operation, as by an accumulator."""
        parts = _parts(value)
        return self._narrower(value, dtype) or any(self._takes_in(each, dtype) for each in parts)

    def place(self, source: Source) -> tuple[str, int]:
        """Return the file and line of a source: where a variable is assigned, if that is known.

        The variable may be one of another module.
        """
        path, here = self.definitions.path, source.definition
        if isinstance(here, RefExpr) and isinstance(here.node, Var):
            module = self.modules.get(here.node.fullname.rpartition(".")[0])
            if module is not None and module.path != path:
                line = assignment_line(module.path, here.node.name)
                return (path, here.line) if line is None else (_shown(module.path), line)
        return path, here.line

    def has(self, expression: Expression, dtype: str) -> bool:
        """Whether a value is an array or scalar of a dtype, and not weak."""
        return dtype in self._nodes(expression)

    def _lacks(self, value: Expression, dtype: str | None) -> bool:
        """Whether a value is known to be of other dtypes."""
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
    """A variable of flax.linen, which ``self.variable`` of a module makes."""
    return base_instance(get_proper_type(typ), LINEN_VARIABLE)


def _is_missing(value: Expression | None) -> bool:
    """Whether a declaration has no value, ``scale: jax.Array``."""
    return isinstance(value, TempNode)


def _value(definition: Expression) -> object:
    """A key for a value: a variable has one, wherever it is named."""
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
"""Attributes that are arrays of the same dtype."""
_ASK: Final = frozenset({"dtype", "preferred_element_type", "new_dtype"})


def _is_followed(name: str) -> bool:
    package, _, rest = name.partition(".")
    return package in (JAX_PACKAGE, NUMPY_MODULE) and rest.rpartition(".")[2] not in _CASTS


def _operands(call: CallExpr) -> list[Expression]:
    """The arguments of a call, with items of lists; empty if a dtype is requested."""
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
"""Dtypes that are defaults of JAX, too, if x64 is on."""


def is_of_numpy(typ: Type | None) -> bool:
    """Whether a value is an array or a scalar of NumPy, and not of JAX.

    A value of the class ``jnp.bfloat16`` is such a scalar, as ``jnp.finfo(jnp.bfloat16).min`` is.
    """
    proper = None if typ is None else get_proper_type(typ)
    fullname = proper.type.fullname if isinstance(proper, Instance) else ""
    return fullname.startswith(f"{NUMPY_MODULE}.") or fullname in NODE_OF_CLASS
