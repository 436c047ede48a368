"""Writes annotations into the text of a file, and changes nothing else in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Final, NamedTuple, TypeAlias, TypeVar

import libcst as cst
from libcst.helpers import get_full_name_for_node
from libcst.metadata import MetadataWrapper, PositionProvider

from promo_cli.annotate.bindings import Bindings, read_bindings
from promo_cli.annotate.definitions import (
    NOT_TOUCHED,
    Scopes,
    decorators,
    first_line,
    has_type_comment,
    header,
    passed_on,
    receiver,
)
from promo_cli.annotate.file_facts import FileFacts
from promo_cli.annotate.imports import with_imports
from promo_cli.annotate.policy import (
    RESULT,
    decide,
    decide_field,
    decide_variable,
    has_integers,
    reassigned,
)
from promo_cli.annotate.program_names import ProgramNames
from promo_cli.annotate.refining import Refiner
from promo_cli.annotate.spelling import Speller, UnspeakableError
from promo_cli.annotate.terms import Term, Variable, holds_array
from promo_typing.core import jaxtyping_names

_EVALUATORS: Final = frozenset({"beartype", "typeguard", "pydantic", "jaxtyping", "typer", "chex"})
"""Packages that evaluate annotations at run time; the recorder notices others."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for an annotation: a parameter, a result, a variable or a field."""

    file: str
    owner: str
    line: int
    place: str

    def __str__(self) -> str:
        return f"{self.owner}.{self.place}" if not self.line else f"{self.owner}({self.place})"


@dataclass(frozen=True, slots=True)
class Style:
    """How annotations are written.

    ``parameters``: type variables are written ``def f[D: (...)]``. ``overwrite``: existing
    annotations are replaced, except those of jaxtyping.
    """

    parameters: bool = False
    overwrite: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """The places that get no annotation, and the variables that get one."""

    left_out: frozenset[Slot] = frozenset()
    variables: frozenset[Slot] = frozenset()

    def of_file(self, path: str) -> Choice:
        """Return the part of the choice that concerns one file."""
        return Choice(
            frozenset(each for each in self.left_out if each.file == path),
            frozenset(each for each in self.variables if each.file == path),
        )


class Written(NamedTuple):
    """A new annotation: its text in the file, and its term.

    ``refines`` is whether the place had an annotation before.
    """

    text: str
    term: Term
    refines: bool


@dataclass(slots=True)
class Rewritten:
    """The new text of a file, and its new annotations."""

    text: bytes
    written: dict[Slot, Written] = field(default_factory=dict)


class SourceText:
    """The text of a file, parsed once and written with one choice of annotations after another."""

    def __init__(self, path: str, text: bytes, names: ProgramNames) -> None:
        """Parse the text of the file at ``path``; ``names`` follows its imports.

        Raises:
            libcst.ParserSyntaxError: the text is not Python that libcst knows.
            UnicodeDecodeError: the text is not in the encoding that it declares.
        """
        self._path = path
        self._text = text
        self._wrapper = MetadataWrapper(cst.parse_module(text), unsafe_skip_copy=True)
        self._bindings = read_bindings(self._wrapper.module)
        self._bindings.follow = partial(names.followed, path)

    def rewritten(self, facts: FileFacts, style: Style, choice: Choice) -> Rewritten:
        """Return the text with the annotations that follow from the facts."""
        evaluated = facts.is_evaluated or _is_evaluated(self._bindings)
        for at_run_time in (evaluated, True):
            speller = Speller(self._path, self._bindings, at_run_time, style.parameters)
            annotator = _Annotator(self._wrapper, speller, facts, style, choice)
            module = self._wrapper.visit(annotator)
            # Class decorators such as dataclass evaluate the annotations of fields. So a file with
            # new annotations of fields is written again, for evaluation at run time.
            if at_run_time or not annotator.has_fields:
                break
        if not annotator.written:
            return Rewritten(self._text)
        return Rewritten(with_imports(module, speller).bytes, annotator.written)


def _is_evaluated(bindings: Bindings) -> bool:
    imported = {each.partition(".")[0] for each in bindings.imported.values()}
    checked = "promo_typing.dtypechecked" in bindings.imported.values()
    return not bindings.postponed or checked or bool(imported & _EVALUATORS)


_Statement: TypeAlias = cst.SimpleStatementLine | cst.For | cst.With
_Bound = TypeVar("_Bound", cst.SimpleStatementLine, cst.For, cst.With)


class _Annotator(cst.CSTTransformer):
    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(
        self,
        wrapper: MetadataWrapper,
        speller: Speller,
        facts: FileFacts,
        style: Style,
        choice: Choice,
    ) -> None:
        super().__init__()
        self._wrapper = wrapper
        self._speller = speller
        self._facts = facts
        self._style = style
        self._left_out = choice.left_out
        self._variables = choice.variables - choice.left_out
        self._bound: set[Slot] = set()
        self._first: dict[cst.CSTNode, list[Slot]] = {}
        self._lines: list[int] = []
        self._scopes = Scopes()
        self.written: dict[Slot, Written] = {}
        self.has_fields = False

    def visit_ClassDef(self, node: cst.ClassDef) -> None:  # noqa: N802
        self._scopes.enter(node)
        self._speller.around = self._scopes.name

    def leave_ClassDef(  # noqa: N802
        self, original_node: cst.ClassDef, updated_node: cst.ClassDef
    ) -> cst.ClassDef:
        self._speller.defined.add(self._scopes.name)
        self._scopes.leave(original_node)
        self._speller.around = self._scopes.name if self._scopes.in_class else ""
        return updated_node

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:  # noqa: N802
        self._scopes.enter(node)
        self._speller.around = ""
        self._lines.append(first_line(node, self._wrapper))

    def leave_FunctionDef(  # noqa: N802
        self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef
    ) -> cst.FunctionDef:
        name = self._scopes.name
        self._scopes.leave(original_node)
        self._speller.around = self._scopes.name if self._scopes.in_class else ""
        line = self._lines.pop()
        calls = self._facts.calls.get((name, line), ())
        untouched = decorators(original_node) & NOT_TOUCHED or has_type_comment(original_node)
        if not calls or untouched:
            return updated_node
        owner = Slot(self._speller.path, name, line, "")
        out = {each.place for each in self._left_out if _is_of(each, owner)}
        out |= receiver(original_node, self._scopes) | _of_another(original_node)
        variables = self._facts.variables.get((name, line), {})
        out |= reassigned(calls, variables, self._facts.run)
        head = header(original_node, self._scopes)
        terms = decide(calls, head, frozenset(out), self._facts.run, self._speller.has_name)
        tells_ints = has_integers(calls, chain.from_iterable(variables.values()))
        function = _Function(self._speller, self._style, owner, self.written, tells_ints)
        return function.annotated(updated_node, terms)

    def visit_Assign(self, node: cst.Assign) -> None:  # noqa: N802
        self._bind(node, (each.target for each in node.targets))

    def visit_For(self, node: cst.For) -> None:  # noqa: N802
        self._bind(node, [node.target])

    def visit_With(self, node: cst.With) -> None:  # noqa: N802
        self._bind(node, (each.asname.name for each in node.items if each.asname is not None))

    def _bind(self, node: cst.CSTNode, targets: Iterable[cst.BaseExpression]) -> None:
        """Note the first statement that binds each variable to declare."""
        for name in _unpacked(*targets) if self._lines else ():
            slot = self._variable(name)
            if slot in self._variables and slot not in self._bound:
                self._bound.add(slot)
                self._first.setdefault(node, []).append(slot)

    def leave_Assign(  # noqa: N802
        self, original_node: cst.Assign, updated_node: cst.Assign
    ) -> cst.Assign | cst.AnnAssign:
        match original_node:
            case cst.Assign(targets=[cst.AssignTarget(cst.Name() as target)]):
                for slot in self._first.pop(original_node, ()):
                    new = self._of_variable(slot)
                    if new is not None:
                        return cst.AnnAssign(target, cst.Annotation(new), updated_node.value)
        return updated_node

    def leave_SimpleStatementLine(  # noqa: N802
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.SimpleStatementLine | cst.FlattenSentinel[_Statement]:
        return self._after_declarations(original_node.body, updated_node)

    def leave_For(  # noqa: N802
        self, original_node: cst.For, updated_node: cst.For
    ) -> cst.For | cst.FlattenSentinel[_Statement]:
        return self._after_declarations([original_node], updated_node)

    def leave_With(  # noqa: N802
        self, original_node: cst.With, updated_node: cst.With
    ) -> cst.With | cst.FlattenSentinel[_Statement]:
        return self._after_declarations([original_node], updated_node)

    def _after_declarations(
        self, bound_in: Iterable[cst.CSTNode], statement: _Bound
    ) -> _Bound | cst.FlattenSentinel[_Statement]:
        """Put declarations before a statement in which variables cannot be annotated."""
        found: list[_Statement] = list(self._declarations(bound_in, statement.leading_lines))
        if not found:
            return statement
        found.append(statement.with_changes(leading_lines=[]))
        return cst.FlattenSentinel(found)

    def _declarations(
        self, bound_in: Iterable[cst.CSTNode], leading: Sequence[cst.EmptyLine]
    ) -> Iterator[cst.SimpleStatementLine]:
        """The declarations of a statement's variables; the first gets the statement's comments."""
        for slot in [slot for node in bound_in for slot in self._first.pop(node, ())]:
            new = self._of_variable(slot)
            if new is not None:
                declaration = cst.AnnAssign(cst.Name(slot.place), cst.Annotation(new))
                yield cst.SimpleStatementLine([declaration], leading_lines=leading)
                leading = ()

    def _variable(self, name: str) -> Slot:
        """The slot of a variable of the function that is being visited."""
        return Slot(self._speller.path, self._scopes.name, self._lines[-1], name)

    def _of_variable(self, slot: Slot) -> cst.BaseExpression | None:
        held = self._facts.variables.get((slot.owner, slot.line), {})
        term = decide_variable(held.get(slot.place, ()), self._facts.run)
        if term is None:
            return None
        try:
            new = cst.parse_expression(self._speller.text(term))
        except UnspeakableError:
            return None
        self.written[slot] = Written(cst.Module([]).code_for_node(new), term, refines=False)
        return new

    def leave_AnnAssign(  # noqa: N802
        self, original_node: cst.AnnAssign, updated_node: cst.AnnAssign
    ) -> cst.AnnAssign:
        target = original_node.target
        if not self._scopes.in_class or not isinstance(target, cst.Name):
            return updated_node
        values = self._facts.fields.get((self._scopes.name, target.value), ())
        slot = Slot(self._speller.path, self._scopes.name, 0, target.value)
        term = None if slot in self._left_out else decide_field(values, self._facts.run)
        if term is None:
            return updated_node
        refiner = Refiner(self._speller.bindings, _writing(self._speller, {}))
        new = _refined(refiner, original_node.annotation.annotation, term, False)
        if new is None:
            return updated_node
        self.has_fields = True
        self.written[slot] = Written(cst.Module([]).code_for_node(new), term, refines=True)
        annotation = updated_node.annotation.with_changes(annotation=new)
        return updated_node.with_changes(annotation=annotation)


def _of_another(node: cst.FunctionDef) -> frozenset[str]:
    """The starred parameters that a function passes on, and its result if there are any.

    Their types are those of another function, so they get no annotation.
    """
    stars = passed_on(node)
    return frozenset({*stars, RESULT}) if stars else stars


def _unpacked(*targets: cst.BaseExpression) -> Iterator[str]:
    """The names in the targets of an assignment, those in tuples and lists too."""
    for target in targets:
        match target:
            case cst.Name(value=name):
                yield name
            case cst.Tuple(elements=elements) | cst.List(elements=elements):
                inner = (each for each in elements if isinstance(each, cst.Element))
                yield from _unpacked(*(each.value for each in inner))


def _brackets(node: cst.CSTNode) -> Iterator[cst.Subscript]:
    """All subscripts in an expression; libcst's own search takes too long to import."""
    if isinstance(node, cst.Subscript):
        yield node
    for each in node.children:
        yield from _brackets(each)


def _is_of(slot: Slot, owner: Slot) -> bool:
    return (slot.file, slot.owner, slot.line) == (owner.file, owner.owner, owner.line)


def _writing(
    speller: Speller, variables: dict[Variable, str]
) -> Callable[[Term], cst.BaseExpression]:
    """Return a function that turns a term into an expression with the names of the file."""
    return lambda term: cst.parse_expression(speller.text(term, variables))


def _refined(
    refiner: Refiner, written: cst.BaseExpression, term: Term, is_result: bool
) -> cst.BaseExpression | None:
    try:
        return refiner.refined(written, term, is_result=is_result)
    except UnspeakableError:
        return None


class _VariableNames(dict[Variable, str]):
    """Maps type variables of a function to names; a name is chosen when it is first needed."""

    def __init__(self, name: Callable[[Variable], str]) -> None:
        super().__init__()
        self._name = name

    def __missing__(self, variable: Variable) -> str:
        """Choose the name of a type variable.

        Raises:
            UnspeakableError: all usual names are taken.
        """
        self[variable] = self._name(variable)
        return self[variable]


class _Function:
    """Annotates one function."""

    def __init__(
        self,
        speller: Speller,
        style: Style,
        owner: Slot,
        written: dict[Slot, Written],
        tells_ints: bool,
    ) -> None:
        self._speller = speller
        self._style = style
        self._owner = owner
        self._written = written
        self._variables = _VariableNames(self._name)
        write = _writing(speller, self._variables)
        self._refiner = Refiner(speller.bindings, write, tells_ints=tells_ints)

    def annotated(self, node: cst.FunctionDef, terms: Mapping[str, Term]) -> cst.FunctionDef:
        """Return the function, annotated with the terms that add to its annotations."""
        parameters = self._parameters(node.params, terms)
        result = self._annotation(RESULT, node.returns, terms)
        node = node.with_changes(params=parameters)
        if result is not node.returns:
            node = node.with_changes(returns=result)
        return self._with_type_parameters(node)

    def _name(self, variable: Variable) -> str:
        if self._speller.parameters:
            return self._speller.new_variable(self._variables.values())
        return self._speller.variable(variable)

    def _parameters(self, node: cst.Parameters, terms: Mapping[str, Term]) -> cst.Parameters:
        def annotate(each: cst.Param) -> cst.Param:
            return self._parameter(each, terms)

        star = node.star_arg
        return node.with_changes(
            params=[annotate(each) for each in node.params],
            kwonly_params=[annotate(each) for each in node.kwonly_params],
            posonly_params=[annotate(each) for each in node.posonly_params],
            star_arg=annotate(star) if isinstance(star, cst.Param) else star,
            star_kwarg=None if node.star_kwarg is None else annotate(node.star_kwarg),
        )

    def _parameter(self, node: cst.Param, terms: Mapping[str, Term]) -> cst.Param:
        found = self._annotation(node.name.value, node.annotation, terms)
        if found is node.annotation:
            return node
        if node.annotation is None and isinstance(node.equal, cst.AssignEqual):
            spaced = cst.AssignEqual(cst.SimpleWhitespace(" "), cst.SimpleWhitespace(" "))
            node = node.with_changes(equal=spaced)
        return node.with_changes(annotation=found)

    def _annotation(
        self, place: str, present: cst.Annotation | None, terms: Mapping[str, Term]
    ) -> cst.Annotation | None:
        """The new annotation of a place; ``present`` if there is nothing to add to it."""
        term = terms.get(place)
        new = None if term is None else self._expression(place, present, term)
        if new is None or term is None:
            return present
        if present is None or holds_array(term):
            slot = Slot(self._owner.file, self._owner.owner, self._owner.line, place)
            text = cst.Module([]).code_for_node(new)
            self._written[slot] = Written(text, term, refines=present is not None)
        # A refinement without an array (``int | float`` for ``float``) is not noted as written: it
        # causes no finding, and so would never have to be taken back.
        return cst.Annotation(new) if present is None else present.with_changes(annotation=new)

    def _expression(
        self, place: str, present: cst.Annotation | None, term: Term
    ) -> cst.BaseExpression | None:
        if present is not None:
            written = present.annotation
            if not self._style.overwrite or self._is_of_jaxtyping(written):
                return _refined(self._refiner, written, term, place == RESULT)
        try:
            new = cst.parse_expression(self._speller.text(term, self._variables))
        except UnspeakableError:
            return None
        return None if present is not None and new.deep_equals(present.annotation) else new

    def _is_of_jaxtyping(self, written: cst.BaseExpression) -> bool:
        """Whether an annotation has a type of jaxtyping, which states a shape, too."""
        names = (get_full_name_for_node(each) for each in _brackets(written))
        found = (self._speller.bindings.stands_for(name) for name in names if name)
        return any(each.partition(".")[0] == jaxtyping_names.MODULE for each in found)

    def _with_type_parameters(self, node: cst.FunctionDef) -> cst.FunctionDef:
        """The function with ``[D: (...)]`` after its name, if that is the style of the project."""
        if not self._speller.parameters or not self._variables:
            return node
        found = [
            cst.TypeParam(cst.TypeVar(cst.Name(name), self._constraints(variable)))
            for variable, name in self._variables.items()
        ]
        return node.with_changes(type_parameters=cst.TypeParameters(found))

    def _constraints(self, variable: Variable) -> cst.BaseExpression:
        dtypes = ", ".join(map(self._speller.dtype, variable.dtypes))
        return cst.parse_expression(f"({dtypes})")
