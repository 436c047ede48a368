"""Refines existing annotations: arrays without a dtype get one, all else stays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import libcst as cst
from libcst.helpers import get_full_name_for_node

from promo_cli.annotate.bindings import Bindings
from promo_cli.annotate.terms import (
    ANYTHING,
    NONE,
    ArrayOf,
    ArrayOfVariable,
    Builtin,
    Generic,
    More,
    NumPyArrayOf,
    NumPyScalarOf,
    Term,
    parts,
    union,
)

_ARRAYS: Final = frozenset(
    {
        "jax.Array",
        "jax.numpy.ndarray",
        "promo_typing.Array",
        "jaxtyping.Array",
        "chex.Array",
        "chex.ArrayDevice",
        "chex.PRNGKey",
        "flax.typing.Array",
    }
)
"""Types of a JAX array of any dtype."""

_LIKE_ARRAYS: Final = frozenset({"jax.typing.ArrayLike", "promo_typing.ArrayLike", "chex.Numeric"})
"""Types that accept an array and more. As a result, they are refined if the run returned arrays."""

_CALLED_ARRAYS: Final = frozenset({"Array", "ndarray", "PRNGKey"})
"""Names that mean an array even if the program defines them as Any."""

_NUMPY_ARRAYS: Final = frozenset({"numpy.ndarray"})

_CONTAINERS: Final = {
    "tuple": "tuple",
    "typing.Tuple": "tuple",
    "list": "list",
    "typing.List": "list",
    "typing.Sequence": "list",
    "collections.abc.Sequence": "list",
    "dict": "dict",
    "typing.Dict": "dict",
    "typing.Mapping": "dict",
    "collections.abc.Mapping": "dict",
    "typing.Iterator": "Iterator",
    "collections.abc.Iterator": "Iterator",
    "typing.Iterable": "Iterator",
    "collections.abc.Iterable": "Iterator",
    "typing.Generator": "Generator",
    "collections.abc.Generator": "Generator",
    "typing.AsyncIterator": "AsyncGenerator",
    "collections.abc.AsyncIterator": "AsyncGenerator",
    "typing.AsyncIterable": "AsyncGenerator",
    "collections.abc.AsyncIterable": "AsyncGenerator",
    "typing.AsyncGenerator": "AsyncGenerator",
    "collections.abc.AsyncGenerator": "AsyncGenerator",
}

_QUALIFIERS: Final = frozenset(
    f"{module}.{name}"
    for module in ("typing", "typing_extensions")
    for name in ("Required", "NotRequired", "ReadOnly", "Final")
)
"""Qualifiers around the type of a field."""

_GENERATORS: Final = frozenset({"Iterator", "Generator"})
"""Types of which a loop sees only the first argument, the type of the yielded values."""


_INT: Final = Builtin("int")
_FLOAT: Final = Builtin("float")
_NUMBER: Final = union(iter((_INT, _FLOAT)))


class Refiner:
    """Puts dtypes into the annotations of one file."""

    def __init__(
        self,
        bindings: Bindings,
        write: Callable[[Term], cst.BaseExpression],
        *,
        tells_ints: bool = False,
    ) -> None:
        """Take the names of the file, and a function that writes terms.

        Args:
            bindings: the names of the file.
            write: returns a term as an expression of the file.
            tells_ints: whether ``float`` becomes ``int | float`` if an int was passed. It matters
                for arrays of integers: plus an int they keep their dtype, plus a float they do not.
        """
        self._bindings = bindings
        self._write = write
        self._tells_ints = tells_ints

    def refined(
        self, written: cst.BaseExpression, term: Term, *, is_result: bool
    ) -> cst.BaseExpression | None:
        """Return the refined annotation; None if the written one should stay."""
        match written:
            case cst.SimpleString():
                return self._of_text(written, term, is_result=is_result)
            case cst.BinaryOperation(operator=cst.BitOr()):
                return self._of_union(written, term, is_result=is_result)
            case cst.Subscript():
                return self._of_subscript(written, term, is_result=is_result)
        found = parts(term)
        if self._is_float(written):
            return self._write(_NUMBER) if self._tells_ints and _INT in found else None
        accepted = self._accepted(written, is_result=is_result)
        if any(isinstance(each, accepted) for each in found) and all(map(_may_be_meant, found)):
            return self._write(term)
        return None

    def _of_text(
        self, written: cst.SimpleString, term: Term, *, is_result: bool
    ) -> cst.BaseExpression | None:
        """Refine an annotation in quotes, which stay: its names may be undefined at run time."""
        try:
            inner = cst.parse_expression(str(written.evaluated_value))
        except cst.ParserSyntaxError:
            return None
        found = self.refined(inner, term, is_result=is_result)
        text = None if found is None else cst.Module([]).code_for_node(found)
        quote = written.quote
        return None if text is None else written.with_changes(value=f"{quote}{text}{quote}")

    def _is_float(self, written: cst.BaseExpression) -> bool:
        is_name = isinstance(written, cst.Name) and written.value == _FLOAT.name
        return is_name and self._bindings.is_free(_FLOAT.name)

    def _accepted(self, written: cst.BaseExpression, *, is_result: bool) -> tuple[type, ...]:
        """The classes of terms that are more exact than an annotation."""
        dotted = get_full_name_for_node(written)
        if dotted is None or not isinstance(written, (cst.Name, cst.Attribute)):
            return ()
        found = self._bindings.stands_for(dotted)
        is_called_array = found == "typing.Any" and dotted.rpartition(".")[2] in _CALLED_ARRAYS
        if found in _ARRAYS or is_called_array or (is_result and found in _LIKE_ARRAYS):
            return ArrayOf, ArrayOfVariable
        return (NumPyArrayOf,) if found in _NUMPY_ARRAYS else ()

    def _of_union(
        self, written: cst.BinaryOperation, term: Term, *, is_result: bool
    ) -> cst.BaseExpression | None:
        """Refine the member of a union that is an array without a dtype, and ``float``."""
        alternatives = _alternatives(written)
        for each in filter(self._is_float, alternatives):
            number = self.refined(each, term, is_result=is_result)
            others = {get_full_name_for_node(each) for each in alternatives}
            if number is not None and "int" not in others:
                widened = written.deep_replace(each, number)
                assert isinstance(widened, cst.BinaryOperation)
                return self._of_arrays(widened, term, is_result=is_result) or widened
        return self._of_arrays(written, term, is_result=is_result)

    def _of_arrays(
        self, written: cst.BinaryOperation, term: Term, *, is_result: bool
    ) -> cst.BaseExpression | None:
        alternatives = _alternatives(written)
        open_ones = [each for each in alternatives if self._accepted(each, is_result=is_result)]
        if len(open_ones) != 1:
            return None
        accepted = self._accepted(open_ones[0], is_result=is_result)
        arrays = [each for each in parts(term) if isinstance(each, accepted)]
        if not arrays:
            return None
        return written.deep_replace(open_ones[0], self._write(union(iter(arrays))))

    def _of_subscript(
        self, written: cst.Subscript, term: Term, *, is_result: bool
    ) -> cst.BaseExpression | None:
        name = self._bindings.stands_for(get_full_name_for_node(written.value) or "")
        if name == "typing.Optional":
            inner = [each for each in parts(term) if each != NONE]
            terms: Sequence[Term] = [union(iter(inner))] if inner else []
        elif name in _QUALIFIERS:
            terms = [term]
        elif isinstance(term, Generic) and name in _CONTAINERS:
            terms = _arguments(_CONTAINERS[name], term, len(written.slice))
        else:
            return None
        return self._with_arguments(written, terms, is_result=is_result)

    def _with_arguments(
        self, written: cst.Subscript, terms: Sequence[Term], *, is_result: bool
    ) -> cst.BaseExpression | None:
        """Refine each argument in the brackets by its own term."""
        if len(terms) != len(written.slice):
            return None
        changed, elements = False, []
        for element, term in zip(written.slice, terms, strict=True):
            new = None
            if isinstance(element.slice, cst.Index) and not isinstance(term, More):
                new = self.refined(element.slice.value, term, is_result=is_result)
            changed = changed or new is not None
            kept = element if new is None else element.with_changes(slice=cst.Index(new))
            elements.append(kept)
        return written.with_changes(slice=elements) if changed else None


def _arguments(container: str, term: Generic, count: int) -> Sequence[Term]:
    """The terms for the ``count`` arguments of a written container; none if the kinds differ."""
    if term.name == "AsyncGenerator" == container or {term.name, container} <= _GENERATORS:
        return (*term.parts, *[ANYTHING] * count)[:count]
    return term.parts if term.name == container else ()


def _may_be_meant(term: Term) -> bool:
    """Whether ``ArrayLike`` may mean a term: an array, a NumPy scalar, a number or None."""
    return isinstance(term, (ArrayOf, ArrayOfVariable, NumPyArrayOf, NumPyScalarOf, Builtin))


def _alternatives(written: cst.BaseExpression) -> list[cst.BaseExpression]:
    if isinstance(written, cst.BinaryOperation) and isinstance(written.operator, cst.BitOr):
        return [*_alternatives(written.left), *_alternatives(written.right)]
    return [written]
