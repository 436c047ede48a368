"""Signatures that accept any operands and dtypes, so that the plugin decides.

The stubs spell the rules out as overloads. mypy tries one overload after the other, which takes
milliseconds, and if none matches it reports that in its own words. But the plugin applies the rule
itself. So here each overload gets the types of JAX's own annotation. Then mypy chooses the first
one that accepts this number of arguments, and its result stands for "unknown".
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from typing import Final

from mypy.plugin import FunctionSigContext, MethodSigContext
from mypy.subtypes import is_subtype
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    NoneType,
    TupleType,
    Type,
    TypeAliasType,
    TypeOfAny,
    UnionType,
    get_proper_type,
)

from promo_mypy.fullnames import ARRAY_LIKE, DTYPE_LIKE, SEQUENCE
from promo_mypy.types.aliases import unfolded
from promo_mypy.types.arguments import all_names
from promo_mypy.types.convert import Converter, array_instance
from promo_mypy.types.objects import with_objects
from promo_typing.core.stub_names import NO_RESULT, SCALAR_TYPES_MODULE
from promo_typing.rules import Rule, is_unconditional, without_arguments
from promo_typing.rules.model import FirstItem, Rows
from promo_typing.rules.model import Operand as Parameter

_NO_RESULT: Final = f"{SCALAR_TYPES_MODULE}.{NO_RESULT}"


class Signatures:
    """Makes signatures with general types, with a cache."""

    def __init__(self, converter: Converter) -> None:
        """Start without signatures."""
        self._converter = converter
        self._known: dict[int, tuple[CallableType, CallableType]] = {}
        self._parameters: dict[Rule, dict[str, Type]] = {}

    def forget(self) -> None:
        """Clear the cache: mypy has made new classes for the stubs."""
        self._known.clear()
        self._parameters.clear()

    def general(
        self, rule: Rule, names: Sequence[str], ctx: FunctionSigContext | MethodSigContext
    ) -> CallableType:
        """Return the signature in the context, with general types for the rule's parameters.

        ``names`` has the names of the parameters, since mypy does not keep positional-only ones.
        """
        original = ctx.default_signature
        known = self._known.get(id(original))
        if known is None or known[0] is not original:
            known = (original, self._generalised(original, rule, names))
            self._known[id(original)] = known
        return known[1] if rule.dtype is None else with_objects(known[1], rule.dtype.name, ctx)

    def are_general(self, declared: CallableType, rule: Rule, names: Sequence[str]) -> bool:
        """Whether a signature of the stubs has general types already, as nearly all have.

        ``names`` has the names of the parameters, since mypy does not keep positional-only ones.
        """
        wanted = {operand.name: ARRAY_LIKE for operand in rule.operands}
        if rule.dtype is not None:
            wanted[rule.dtype.name] = DTYPE_LIKE
        pairs = zip(all_names(declared.arg_names, names), declared.arg_types, strict=True)
        return _unknown(declared.ret_type) is declared.ret_type and all(
            _is_general(typ, wanted[name]) for name, typ in pairs if name in wanted
        )

    def _generalised(
        self, original: CallableType, rule: Rule, names: Sequence[str]
    ) -> CallableType:
        if _is_mark(original) or self.are_general(original, rule, names):
            return original
        if rule not in self._parameters:
            self._parameters[rule] = dict(self._general_types(rule))
        general, types = self._parameters[rule], [*original.arg_types]
        for place, name in enumerate(all_names(original.arg_names, names)):
            if name is not None and name in general:
                if _is_tuple(types[place]):
                    return original  # Such an overload tells the result for each item.
                optional = original.arg_kinds[place].is_optional()
                types[place] = _widened(types[place], general[name], optional=optional)
        result = _unknown(original.ret_type)
        if result is original.ret_type and _are_same(types, original.arg_types):
            return original  # The stubs' signatures for the plugin are general already.
        return original.copy_modified(arg_types=types, ret_type=result)

    def _general_types(self, rule: Rule) -> Iterator[tuple[str, Type]]:
        """The general types of the parameters that a rule looks at, by name."""
        usual = rule if is_unconditional(rule) else without_arguments(rule)
        for operand in usual.operands:
            if not isinstance(operand, FirstItem):  # The stub's own type of a tuple is general.
                yield operand.name, self._operand_type(operand)
        if rule.dtype is not None:
            yield rule.dtype.name, self._alias(DTYPE_LIKE)

    def _operand_type(self, operand: Parameter) -> Type:
        array_like = self._alias(ARRAY_LIKE)
        sequence = self._converter.instance(SEQUENCE) if isinstance(operand, Rows) else None
        if sequence is None:
            return array_like
        return UnionType.make_union([array_like, sequence.copy_modified(args=[array_like])])

    def _alias(self, fullname: str) -> Type:
        return self._converter.alias(fullname) or AnyType(TypeOfAny.special_form)


def _is_mark(signature: CallableType) -> bool:
    """Whether a signature is the stubs' last overload, which matches no call."""
    result = get_proper_type(signature.ret_type)
    return isinstance(result, Instance) and result.type.fullname == _NO_RESULT


def _is_general(declared: Type, alias: str) -> bool:
    """Whether a type is written with the name of an alias, or as a union with it."""
    if isinstance(declared, TypeAliasType):
        return declared.alias is not None and declared.alias.fullname == alias
    if isinstance(declared, UnionType):
        return any(_is_general(member, alias) for member in declared.items)
    return isinstance(declared, AnyType | NoneType)


def _is_tuple(typ: Type) -> bool:
    return isinstance(get_proper_type(typ), TupleType)


def _stands_for(original: Type, general: Type) -> bool:
    """Whether a type is an alias of the general one; this is quicker than a comparison."""
    alias = original.alias if isinstance(original, TypeAliasType) else None
    return alias is not None and alias.target is general


def _widened(original: Type, general: Type, *, optional: bool) -> Type:
    if _stands_for(original, general):
        return original
    proper = get_proper_type(original)
    if isinstance(proper, (AnyType, NoneType)) or is_subtype(general, original):
        return original
    members = proper.items if isinstance(proper, UnionType) else [proper]
    # Members other than arrays stay, such as the sequence of keys for lexsort.
    others = [item for item in members if not is_subtype(item, general)]
    return UnionType.make_union([general, *others, *([NoneType()] if optional else [])])


def _unknown(result: Type) -> Type:
    """The type of a result, with all arrays in it of unknown dtype."""
    proper = unfolded(result)
    array = array_instance(proper)
    if array is not None:
        known = not all(isinstance(get_proper_type(each), AnyType) for each in array.args)
        return array.copy_modified(args=[AnyType(TypeOfAny.special_form)]) if known else result
    if isinstance(proper, TupleType):
        items = [_unknown(item) for item in proper.items]
        return result if _are_same(items, proper.items) else proper.copy_modified(items=items)
    if isinstance(proper, Instance) and proper.args:
        args = [_unknown(argument) for argument in proper.args]
        return result if _are_same(args, proper.args) else proper.copy_modified(args=args)
    return result


def _are_same(one: Sequence[Type], other: Sequence[Type]) -> bool:
    return all(map(operator.is_, one, other))
