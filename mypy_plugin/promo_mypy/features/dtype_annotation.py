"""Lets the annotation ``jnp.dtype`` also accept what else JAX takes as a dtype.

Programs write ``dtype: jnp.dtype = np.float32``, or the name of a dtype. In the stubs the classes
of JAX are instances of ``np.dtype`` by their metaclass, those of NumPy are not. ``jnp.dtype`` is
``np.dtype``, so both names accept all of these in modules that import JAX.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import Import, ImportAll, ImportFrom, MypyFile, TypeInfo
from mypy.plugin import AnalyzeTypeContext
from mypy.typeanal import TypeAnalyser
from mypy.types import AnyType, Instance, Type, TypeOfAny, UnionType

from promo_mypy.fullnames import JAX_PACKAGE, NUMPY_DTYPE


def dtype(ctx: AnalyzeTypeContext) -> Type:
    """Return the type for ``dtype`` in an annotation; without brackets it may be Any as well."""
    assert isinstance(ctx.api, TypeAnalyser)
    info, written = ctx.api.lookup_fully_qualified(NUMPY_DTYPE).node, ctx.type
    assert isinstance(info, TypeInfo)
    usual = ctx.api.analyze_type_with_type_info(
        info, written.args, written, written.empty_tuple_index
    )
    if written.args or not _imports_jax(ctx.api.cur_mod_node):
        return usual
    unknown = AnyType(TypeOfAny.special_form)
    if isinstance(usual, Instance) and not usual.args:
        # In an alias, ``DType = jnp.dtype``, mypy leaves the type arguments to its uses.
        usual = usual.copy_modified(args=[unknown for _ in info.type_vars])
    return UnionType([usual, unknown], written.line, written.column)


def _imports_jax(module: MypyFile) -> bool:
    if module.is_stub:
        return False
    return any(name.partition(".")[0] == JAX_PACKAGE for name in _imported(module))


def _imported(module: MypyFile) -> Iterator[str]:
    """The names of the modules that a module imports from."""
    for each in module.imports:
        match each:
            case Import(ids=ids):
                yield from (name for name, _ in ids)
            case ImportFrom(id=name) | ImportAll(id=name):
                yield name
