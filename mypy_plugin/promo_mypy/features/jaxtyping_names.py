"""Annotations of jaxtyping: ``Float32[Array, "batch dim"]`` is an ``Array[float32]``.

To mypy each of these names is ``typing.Annotated``, so the array may have any dtype. Here the name
decides. A name for several dtypes becomes a class of the stubs, ``Array[Float]``. It accepts what
jaxtyping accepts, and may be passed on wherever one of its dtypes is expected.

In an annotation, mypy gives the plugin the name. In an expression, such as the alias
``Vector = Float[Array, "n"]`` or the type in a ``cast``, it gives only the array inside; the source
then tells the name around it.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import TypeAlias, TypeInfo
from mypy.plugin import AnalyzeTypeContext
from mypy.semanal import SemanticAnalyzer
from mypy.typeanal import TypeAnalyser
from mypy.types import (
    AnyType,
    Instance,
    Type,
    TypeAliasType,
    TypeOfAny,
    UnionType,
    get_proper_type,
)

from promo_mypy import errors
from promo_mypy.fullnames import ANNOTATED, JAX_PACKAGE
from promo_mypy.types.convert import Converter
from promo_mypy.types.imported_names import bracketed_by, imported_as
from promo_typing.core.jaxtyping_names import DTYPES, KEY_ARRAY, MODULE
from promo_typing.core.stub_names import ARRAY, jaxtyping_alias, jaxtyping_class

_LIBRARIES: Final = frozenset({JAX_PACKAGE, MODULE})


def annotated(converter: Converter, ctx: AnalyzeTypeContext) -> Type:
    """Return the type for ``Name[Array, "shape"]``, whose name may be one of jaxtyping."""
    assert isinstance(ctx.api, TypeAnalyser)
    usual = ctx.api.try_analyze_special_unbound_type(ctx.type, ANNOTATED)
    if usual is None:
        return AnyType(TypeOfAny.from_error)
    name = _name(ctx.type.name, ctx)
    return _with_dtype(usual, name, converter, ctx) if name in DTYPES else usual


def array(converter: Converter, ctx: AnalyzeTypeContext) -> Type:
    """Return the type for a name of JAX's array class."""
    assert isinstance(ctx.api, TypeAnalyser)
    info, written = ctx.api.lookup_fully_qualified(ARRAY).node, ctx.type
    assert isinstance(info, TypeInfo)
    usual = ctx.api.analyze_type_with_type_info(
        info, written.args, written, written.empty_tuple_index
    )
    if not _is_of_program(ctx.api):
        return usual
    name = _name_at(ctx)
    if name not in DTYPES:
        return usual
    if written.args:
        return _with_dtype(usual, name, converter, ctx)
    return _alias(name, ctx.api) or usual


def _name_at(ctx: AnalyzeTypeContext) -> str:
    """The name of jaxtyping that the name of an array is, or that stands around it."""
    assert isinstance(ctx.api, TypeAnalyser)
    name = _name(ctx.type.name, ctx)
    if name == KEY_ARRAY:
        return name
    around = bracketed_by(ctx.api.cur_mod_node, ctx.type.line, ctx.type.column)
    return _name(around, ctx) if around else ""


def _is_of_program(api: TypeAnalyser) -> bool:
    """Whether names of jaxtyping are read in this module: not in stubs or in JAX."""
    module = api.cur_mod_node
    return not module.is_stub and module.fullname.partition(".")[0] not in _LIBRARIES


def _name(written: str, ctx: AnalyzeTypeContext) -> str:
    """The name in jaxtyping for a name in the module; empty if there is none, or several."""
    assert isinstance(ctx.api, TypeAnalyser)
    program = ctx.api.api
    if not isinstance(program, SemanticAnalyzer) or MODULE not in program.modules:
        return ""
    return imported_as(written, ctx.api.cur_mod_node, program.modules, MODULE) or ""


def _with_dtype(typ: Type, name: str, converter: Converter, ctx: AnalyzeTypeContext) -> Type:
    """A type whose arrays have the dtypes of a name of jaxtyping."""
    if isinstance(typ, TypeAliasType) and (typ.alias is None or typ.is_recursive):
        return typ
    proper = get_proper_type(typ)
    if isinstance(proper, UnionType):
        items = [_with_dtype(item, name, converter, ctx) for item in proper.items]
        return UnionType.make_union(items, ctx.type.line, ctx.type.column)
    if isinstance(proper, Instance) and proper.type.fullname == ARRAY:
        return _array_with_dtype(proper, name, converter, ctx)
    return typ


def _array_with_dtype(
    written: Instance, name: str, converter: Converter, ctx: AnalyzeTypeContext
) -> Type:
    """An array of the dtypes that both the name and the array in its brackets allow."""
    assert isinstance(ctx.api, TypeAnalyser)
    allowed = {*DTYPES[name]}
    # In the definition of an alias, mypy does not fill in missing type arguments.
    if written.args and not isinstance(get_proper_type(written.args[0]), AnyType):
        symbols = converter.dtype(written.args[0])
        if symbols is None:
            return written
        nodes = {node for symbol in symbols for node in symbol.nodes}
        if nodes.isdisjoint(allowed):
            errors.names_disagree(ctx.api, ctx.context, name, [s.name for s in symbols])
            return written
        if nodes <= allowed or any(symbol.variable is not None for symbol in symbols):
            return written
    dtype = _dtype_class(name, ctx.api)
    return written if dtype is None else written.copy_modified(args=[dtype])


def _dtype_class(name: str, api: TypeAnalyser) -> Instance | None:
    """The stub class for the dtypes of a name; None with other stubs than ours."""
    found = api.api.lookup_fully_qualified_or_none(jaxtyping_class(name))
    info = found.node if found is not None else None
    return Instance(info, []) if isinstance(info, TypeInfo) else None


def _alias(name: str, api: TypeAnalyser) -> TypeAliasType | None:
    """The stubs' type alias for a name of jaxtyping; None if they have none."""
    found = api.api.lookup_fully_qualified_or_none(jaxtyping_alias(name))
    alias = found.node if found is not None else None
    return TypeAliasType(alias, []) if isinstance(alias, TypeAlias) else None
