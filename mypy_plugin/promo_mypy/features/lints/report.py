"""Confirms suspicions about a call by its expressions, and reports them as lints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.constant_fold import constant_fold_expr
from mypy.nodes import CallExpr, Context, Expression, MemberExpr, NameExpr, OpExpr, RefExpr, Var
from mypy.plugin import CheckerPluginInterface
from mypy.server.subexpr import get_subexpressions
from mypy.types import Type, get_proper_type

from promo_mypy.errorcodes import LINT_CODES
from promo_mypy.features.lints import messages, results
from promo_mypy.features.lints.either import with_scalars
from promo_mypy.features.lints.questions import question
from promo_mypy.features.lints.suspicions import Facts, Suspicion
from promo_mypy.features.ruled_call import Call
from promo_mypy.origins import words
from promo_mypy.origins.sources import (
    Source,
    Sources,
    is_of_numpy,
    is_of_numpys_default,
)
from promo_mypy.types.convert import array_instance, base_instance
from promo_mypy.types.evaluate import Combined
from promo_mypy.types.expressions import Value, known_type
from promo_mypy.types.silence import is_silent
from promo_mypy.unwatched import unwatched
from promo_typing.core import lints
from promo_typing.core.dtypes import NODES, PYTHON_SCALARS
from promo_typing.core.stub_names import ARRAY
from promo_typing.lattice.suspects import SMALL
from promo_typing.rules.catalogue.kinds import PRODUCTS

if TYPE_CHECKING:
    from promo_mypy.session import Session


def look(
    session: Session,
    call: Call,
    combined: Combined,
    api: CheckerPluginInterface,
    context: Context,
) -> None:
    """Report the lints of a call. For most calls the dtypes already show that there are none."""
    wanted = session.lints.enabled_in(api)
    if not wanted or _looked(session, wanted, call, combined, api, context):
        return
    for each, its in with_scalars(session, call):
        _looked(session, wanted, each, its, api, context)


def _looked(
    session: Session,
    wanted: frozenset[str],
    call: Call,
    combined: Combined,
    api: CheckerPluginInterface,
    context: Context,
) -> bool:
    """Report the lints of a call, and return whether its dtypes are exactly known."""
    asked = question(call.function, call.rule, call.operands, call.dtype, combined)
    # If an earlier check of the body knew more, its facts are kept.
    if asked is not None:
        report(session, call, session.lints.facts(wanted, asked), api, context)
    return asked is not None


def report(
    session: Session, call: Call, facts: Facts, api: CheckerPluginInterface, context: Context
) -> None:
    """Report the suspicions that the expressions of a call confirm."""
    if not isinstance(api, TypeChecker):
        return
    session.lints.defaults.record(api.tree.fullname, context, facts.default)
    if session.inference.visits.is_aside:
        return
    reported: set[str] = set()
    for suspicion in facts.suspicions:
        site = _Site(session, call, api, context, suspicion, ())
        found = _found(site)
        if found is not None and found.lint not in reported:
            reported.add(found.lint)
            _fail(site, found)


class _Site(NamedTuple):
    """A suspicion, and the call that it is about."""

    session: Session
    call: Call
    api: TypeChecker
    context: Context
    suspicion: Suspicion
    values: Sequence[Value]

    def value(self, place: int) -> Value | None:
        """The expression and type of an operand."""
        return self.values[place] if len(self.values) == len(self.suspicion.nodes) else None

    @property
    def sources(self) -> Sources:
        """The finder of the origins of dtypes in this module."""
        return sources_of(self.session, self.api, self.values)

    def is_enabled(self, lint: str) -> bool:
        """Whether a lint is enabled in this module."""
        return lint in self.session.lints.enabled_in(self.api)


def sources_of(session: Session, api: TypeChecker, values: Sequence[Value] = ()) -> Sources:
    """Return the finder of the origins of dtypes in the module that is being checked.

    Args:
        session: the session of the place.
        api: the checker that is at the place.
        values: expressions whose types are known already.
    """
    types = partial(_types, session, api, {id(value.expression): value.type for value in values})

    def type_of(expression: Expression) -> Type | None:
        return next((each for each in types(expression) if not is_silent(each)), None)

    definitions = session.lints.definitions(api.tree)
    returned = partial(results.returned, module=api.tree, type_of=type_of)
    given = partial(session.inference.visits.written, module=api.tree)
    operand, of_field = session.converter.operand, partial(_of_field, session, api)
    return Sources(type_of, operand, definitions, api.modules, returned, given, of_field)


def _of_field(session: Session, api: TypeChecker, field: Var) -> Sequence[Expression]:
    """The expressions that the program gives to a field of a class in this module."""
    is_here = field.info.module_name == api.tree.fullname
    return session.inference.program.fields.given(field.info, field.name, api) if is_here else ()


def _types(
    session: Session, api: TypeChecker, known: Mapping[int, Type], expression: Expression
) -> Iterator[Type]:
    """The known types of an expression: here, in the outer calls, in all calls, and elsewhere."""
    inference = session.inference
    here = [known.get(id(expression)), known_type(expression, api)]
    around = (known_type(expression, each) for each in inference.visits.callers)
    yield from (each for each in chain(here, around) if each is not None)
    found = inference.answers.types.get(expression, ())
    types = [each for each in found if session.converter.operand(each) is not None]
    if len(types) == 1:
        yield types[0]
    elsewhere = session.lints.found_elsewhere.get(expression)
    if elsewhere is None and inference.is_on:
        elsewhere = inference.program.assigned.type_in_module(expression, api.tree, api)
    if elsewhere is not None:
        session.lints.found_elsewhere[expression] = elsewhere
        yield elsewhere


class _Found(NamedTuple):
    """A lint to report: the message, and the sources of the wider dtype."""

    lint: str
    message: str
    sources: Sequence[Source] = ()


def _found(site: _Site) -> _Found | None:
    candidates = {site.suspicion.lint, *_MORE_EXACT.get(site.suspicion.lint, ())}
    if not any(map(site.is_enabled, candidates)):
        return None
    site = site._replace(values=site.call.written())
    if site.suspicion.lint in _MORE_EXACT:
        return _widening(site)
    said = messages.of(site.suspicion, site.call, session=site.session)
    holds = {
        lints.LATE_WIDENING: _is_product,
        lints.WEAK_RESULT: _is_returned,
        lints.INTEGER_ROUNDING: _is_array,
        lints.INTEGER_WRAP: _may_wrap,
    }.get(site.suspicion.lint)
    return _Found(site.suspicion.lint, said) if holds is None or holds(site) else None


# -- widening --------------------------------------------------------------------------------------

_MORE_EXACT: Final[dict[str, tuple[str, ...]]] = dict.fromkeys(
    (lints.WIDENING, lints.INTEGER_WIDENING), (lints.NUMPY_WIDENING, lints.DEFAULT_WIDENING)
)


def _widening(site: _Site) -> _Found | None:
    # The rule is evaluated last: it takes longest, and most operands are neither NumPy nor default.
    if not site.is_enabled(site.suspicion.lint) and not _may_be_exact(site):
        return None
    subject = site.value(site.suspicion.subject)
    if (subject is not None and is_of_numpy(subject.type)) or _is_refused(site):
        return None
    asked, place = site.suspicion.asked, site.suspicion.subject
    places = site.session.lints.rules.causes(asked, place, site.suspicion.causes)
    site = site._replace(suspicion=site.suspicion._replace(causes=places))
    causes, lint = _causes(site), _lint(site)
    if not places or not site.is_enabled(lint):
        return None
    wide = asked.result
    sources = [source for value in causes for source in site.sources.of(value.expression, wide)]
    said = messages.widening(lint, site.suspicion, site.call, causes, site.api.tree.path)
    return _Found(lint, said, sources)


def _causes(site: _Site) -> list[Value]:
    """The widening operands whose expressions are known."""
    return [value for place in site.suspicion.causes if (value := site.value(place))]


def _may_be_exact(site: _Site) -> bool:
    """Whether a more exact lint may apply to a widening."""
    return _is_small(site) and any(_is_exact(site, value) for value in _causes(site))


def _is_small(site: _Site) -> bool:
    """Whether a dtype is small enough for the more exact lints."""
    return NODES[site.suspicion.nodes[site.suspicion.subject]].bits <= SMALL


def _lint(site: _Site) -> str:
    """The most exact lint that applies to a widening."""
    general, causes = site.suspicion.lint, _causes(site)
    if not _is_small(site) or not causes:
        return general
    if not all(_is_exact(site, value) for value in causes) or _is_meant(site):
        return general
    of_numpy = any(is_of_numpy(value.type) for value in causes)
    return lints.NUMPY_WIDENING if of_numpy else lints.DEFAULT_WIDENING


def _is_exact(site: _Site, value: Value) -> bool:
    """Whether the dtype of a value comes from NumPy, or is a default that nobody requested."""
    return is_of_numpy(value.type) or _is_default(site, value)


def _is_meant(site: _Site) -> bool:
    """Whether the program states that the result is wide, or casts it at once."""
    expression = site.context
    if not isinstance(expression, Expression):
        return False
    definitions = site.session.lints.definitions(site.api.tree)
    return definitions.is_cast(expression) or site.suspicion.result in _expected(site)


def _is_refused(site: _Site) -> bool:
    """Whether mypy itself reports the result, because another dtype is declared for it.

    In inferred bodies mypy's errors are dropped: there ``q = q * cos`` is simply a new ``q``.
    """
    expected = set() if site.session.inference.is_inside else _expected(site)
    return bool(expected) and site.suspicion.result not in expected


def _expected(site: _Site) -> set[str]:
    """The dtypes that are declared for the result; empty if none are."""
    definitions = site.session.lints.definitions(site.api.tree)
    # At other places mypy's expected type may be one that it inferred for a type variable.
    if not isinstance(site.context, Expression) or not definitions.is_declared(site.context):
        return set()
    expected = site.api.expr_checker.type_context[-1]
    array = None if expected is None else array_instance(get_proper_type(expected))
    nodes = () if array is None else site.session.converter.operand(array) or ()
    return {node for symbol in nodes for node in symbol.nodes}


def _is_default(site: _Site, value: Value) -> bool:
    """Whether a value has its dtype only from calls that request none."""
    if _is_only_given(site, value.expression):
        return False
    sources = site.sources.of(value.expression, site.suspicion.result)
    return bool(sources) and all(_is_default_call(site, each) for each in sources)


def _is_only_given(site: _Site, expression: Expression) -> bool:
    """Whether an expression is a parameter that is never assigned, in a body not checked for calls.

    Most operands are such parameters. Nothing can be found about their origin.
    """
    if site.session.inference.is_inside or not isinstance(expression, NameExpr):
        return False
    definitions, variable = site.session.lints.definitions(site.api.tree), expression.node
    return (
        variable is not None
        and definitions.is_parameter(variable)
        and len(definitions.values(variable)) == 1
    )


def _is_default_call(site: _Site, source: Source) -> bool:
    module, here = site.api.tree.fullname, source.definition
    return (
        site.session.lints.is_default(module, here)
        or _is_of_default_integers(site, source)
        or is_of_numpys_default(site.sources.type_of(here))
    )


def _is_of_default_integers(site: _Site, source: Source) -> bool:
    """Whether floats are made from nothing but default integers, as in ``jnp.arange(n) / n``."""
    lints, module, value = site.session.lints, site.api.tree.fullname, source.definition
    asked = lints.defaults.at(module, value)
    integer = site.session.semantics.strong(PYTHON_SCALARS["int"])
    if asked is None or integer not in asked.nodes or asked.result == integer:
        return False
    sources = site.sources.of(value, integer, source.entered)
    return bool(sources) and all(lints.is_default(module, each.definition) for each in sources)


# -- other facts about the expressions -------------------------------------------------------------


def _is_product(site: _Site) -> bool:
    """Whether the operand is a product, which is rounded before the cast."""
    value = site.value(site.suspicion.subject)
    return value is not None and _is_rounded(_behind(site, value.expression))


def _behind(site: _Site, expression: Expression) -> Expression:
    """The only value that a variable can have where it is used; otherwise the expression itself."""
    if isinstance(expression, NameExpr) and expression.node is not None:
        values = site.session.lints.definitions(site.api.tree).values(expression.node)
        match [each for each in values if each is None or _is_before(each, expression)]:
            case [Expression() as only]:
                return only
    return expression


def _is_before(value: Expression, use: Expression) -> bool:
    """Whether a value is written before a use of its variable, and does not contain this use."""
    is_part = any(each is use for each in get_subexpressions(value))
    return value.line <= use.line and not is_part


def _is_rounded(expression: Expression) -> bool:
    match expression:
        case OpExpr(op="@"):
            return True
        case CallExpr(callee=RefExpr(fullname=name), arg_names=names) if name in PRODUCTS:
            return "preferred_element_type" not in names
        case CallExpr(callee=MemberExpr(name="dot"), arg_names=names):
            return "preferred_element_type" not in names
    return False


def _is_returned(site: _Site) -> bool:
    definitions = site.session.lints.definitions(site.api.tree)
    context = site.context
    return isinstance(context, Expression) and definitions.is_returned(context)


def _is_array(site: _Site) -> bool:
    """Whether the integers are a JAX array: a NumPy scalar is mostly a small constant."""
    value = site.value(site.suspicion.subject)
    return value is not None and base_instance(get_proper_type(value.type), ARRAY) is not None


def _may_wrap(site: _Site) -> bool:
    """Whether no operand shows that the result fits.

    A counter that counts by 1 is seldom near its limit. A cast in the operation itself,
    ``x.astype(jnp.int16) - y``, is there for the operation.
    """
    return not any(
        _is_step(site, each.expression) or _is_cast(each.expression) for each in site.values
    )


def _is_cast(operand: Expression) -> bool:
    match operand:
        case CallExpr(callee=MemberExpr(name="astype")):
            return True
    return False


def _is_step(site: _Site, operand: Expression) -> bool:
    value = constant_fold_expr(operand, site.api.tree.fullname)
    return isinstance(value, int) and abs(value) <= 1


# -- messages --------------------------------------------------------------------------------------


def _fail(site: _Site, found: _Found) -> None:
    code = LINT_CODES[found.lint]
    if found.sources:
        site.session.lints.tell_widening(site.api.tree.fullname, site.context)
    with unwatched(site.api.msg.errors):
        site.api.fail(f"lint: {found.message}", site.context, code=code)
        for source in found.sources:
            site.api.note(_origin(site, source), site.context, code=code)


def _origin(site: _Site, source: Source) -> str:
    of_numpy = is_of_numpys_default(site.sources.type_of(source.definition))
    default = not of_numpy and _is_default_call(site, source)
    wide = site.suspicion.result
    return words.note(site.sources, source, wide, default=default, options=site.api.options)
