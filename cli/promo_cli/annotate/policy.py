"""Decides which annotation follows from the recorded calls: the table of docs/annotate.md.

The values of a parameter or of the result make a column, with a row for each different call. The
elements of tuples have columns of their own. Each column becomes one term. Columns whose dtypes
vary together share a type variable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, starmap
from typing import Final, NamedTuple

from promo_cli.annotate.columns import MOST_ALTERNATIVES, Cell, Column, Labels, Terms, label
from promo_cli.annotate.terms import (
    ANYTHING,
    NONE,
    ArrayOf,
    ArrayOfVariable,
    Builtin,
    Generic,
    Strength,
    Term,
    Variable,
    holds_array,
    in_order,
    inside,
    strength,
    union,
)
from promo_cli.annotate.weakness import Run, is_like
from promo_recorder.facts import Call
from promo_recorder.values import UNKNOWN, ArrayValue, DictValue, Instance, TupleValue, Value
from promo_typing.core.dtypes import CATEGORIES, DEFAULTS, DISCRETE_KINDS, NODES, STRONG

RESULT: Final = "return"
"""The name of the result among the places of a function; no parameter can have this name."""


_SAYS_NOTHING: Final = (NONE, Builtin("bool"))
"""Terms that are not written for a parameter: inference uses the value of a flag in a call."""

_NUMBERS: Final = tuple(Instance("builtins", name) for name in ("int", "float", "complex"))
"""Values of a field that may stand beside an array."""


class Parameter(NamedTuple):
    """A parameter in the source. ``star`` is the number of its stars.

    ``default`` is its default value; None if there is none or if it is not a literal.
    """

    name: str
    star: int
    default: Value | None


@dataclass(frozen=True, slots=True)
class Header:
    """The definition of a function in the source.

    A function that is both a coroutine and a generator is an asynchronous generator. ``may_vary``
    is whether it may get type variables: not inside another function, to which they would belong,
    nor where it has type parameters already. ``annotated`` are the parameters that have an
    annotation, and `RESULT` if the result has one.
    """

    parameters: tuple[Parameter, ...]
    annotated: frozenset[str]
    is_generator: bool
    is_coroutine: bool
    may_vary: bool


def decide(
    calls: Sequence[Call],
    header: Header,
    left_out: frozenset[str],
    run: Run,
    has_name: Callable[[Term], bool],
) -> dict[str, Term]:
    """Return annotations for the parameters and the result, where the calls leave no doubt.

    Args:
        calls: the different calls of this function.
        header: its definition; if the recorded parameters are others, there are no annotations.
        left_out: parameters that get no annotation; `RESULT` for the result.
        run: the dtypes of all arrays in the run.
        has_name: whether the file has names for all classes in a term.
    """
    table = _columns(calls, header, left_out)
    if table is None:
        return {}
    choices = _Choices(table, header, run)
    terms = ((place, choices.term(place)) for place in table)
    found = {
        place: term
        for place, term in terms
        if term is not None and (place in header.annotated or has_name(term))
    }
    if header.is_generator and RESULT in found:
        found |= {RESULT: _generator(found.pop(RESULT), calls, header, run)}
    if not any(map(holds_array, found.values())):
        return {}
    found = _with_defaults(found, header, run)
    return found if _is_complete(found, calls, header) else _exact_parameters(found)


def _generator(yielded: Term, calls: Sequence[Call], header: Header, run: Run) -> Term:
    """The type of a generator; its send type is unknown, as sent values are not recorded."""
    if header.is_coroutine:
        return Generic("AsyncGenerator", (yielded, ANYTHING))
    returned = [each.result for each in calls if each.result is not None]
    term = _alone(returned, run) if returned else NONE
    if term == NONE:
        return Generic("Iterator", (yielded,))
    sure = ANYTHING if strength(term) == Strength.SEVERAL_DTYPES else term
    return Generic("Generator", (yielded, ANYTHING, sure))


def _is_complete(found: Mapping[str, Term], calls: Sequence[Call], header: Header) -> bool:
    """Whether annotations cover the result and all array parameters of a function."""
    return RESULT in found and all(each in found for each in _with_arrays(calls, header))


def _exact_parameters(found: Mapping[str, Term]) -> dict[str, Term]:
    """Keep only parameters with one dtype: for the others, inference knows more in each call.

    Inference does not look into a function that has type variables or an annotated result. And in
    the body, a union would replace the more exact type of the argument.
    """
    return {
        place: term
        for place, term in found.items()
        if place != RESULT and strength(term) == Strength.ARRAY
    }


def _with_arrays(calls: Sequence[Call], header: Header) -> set[str]:
    """The parameters without an annotation that were given arrays, not containers of arrays.

    A pytree such as the parameters of a model often has a type that cannot be written. The caller
    seldom knows its dtypes either, so it does not count.
    """
    return {
        name
        for call in calls
        for name, value in call.arguments
        if name not in header.annotated and isinstance(value, ArrayValue)
    }


def decide_field(values: Iterable[Value], run: Run) -> Term | None:
    """Return the annotation of a field that had these values.

    Functions such as ``jax.tree.map`` make objects of the program's classes with other things in
    the place of arrays: flags of a mask, None, placeholders. These do not count.
    """
    held = list(values)
    if any(isinstance(each, ArrayValue) for each in held):
        held = [each for each in held if not _is_placeholder(each)]
    term = _alone(held, run)
    return None if term == ANYTHING else term


def _is_placeholder(value: Value) -> bool:
    return value == UNKNOWN or (isinstance(value, Instance) and value not in _NUMBERS)


def decide_variable(values: Iterable[Value], run: Run) -> Term | None:
    """Return the annotation of a variable that held these arrays; None for several dtypes."""
    term = _alone(values, run)
    return term if isinstance(term, ArrayOf) and term.dtype not in CATEGORIES else None


def reassigned(
    calls: Sequence[Call], variables: Mapping[str, Sequence[Value]], run: Run
) -> frozenset[str]:
    """Return the parameters to which the body assigns arrays of other dtypes than the calls pass.

    The annotation of such a parameter would have to hold for the assigned values, too. If the calls
    pass several dtypes and the body assigns the same ones, each call is taken to keep its dtype.
    ``run`` decides where weak arrays count as strong ones.
    """
    found = set()
    for name, values in variables.items():
        arguments = (dict(each.arguments).get(name) for each in calls)
        given = {label(each) for each in arguments if isinstance(each, ArrayValue)}
        held = {label(each) for each in values if isinstance(each, ArrayValue)}
        is_one = len(run.settled(in_order(held | given))) == 1
        if held and not is_one and held != given:
            found.add(name)
    return frozenset(found)


def has_integers(calls: Iterable[Call], variables: Iterable[Value]) -> bool:
    """Whether a function handled an array of integers, by the values of its calls and variables."""
    given = (value for call in calls for _, value in call.arguments)
    found = chain(given, variables, (each.result for each in calls))
    dtypes = {each.dtype for each in found if isinstance(each, ArrayValue)}
    return any(NODES[each].kind in DISCRETE_KINDS for each in dtypes if each in NODES)


def _alone(values: Iterable[Value], run: Run) -> Term:
    """The term of values that are recorded without a call."""
    return Terms(partial(_several, run)).of(tuple(Cell(0, each) for each in values))


def _columns(
    calls: Sequence[Call], header: Header, left_out: frozenset[str]
) -> dict[str, Column] | None:
    """The columns of the parameters and the result; None if the calls have other parameters."""
    rows = [each for each in calls if not header.is_generator or each.yielded is not None]
    names = {each.name for each in header.parameters}
    if not rows or any({name for name, _ in each.arguments} != names for each in calls):
        return None
    arguments = [dict(each.arguments) for each in rows]
    values = {name: [each[name] for each in arguments] for name in names}
    values[RESULT] = [_outcome(each) for each in rows]
    return {
        place: tuple(starmap(Cell, enumerate(column)))
        for place, column in values.items()
        if place not in left_out
    }


def _outcome(call: Call) -> Value:
    return next(each for each in (call.yielded, call.result) if each is not None)


def _with_defaults(found: Mapping[str, Term], header: Header, run: Run) -> dict[str, Term]:
    """Widen terms so that they hold for default values that no call used, too."""
    defaults = {each.name: each.default for each in header.parameters}
    result = {}
    for place, term in found.items():
        default = defaults.get(place)
        term_of_default = None if default is None else _alone([default], run)
        if term_of_default is None:
            result[place] = term
        elif term_of_default != ANYTHING:
            result[place] = union(iter((term, term_of_default)))
    return result


class _Choices:
    """The terms of the places of one function."""

    def __init__(self, table: Mapping[str, Column], header: Header, run: Run) -> None:
        self._header = header
        self._run = run
        self._stars = {each.name for each in header.parameters if each.star}
        self._table = {
            place: _elements(column) if place in self._stars else column
            for place, column in table.items()
        }
        self._labels = {place: _labels(column) for place, column in self._table.items()}
        self._shared = self._found_together() if header.may_vary else frozenset[Labels]()

    def _found_together(self) -> frozenset[Labels]:
        """The labels that several columns have in common, at least one of them a parameter's.

        Equal labels mean that two columns had the same dtype in each call.
        """
        counts = Counter(
            labels
            for place, found in self._labels.items()
            if place not in self._stars
            for labels in found
        )
        of_parameters = {
            labels
            for place, found in self._labels.items()
            if place not in {*self._stars, RESULT}
            for labels in found
        }
        return frozenset(
            each
            for each in of_parameters
            if counts[each] > 1
            and 1 < len(self._run.settled(_dtypes(each))) <= MOST_ALTERNATIVES
            and len({row for row, _ in each}) == len(each)  # one array in each call
        )

    def term(self, place: str) -> Term | None:
        """The annotation of a parameter or of the result; None if nothing should be written."""
        is_result = place == RESULT
        arrays = self._result_arrays if is_result else self._parameter_arrays
        found = Terms(arrays).of(self._table[place])
        if found == ANYTHING or (not is_result and found in _SAYS_NOTHING):
            return None
        return None if _is_vague(found) else found

    def _result_arrays(self, labels: Labels) -> Term | None:
        """The term of the arrays of a result; None if its dtype varies as the arguments vary."""
        if labels in self._shared:
            return ArrayOfVariable(Variable(_dtypes(labels)))
        if len(self._run.settled(_dtypes(labels))) > 1 and self._parameters_vary():
            return None
        return _several(self._run, labels)

    def _parameter_arrays(self, labels: Labels) -> Term | None:
        if labels in self._shared:
            return ArrayOfVariable(Variable(_dtypes(labels)))
        plain = self._plain(labels)
        return _several(self._run, labels) if plain is None else ArrayOf(plain)

    def _plain(self, labels: Labels) -> str | None:
        """The strong dtype to write instead of the weak one of a parameter; None to keep it weak.

        The strong dtype is written if another argument or result has it, if all results are strong,
        and if the weak and the strong dtype promote alike with all other dtypes in the calls. Then
        nothing that the function computes depends on the weakness.
        """
        weak = _dtypes(labels)
        if len(weak) != 1 or weak[0] not in DEFAULTS:
            return None
        others = self._dtypes_of(self._labels) - {*weak}
        if weak[0] in self._dtypes_of({RESULT} & self._labels.keys()):
            return None
        strong = others.intersection(DEFAULTS[weak[0]])
        return next((each for each in strong if is_like(weak[0], each, others)), None)

    def _dtypes_of(self, places: Iterable[str]) -> frozenset[str]:
        labels = (each for place in places for each in self._labels[place])
        return frozenset(dtype for each in labels for dtype in _dtypes(each))

    def _parameters_vary(self) -> bool:
        columns = (column for place, column in self._table.items() if place != RESULT)
        return any(len({each.value for each in column}) > 1 for column in columns)


def _is_vague(term: Term) -> bool:
    """Whether a term is a container without an array, in which something is unknown or None."""
    if not isinstance(term, Generic) or holds_array(term):
        return False
    return any(each in (ANYTHING, NONE) for each in inside(term))


def _labels(column: Column) -> list[Labels]:
    """The dtypes of the arrays in a column, grouped by their place in a container."""
    found: list[Labels] = []

    def note(labels: Labels) -> None:
        found.append(labels)

    Terms(note).of(column)
    return found


def _dtypes(labels: Labels) -> tuple[str, ...]:
    return in_order(each.dtype for each in labels)


def _elements(column: Column) -> Column:
    """The single arguments that were given to ``*args`` or ``**kwargs``, as one column."""
    found: list[Cell] = []
    for row, value in column:
        match value:
            case TupleValue(items) | DictValue(_, items):
                found += (Cell(row, each) for each in items)
            case _:  # The annotation of ``**kwargs`` may be a TypedDict for all of them.
                found.append(Cell(row, UNKNOWN))
    return tuple(found)


def _several(run: Run, labels: Labels) -> Term | None:
    """The array of one dtype, of a union, or of a category with just these; None for no term.

    There is no term for several dtypes with a weak one among them, nor for too many dtypes.
    """
    dtypes = run.settled(_dtypes(labels))
    if len(dtypes) > 1 and not set(dtypes) <= set(STRONG):
        return None
    for category in CATEGORIES:
        members = [each for each in STRONG if NODES[each].is_a(category)]
        if len(dtypes) > 1 and set(members) == set(dtypes):
            return ArrayOf(category)
    return union(ArrayOf(each) for each in dtypes) if len(dtypes) <= MOST_ALTERNATIVES else None
