"""Functions of libraries without types, whose sources mypy reads beside the program.

In the stubs, by which programs call these functions, they have neither types nor bodies.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import Decorator, FuncDef, Import, ImportFrom, MypyFile
from mypy.options import Options
from mypy.typeops import function_type
from mypy.types import CallableType, Type

from promo_mypy.fullnames import BUILTIN_FUNCTION
from promo_typing.core.library_sources import SOURCES, source_module, source_name
from promo_typing.core.program_files import is_library_source, is_program_file


def sources_for(file: MypyFile, options: Options) -> Iterator[str]:
    """Yield the sources that a file of the program needs, if mypy reads them."""
    if is_program_file(file.path) and not is_library_source(file.path):
        for package in sorted(_imported(file) & SOURCES.keys()):
            names = map(source_name, SOURCES[package])
            yield from (each for each in names if each in options.per_module_options)


def _imported(file: MypyFile) -> set[str]:
    """The packages that a file imports."""
    names = set[str]()
    for each in file.imports:
        match each:
            case Import(ids=imported):
                names.update(name.partition(".")[0] for name, _ in imported)
            case ImportFrom(id=name, relative=0):
                names.add(name.partition(".")[0])
    return names


def from_source(typ: CallableType, caller: TypeChecker) -> Type:
    """Return the type of a function from its source; of any other function the type as it is."""
    named = typ.definition
    module = source_module(named.fullname) if isinstance(named, FuncDef) else None
    source = caller.modules.get(module) if module is not None else None
    found = source.names.get(named.name) if source is not None and named is not None else None
    match found and found.node:
        case FuncDef() as function:
            return function_type(function, caller.named_type(BUILTIN_FUNCTION))
        case Decorator(var=variable) if variable.type is not None:
            return variable.type
    return typ
