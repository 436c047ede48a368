"""Follows an expression of unknown dtype to the places where its dtype was lost.

The way back leads from an operation to its operands, from a variable to its values, from a call to
the expressions that the function returns, and from a parameter to the arguments of the calls. The
last two steps are taken only if inference has checked the body of the function, because only then
does a known dtype of an argument reach the body.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Set
from typing import Final, NamedTuple, TypeAlias

from mypy.nodes import (
    CallExpr,
    CastExpr,
    Expression,
    FuncDef,
    FuncItem,
    IndexExpr,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    SymbolNode,
    Var,
)
from mypy.types import CallableType

from promo_cli.callees import Types, missing
from promo_cli.losses.bindings import Bindings
from promo_cli.losses.functions import Functions, Target, definition
from promo_cli.losses.naming import Naming
from promo_cli.losses.parts import arguments, parts
from promo_cli.losses.roots import Root, RootKind
from promo_mypy.types.silence import is_silent

_End: TypeAlias = Root | Var
"""Where the way back through one function ends: at a root, or at a parameter of the function."""


class _Way(NamedTuple):
    """An expression on the way back, and the last place before it that can be annotated.

    That place, the ``holder``, is a variable, parameter or result that gets the expression's value.
    """

    expression: Expression
    holder: Root | None


class Tracing:
    """Finds the roots of expressions across all files.

    ``sources`` has library functions by the variable, parameter or result that gets their values.
    The library cannot be annotated, so the root is that place.
    """

    def __init__(
        self,
        bindings: Bindings,
        types: Types,
        naming: Naming,
        is_inferred: Callable[[FuncItem], bool],
    ) -> None:
        """Take the bindings, the types of expressions, and an object that describes roots.

        ``is_inferred`` says whether inference has checked the body of a function.
        """
        self.sources: Final = defaultdict[Root, set[str]](set)
        self._bindings = bindings
        self._types = types
        self._naming = naming
        self._is_inferred = is_inferred
        self._functions = Functions(bindings, types)
        self._returned: dict[FuncItem, Set[_End]] = {}
        self._given: dict[Var, list[Expression]] = {}

    def roots(self, path: str, expression: Expression) -> frozenset[Root]:
        """Return the roots of an expression: the places where it has lost its dtype."""
        found: set[Root] = set()
        seen: set[Var] = set()
        rest: list[_End] = [*self._ends([expression], None, path)]
        while rest:
            end = rest.pop()
            if isinstance(end, Root):
                found.add(end)
            elif end not in seen:
                seen.add(end)
                parameter = self._naming.parameter(end)
                rest.extend(self._ends(self._given_to(end), parameter) or [parameter])
        return frozenset(found)

    def _looked_into(self, function: FuncItem) -> bool:
        if isinstance(function, LambdaExpr):
            return True  # A lambda has no annotations: mypy takes its types from the call.
        # A function outside the files may come from mypy's cache, and then has no body.
        return function in self._bindings.files and self._is_inferred(function)

    def _is_lost(self, expression: Expression) -> bool:
        typ = self._types.get(expression)
        return typ is not None and is_silent(typ)

    def _lost(self, expressions: Iterable[Expression]) -> list[Expression]:
        return [each for each in expressions if self._is_lost(each)]

    def _given_to(self, parameter: Var) -> list[Expression]:
        """The arguments of unknown dtype that a parameter gets; none without inference."""
        if parameter not in self._given:
            function = self._bindings.parameters[parameter].function
            sites = self._functions.sites[function] if self._looked_into(function) else []
            given = (each for site in sites for each in self._functions.given(site, parameter))
            self._given[parameter] = self._lost(given)
        return self._given[parameter]

    def _ends(
        self, expressions: Iterable[Expression], holder: Root | None, path: str = ""
    ) -> Set[_End]:
        """The ends of the ways back from some expressions.

        Args:
            expressions: the expressions to start from.
            holder: the variable, parameter or result that gets their value; None if none does.
            path: the file of the expressions; needed only without a holder.
        """
        found: set[_End] = set()
        seen: set[Expression] = set()
        rest = [_Way(each, holder) for each in expressions]
        while rest:
            at = rest.pop()
            if at.expression in seen:
                continue
            seen.add(at.expression)
            steps = list(self._steps(at)) or [self._naming.expression(path, at.expression)]
            rest.extend(each for each in steps if isinstance(each, _Way))
            found.update(
                self._held(each, at.holder) for each in steps if not isinstance(each, _Way)
            )
        return found

    def _held(self, end: _End, holder: Root | None) -> _End:
        """Return an end, or the holder of its value if only the holder can be annotated."""
        if holder is None or isinstance(end, Var) or end.kind.takes_annotation:
            return end
        if end.kind is RootKind.LIBRARY:
            self.sources[holder].add(end.name)
        return holder

    def _steps(self, at: _Way) -> Iterator[_Way | _End]:
        """The next steps back from an expression: to the parts without a dtype."""
        match at.expression:
            case CallExpr(analyzed=CastExpr()):
                return
            case CallExpr() as call:
                yield from self._on(self._of_call(call), at.holder)
            case NameExpr() | MemberExpr() as reference:
                yield from self._on(self._of_reference(reference), at.holder)
            case IndexExpr(base=container):
                yield _Way(container, at.holder)
            case LambdaExpr() as function:
                yield from self._on(self._of_result(Target(function), None), at.holder)
            case other:
                yield from self._on(self._lost(parts(other)), at.holder)

    def _on(
        self, steps: Iterable[Expression | _Way | _End], holder: Root | None
    ) -> Iterator[_Way | _End]:
        for each in steps:
            yield _Way(each, holder) if isinstance(each, Expression) else each

    def _of_reference(self, reference: NameExpr | MemberExpr) -> Iterator[Expression | _Way | _End]:
        node = self._functions.node(reference)
        if missing(reference) is not None:
            yield self._naming.unknown(reference)
        elif isinstance(node, Var) and node in self._bindings.parameters:
            yield node
        elif isinstance(reference, MemberExpr) and self._is_foreign(node, reference.expr):
            # An attribute such as x.T has the dtype of its owner.
            yield reference.expr
        elif isinstance(node, Var):
            yield from self._of_variable(node)
        elif (function := definition(node)) is not None:
            yield from self._of_result(Target(function), None)

    def _is_foreign(self, node: SymbolNode | None, owner: Expression) -> bool:
        """Whether a library defines an attribute, and the attribute's owner has lost its dtype."""
        return self._is_lost(owner) and node not in self._bindings.files

    def _of_variable(self, variable: Var) -> Iterator[_Way | _End]:
        root = self._naming.variable(variable)
        values = self._lost(self._bindings.values.get(variable, ())) if variable.is_inferred else []
        yield from (_Way(each, root) for each in values)
        if not values:
            yield root

    def _of_call(self, call: CallExpr) -> Iterator[Expression | _End]:
        if missing(call.callee) is not None:
            yield self._naming.unknown(call.callee)
            return
        targets = list(self._functions.targets(call.callee))
        for target in targets:
            yield from self._of_result(target, call)
        if targets:
            return
        node = self._functions.node(call.callee)
        function = definition(node)
        if function is not None and self._says_nothing(function):
            yield self._naming.result(function)
            return
        held = self._lost([call.callee]) if _is_value(call.callee, node) else []
        given = self._lost(arguments(call, self._types))
        yield from held
        yield from given
        if not held and not given:
            yield self._naming.unknown(call.callee)

    def _says_nothing(self, function: FuncDef) -> bool:
        """Whether a library function declares no dtype for its result, and has no known one."""
        typ = function.type
        if self._naming.is_of_jax(function):
            return False
        return not isinstance(typ, CallableType) or is_silent(typ.ret_type)

    def _of_result(self, target: Target, call: CallExpr | None) -> Iterator[Expression | _End]:
        """The returned expressions that leave the dtype of a call's result unknown."""
        function = target.function
        ends = self._ends_of_result(function) if self._looked_into(function) else ()
        steps: list[Expression | _End] = []
        for end in ends:
            if call is not None and isinstance(end, Var) and self._is_of(end, function):
                steps += self._lost(self._functions.given_by(call, target, end))
            else:
                steps.append(end)
        yield from steps or [self._naming.result(function)]

    def _is_of(self, parameter: Var, function: FuncItem) -> bool:
        return self._bindings.parameters[parameter].function is function

    def _ends_of_result(self, function: FuncItem) -> Set[_End]:
        """The ends of the ways back from a function's result; empty inside a recursion."""
        if function not in self._returned:
            self._returned[function] = frozenset()
            returned = self._lost(self._bindings.returned[function])
            self._returned[function] = self._ends(returned, self._naming.result(function))
        return self._returned[function]


def _is_value(callee: Expression, node: SymbolNode | None) -> bool:
    """Whether the callee is a value, such as a variable or an expression, not a function's name."""
    if isinstance(callee, NameExpr | MemberExpr):
        return isinstance(node, Var)
    return True
