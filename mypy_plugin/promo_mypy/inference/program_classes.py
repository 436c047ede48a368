"""Whether a class, or the class of an object, is defined in the program."""

from __future__ import annotations

from collections.abc import Mapping

from mypy.nodes import MypyFile, TypeInfo
from mypy.types import Instance, TupleType, Type, get_proper_type

from promo_typing.core.program_files import is_program_file


def is_of_program(info: TypeInfo, modules: Mapping[str, MypyFile]) -> bool:
    """Whether a class is defined in the program.

    Args:
        info: the class.
        modules: the modules of the program and of its libraries.
    """
    module = modules.get(info.module_name)
    return module is not None and is_program_file(module.path)


def is_object(typ: Type, modules: Mapping[str, MypyFile]) -> bool:
    """Whether a type is that of an object whose class the program defines."""
    proper = get_proper_type(typ)
    instance = proper.partial_fallback if isinstance(proper, TupleType) else proper
    return isinstance(instance, Instance) and is_of_program(instance.type, modules)
