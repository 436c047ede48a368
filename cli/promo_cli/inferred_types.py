"""Adds the types that the plugin infers in bodies of unannotated functions to mypy's types."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mypy.build import BuildResult
from mypy.nodes import Expression, FuncDef, FuncItem, Statement
from mypy.types import AnyType, Type, TypeOfAny, get_proper_type

from promo_cli.array_types import arrays, dtype_of
from promo_cli.assigned_types import of_targets
from promo_cli.found_elsewhere import Places
from promo_mypy.inference.containers import loosened
from promo_mypy.plugin import PromoPlugin
from promo_mypy.types.silence import is_silent
from promo_mypy.types.unions import union_of
from promo_typing.core.dtypes import WEAK

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)


def take_inferred(result: BuildResult) -> None:
    """Give expressions of unknown dtype the types that inference found for the calls.

    Inference checks a body once for each call. An expression gets the union of its types in all
    calls, with an array of unknown dtype if the dtype was unknown in some call. Expressions with a
    weak dtype get these types, too: a parameter declared as ``float`` may get an int or an array.
    """
    for plugin in _plugins(result):
        unknown = plugin.unknown_somewhere
        for expression, types in plugin.inferred_types.items():
            known = [each for each in types if not is_silent(each)]
            said = result.types.get(expression)
            if expression in unknown and known:
                known += [loosened(each, _UNKNOWN) for each in known]
            if not known and said is not None and _is_weak(said):
                result.types[expression] = union_of(types)
            if known and (said is None or _is_open(said) or _is_weak(said)):
                declared = () if said is None or len(known) == len(types) else (said,)
                result.types[expression] = union_of([*known, *filter(_is_weak, declared)])


def take_assigned(result: BuildResult, statements: Iterable[Statement | FuncDef]) -> None:
    """Give assignment targets of unknown dtype the type of the value, or of the field."""
    fields = {name: typ for plugin in _plugins(result) for name, typ in plugin.field_types}
    result.types.update([*of_targets(statements, result.types, fields)])


def _is_open(typ: Type) -> bool:
    """Whether a type leaves a dtype open; so does the class that joins several dtypes."""
    return is_silent(typ) or any(dtype_of(array) is None for array in arrays(get_proper_type(typ)))


def _is_weak(typ: Type) -> bool:
    return any(dtype_of(array) in WEAK for array in arrays(get_proper_type(typ)))


def inferred(result: BuildResult) -> frozenset[Expression]:
    """Return the expressions that inference has checked in bodies of functions."""
    return frozenset(each for plugin in _plugins(result) for each in plugin.inferred_types)


def given_up(result: BuildResult) -> list[str]:
    """Return a message for each function with too many, or too deep, calls to check them all."""
    return [str(each) for plugin in _plugins(result) for each in plugin.exceeded_limits.values()]


def found_elsewhere(result: BuildResult) -> Places:
    """Return the findings that the plugin reported at calls in other files."""
    return {key: found for each in _plugins(result) for key, found in each.found_elsewhere.items()}


def in_part(result: BuildResult) -> frozenset[FuncItem]:
    """Return the functions for which inference did not check all calls."""
    return frozenset(each for plugin in _plugins(result) for each in plugin.exceeded_limits)


def _plugins(result: BuildResult) -> list[PromoPlugin]:
    # mypy has no public way from a build to its plugins.
    chained = getattr(result.manager.plugin, "_plugins", [result.manager.plugin])
    return [each for each in chained if isinstance(each, PromoPlugin)]
