"""Methods that subclasses override: a call may mean any of several definitions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, Protocol

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Context,
    Decorator,
    EllipsisExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    MemberExpr,
    PassStmt,
    RaiseStmt,
    Statement,
    StrExpr,
    SuperExpr,
    SymbolNode,
    TypeInfo,
)
from mypy.types import AnyType, CallableType, Instance, Type, TypeOfAny, get_proper_type

from promo_mypy.inference.arguments import Argument
from promo_mypy.inference.modules import Functions
from promo_mypy.inference.program_classes import is_of_program
from promo_mypy.inference.signatures import method_of
from promo_mypy.inference.source_types import Asides
from promo_mypy.inference.visits import Visits
from promo_mypy.inference.waiting import Waiting
from promo_mypy.types.made import is_made, without
from promo_mypy.types.pytrees import is_plain_tuple, leaves
from promo_mypy.types.sameness import are_same
from promo_mypy.types.silence import is_silent

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_MOST_DEFINITIONS: Final = 16
_MOST_LINES: Final = 40
"""The definitions are checked only if they have at most this many lines together."""


class Inferring(Asides, Protocol):
    """Infers the results of calls."""

    def returned(
        self,
        typ: Type,
        given: Sequence[Argument],
        caller: TypeChecker,
        context: Context,
        owner: Type | None = None,
    ) -> Type | None:
        """Return the result type of a function in a call; None if it is not known."""
        ...


class _Definition(NamedTuple):
    """A method that a call may mean.

    Attributes:
        function: the definition, without decorators.
        type: the type of the method; None if it is not known.
        owner: the class that defines the method.
    """

    function: FuncDef
    type: Type | None
    owner: TypeInfo


class _UnseenError(Exception):
    """Not all definitions that a call may mean are known."""


class Overridden:
    """Finds the result types of method calls, whichever subclass the object is of."""

    def __init__(
        self,
        inferring: Inferring,
        functions: Functions,
        visits: Visits,
        waiting: Waiting,
        *,
        everywhere: bool,
    ) -> None:
        """Start without a call.

        Args:
            inferring: infers the result of one definition.
            functions: the functions and classes of the program.
            visits: the stack of bodies that are being checked.
            waiting: records what mypy does not know yet.
            everywhere: whether mypy has the function bodies of all modules.
        """
        self._everywhere = everywhere
        self._inferring = inferring
        self._functions = functions
        self._visits = visits
        self._waiting = waiting
        self._in_look = set[FuncDef]()

    def returned(
        self,
        called: Type,
        given: Sequence[Argument],
        caller: TypeChecker,
        context: Context,
        owner: Type | None,
    ) -> Type | None:
        """Return the result type of a call of a method or function; None if it is not known.

        If a subclass overrides the method, all definitions must return the same dtypes.

        Args:
            called: the marked type of the function, for a method the one of the object's class.
            given: the arguments.
            caller: the checker that is at the call.
            context: the expression of the call.
            owner: the type of the object.
        """
        method = method_of(called)
        if method is None or not self._may_be_another(method, owner, caller, context):
            return self._inferring.returned(called, given, caller, context, owner)
        return self._of_any(method, given, caller, context, owner)

    def is_any_of_several(self, called: Type, context: Context, caller: TypeChecker) -> bool:
        """Whether a method that is passed on, ``jax.vmap(self.f)``, may be a subclass's.

        The answer is no for a call by the method's name, ``Base.f(x)`` or ``super().f()``:
        :meth:`returned` handles these.
        """
        method = method_of(called)
        callee = context.callee if isinstance(context, CallExpr) else None
        if method is None or _is_named(callee, method.name):
            return False
        return self._functions.is_replaced(method, caller)

    def _may_be_another(
        self, method: FuncDef, owner: Type | None, caller: TypeChecker, context: Context
    ) -> bool:
        """Whether a called method may be another definition, in a subclass."""
        if isinstance(context, CallExpr) and isinstance(context.callee, SuperExpr):
            return not self._is_above(method, context.callee.info, caller)
        if owner is None or _is_final(owner):
            return False
        return self._functions.is_replaced(method, caller)

    def _is_above(self, method: FuncDef, around: TypeInfo | None, caller: TypeChecker) -> bool:
        """Whether ``super().method()`` means this definition in objects of all subclasses, too.

        Only a subclass with several bases may put another class in between.
        """
        if not around:
            return False
        below = [each for each, _ in self._functions.below(around.name, caller)]
        return all(
            _is_next(method, around, each.info) for each in below if len(each.base_type_exprs) > 1
        )

    def _of_any(
        self,
        method: FuncDef,
        given: Sequence[Argument],
        caller: TypeChecker,
        context: Context,
        owner: Type | None,
    ) -> Type | None:
        """The result type, if all definitions that the call may mean agree on it.

        Findings in the definitions are dropped, since the program may call any other of them.
        """
        instance = get_proper_type(owner) if owner is not None else None
        if not self._everywhere or not isinstance(instance, Instance) or method in self._in_look:
            return None
        if given and all(is_silent(each.type) for each in given):
            return None  # The result is seldom known then, and to look for it takes long.
        if not is_of_program(instance.type, caller.modules):
            return None  # The library may have subclasses of its own, which are not seen.
        found = list[Type]()
        self._in_look.add(method)
        try:
            for each in self._definitions(method, instance.type, caller):
                returned = self._of(each, given, caller, context, instance)
                if returned is None or not _tells(returned):
                    return None
                found.append(returned)
        except _UnseenError:
            return None
        finally:
            self._in_look.discard(method)
        return _agreed(found) if found else None

    def _of(
        self,
        definition: _Definition,
        given: Sequence[Argument],
        caller: TypeChecker,
        context: Context,
        owner: Instance,
    ) -> Type | None:
        typ = get_proper_type(definition.type) if definition.type is not None else None
        if not isinstance(typ, CallableType):
            return None
        is_inherited = definition.owner in owner.type.mro
        receiver = owner if is_inherited else _any_of(definition.owner)
        with self._inferring.aside(None):
            bound = typ.copy_modified(is_bound=True)
            found = self._inferring.returned(bound, given, caller, context, receiver)
            visit = self._visits.innermost
            if visit is not None and not visit.is_ready:
                self._waiting.for_types()
        return typ.ret_type if found is None and not is_silent(typ.ret_type) else found

    def _definitions(
        self, method: FuncDef, info: TypeInfo, caller: TypeChecker
    ) -> Sequence[_Definition]:
        """The definitions of a method in a class and its subclasses, the shortest first.

        Raises:
            _UnseenError: some are not known, or they are too many or too long.
        """
        found = dict[SymbolNode, _Definition]()
        for each in self._classes(info, caller):
            symbol = each.get(method.name)
            node = symbol.node if symbol is not None else None
            function = _function(node)
            if node is None or function is None or function.is_class or function.is_static:
                raise _UnseenError
            if not _is_left_to_others(function):
                found[node] = _Definition(function, _type(node, caller), function.info)
        if len(found) > _MOST_DEFINITIONS or sum(map(_length, found.values())) > _MOST_LINES:
            raise _UnseenError
        return sorted(found.values(), key=_length)  # The first unknown result ends the search.

    def _classes(self, info: TypeInfo, caller: TypeChecker) -> Iterator[TypeInfo]:
        """A class and its subclasses.

        Raises:
            _UnseenError: mypy does not know one of them, perhaps only for now.
        """
        yield info
        for definition, module in self._functions.below(info.name, caller):
            below = definition.info
            if not below:
                self._waiting.for_modules(module)
                raise _UnseenError
            if below.fallback_to_any:
                raise _UnseenError
            if below is not info and info in below.mro:
                yield below


def _is_named(callee: Expression | None, name: str) -> bool:
    return isinstance(callee, MemberExpr | SuperExpr) and callee.name == name


def _is_final(owner: Type) -> bool:
    """Whether an object is of exactly this class: it is final, or the making of it is known."""
    proper = get_proper_type(owner)
    return is_made(proper) or (isinstance(proper, Instance) and proper.type.is_final)


def _function(node: SymbolNode | None) -> FuncDef | None:
    found = node.func if isinstance(node, Decorator) else node
    return found if isinstance(found, FuncDef) else None


def _type(node: SymbolNode, caller: TypeChecker) -> Type | None:
    match node:
        case FuncDef():
            return caller.function_type(node)
        case Decorator(decorators=[]):
            return caller.function_type(node.func)
        case Decorator():
            return node.type
    return None


def _is_next(method: FuncDef, around: TypeInfo, info: TypeInfo) -> bool:
    """Whether ``super()`` in class ``around`` means this method in an object of class ``info``."""
    if not info or info.fallback_to_any:
        return False
    if around not in info.mro:
        return True
    rest = info.mro[info.mro.index(around) + 1 :]
    nodes = (each.names[method.name].node for each in rest if method.name in each.names)
    return _function(next(nodes, None)) is method


def _agreed(returned: Sequence[Type]) -> Type:
    """The common result type, item by item for tuples; Any where the definitions differ."""
    first, *others = types = [get_proper_type(without(each)) for each in returned]
    if all(are_same(each, first) for each in others):
        return first
    tuples = [each for each in types if is_plain_tuple(each)]
    columns = [*zip(*(each.items for each in tuples), strict=False)]
    if len(tuples) < len(types) or any(len(each.items) != len(columns) for each in tuples):
        return _UNKNOWN
    return tuples[0].copy_modified(items=[_agreed(each) for each in columns])


def _tells(returned: Type) -> bool:
    """Whether anything is known about a result type."""
    return not all(map(is_silent, leaves(returned)))


def _length(definition: _Definition) -> int:
    function = definition.function
    return (function.end_line or function.line) - function.line


def _any_of(info: TypeInfo) -> Instance:
    return Instance(info, [_UNKNOWN] * len(info.type_vars))


def _is_left_to_others(function: FuncDef) -> bool:
    """Whether a body does nothing but raise an error, or nothing at all."""
    match [each for each in function.body.body if not _does_nothing(each)]:
        case [] | [RaiseStmt()]:
            return bool(function.body.body)  # Without a body it is a library's, from the cache.
    return False


def _does_nothing(statement: Statement) -> bool:
    match statement:
        case PassStmt() | ExpressionStmt(expr=StrExpr() | EllipsisExpr()):
            return True
    return False
