"""The entry point of the mypy plugin, which only maps names to callbacks.

A user writes ``plugins = ["promo_mypy.plugin"]`` (or ``["promo_mypy"]``) in the configuration of
mypy.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

from mypy.build import PRI_MED
from mypy.errors import CompileError
from mypy.nodes import Expression, FuncDef, FuncItem, MypyFile, Var
from mypy.options import Options
from mypy.plugin import (
    AnalyzeTypeContext,
    AttributeContext,
    ClassDefContext,
    FunctionContext,
    FunctionSigContext,
    MethodSigContext,
    Plugin,
    ReportConfigContext,
)
from mypy.plugins.default import DefaultPlugin
from mypy.types import CallableType, FunctionLike, Type

from promo_mypy import cache, config, errorcodes
from promo_mypy.features import (
    constrained_variables,
    containers,
    custom_derivatives,
    dataclass_methods,
    dtype_annotation,
    dtype_kinds,
    fields,
    function_hooks,
    functions,
    jaxtyping_names,
    limits,
    mro,
    numpy_calls,
    numpy_shapes,
    operators,
    properties,
    renamed,
    tangents,
    tree_map,
)
from promo_mypy.features.control_flow import inputs
from promo_mypy.features.function_hooks import FunctionHook
from promo_mypy.features.lints import loops as python_loops
from promo_mypy.features.method_hooks import MethodHook, MethodHooks
from promo_mypy.features.mistakes import identity
from promo_mypy.features.program_names import may_be_inferred
from promo_mypy.fullnames import (
    ANNOTATED_NAMES,
    ARRAY_DTYPE,
    CALL_METHOD,
    FLOAT_LIMITS,
    JVP,
    LINEARIZE,
    METHOD_NAMES,
    NUMPY_DTYPE,
    NUMPY_MODULE,
    TREE_MAPS,
    VJP,
    is_foreign,
    numpy_function,
)
from promo_mypy.inference import conftests, libraries
from promo_mypy.inference.findings import Finding
from promo_mypy.inference.kept_bodies import keep_bodies, leave_out_bodies_of_libraries
from promo_mypy.inference.limits import Exceeded
from promo_mypy.inference.program import is_worker, keeps_bodies
from promo_mypy.module_settings import ModuleSettings
from promo_mypy.platform import choose_plain_declarations
from promo_mypy.session import Sessions
from promo_typing.core import jaxtyping_names as jaxtyping
from promo_typing.core import project_settings
from promo_typing.core.file_texts import take_instead
from promo_typing.core.lints import LintChoice
from promo_typing.core.stub_names import ARRAY, ARRAY_MEMBERS, JAXTYPING_MODULE
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS, METHODS, OPERATORS

__all__ = ["PromoPlugin", "errorcodes", "plugin"]

_OF_NUMPY: Final = f"{NUMPY_MODULE}."
_WITH_PRIMALS: Final = frozenset({JVP, VJP, LINEARIZE})
"""The functions that call another function with primals."""

_OF_JAXTYPING: Final = f"{jaxtyping.MODULE}.{jaxtyping.KEY_ARRAY}"
_NO_LINE: Final = -1
"""The line number of a dependency that comes from no import."""
_JAXTYPING_CLASSES: Final = (PRI_MED, JAXTYPING_MODULE, _NO_LINE)
"""The dependency on the module of classes for jaxtyping's names."""

NOT_INFERRED: Final = (
    "promo-typing: note: nothing is inferred of functions without annotations: "
    "mypy's daemon and its worker processes do not keep their bodies"
)

TypeHook: TypeAlias = Callable[[AnalyzeTypeContext], Type]
MethodSignatureHook: TypeAlias = Callable[[MethodSigContext], FunctionLike]


class PromoPlugin(Plugin):
    """Answers with the dtypes of expressions on JAX arrays."""

    def __init__(self, options: Options) -> None:
        """Read the settings; errors in them are reported with the first file."""
        super().__init__(options)
        self._mistake: str | None = None
        self._infer = False
        settings, lints = ModuleSettings(Semantics()), LintChoice()
        try:
            settings = config.load(options.config_file)
            self._infer = _infers(options)
            lints = project_settings.lints(options.config_file)
        except project_settings.ConfigError as error:
            self._mistake = str(error)
        take_instead(options.shadow_file)
        choose_plain_declarations(options)
        if self._infer:
            leave_out_bodies_of_libraries(options)
        self._settings = settings
        self._sessions = Sessions(settings, lints, self, python_loops.look, infer=self._infer)
        self._report = cache.Report(settings, lints, infer=self._infer)
        self._identities = identity.Identities()
        self._are_general: dict[str, bool] = {}
        self._signatures: dict[str, MethodSignatureHook] = {
            name: self._sessions.signature(functions.method_signature, method)
            for name, method in METHOD_NAMES.items()
        }
        converter = self._sessions.usual.converter
        self._annotations: dict[str, TypeHook] = {
            **dict.fromkeys(ANNOTATED_NAMES, partial(jaxtyping_names.annotated, converter)),
            ARRAY: partial(jaxtyping_names.array, converter),
        }
        self._of_mypy = DefaultPlugin(options)
        self._generic = constrained_variables.hook(
            self._sessions.signature(constrained_variables.signature)
        )
        self._methods = MethodHooks(self._sessions, self, self._of_mypy, infer=self._infer)
        self._functions = function_hooks.hooks(self._sessions, infer=self._infer)

    @property
    def inferred_types(self) -> Mapping[Expression, Collection[Type]]:
        """The types of expressions in inferred bodies, one or more for each expression."""
        return self._sessions.inference.answers.types

    @property
    def unknown_somewhere(self) -> Collection[Expression]:
        """The expressions in inferred bodies whose dtype is unknown in at least one call."""
        return self._sessions.inference.known_everywhere.unknown()

    @property
    def found_elsewhere(self) -> Mapping[tuple[str, int, str], Finding]:
        """The findings in functions of other modules, by file, line and message of the report."""
        return self._sessions.inference.reporter.elsewhere

    @property
    def field_types(self) -> Iterator[tuple[str, Type]]:
        """The full names and types of fields that are declared without a dtype, if known."""
        return self._sessions.inference.program.fields.known()

    @property
    def exceeded_limits(self) -> Mapping[FuncItem, Exceeded]:
        """The functions with calls that were not checked, and the limits that these exceeded."""
        return self._sessions.inference.answers.limits.exceeded

    def get_type_analyze_hook(self, fullname: str) -> TypeHook | None:
        """Answer the annotation ``jnp.dtype``, and jaxtyping's names if the program uses it."""
        if fullname == NUMPY_DTYPE:
            return dtype_annotation.dtype
        known = self._annotations.get(fullname)
        return known and (known if self.lookup_fully_qualified(_OF_JAXTYPING) else None)

    def get_method_hook(self, fullname: str) -> MethodHook | None:
        """Answer operators and methods of arrays."""
        return self._methods.of(fullname)

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        """Answer properties of arrays, and limits of dtypes."""
        owner, _, name = fullname.rpartition(".")
        if owner in (ARRAY, ARRAY_MEMBERS) and name in METHODS:
            return self._sessions.answer(functions.attribute, name)
        if fullname == ARRAY_DTYPE:
            return self._identities.dtype
        if fullname in FLOAT_LIMITS:
            return self._sessions.answer(limits.attribute)
        if fullname == dtype_kinds.KIND:
            return self._sessions.answer(dtype_kinds.attribute)
        if fullname == numpy_shapes.SHAPE:
            return self._sessions.answer(numpy_shapes.attribute)
        if self._infer and may_be_inferred(fullname, self._of_mypy.get_attribute_hook):
            return self._sessions.answer_in_program(properties.attribute)
        return None

    def get_class_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        """Answer attributes of classes that get arrays of several dtypes.

        mypy looks for a name such as ``__name__`` in ``type`` first, unless a hook answers.
        """
        if hasattr(type, fullname.rpartition(".")[2]):
            return None
        if self._infer and may_be_inferred(fullname, self._of_mypy.get_class_attribute_hook):
            return self._sessions.answer_in_program(fields.class_attribute)
        return None

    def get_method_signature_hook(
        self, fullname: str
    ) -> Callable[[MethodSigContext], FunctionLike] | None:
        """Let methods and operators accept any arrays, and resolve constrained type variables."""
        if fullname in self._signatures:
            return self._signatures[fullname]
        if self._methods.has(fullname):
            return None
        if fullname in containers.INSERTIONS:
            return self._sessions.signature(containers.signature)
        owner, _, name = fullname.rpartition(".")
        if name in OPERATORS and is_foreign(owner):
            return self._sessions.signature(operators.foreign_signature, name)
        asks_mypy = self._of_mypy.get_method_signature_hook
        if name == CALL_METHOD:
            return None if asks_mypy(fullname) else self._generic
        return self._generic if may_be_inferred(fullname, asks_mypy) else None

    def get_function_signature_hook(
        self, fullname: str
    ) -> Callable[[FunctionSigContext], FunctionLike] | None:
        """Let functions with rules accept any arguments, also under another name."""
        if fullname in FUNCTIONS and self._is_general(fullname):
            return None
        known = self._signature_hook(fullname)
        if known is None and self._is_variable(fullname):
            return self._sessions.signature(renamed.signature, self._signature_hook, self._generic)
        asks_mypy = self._of_mypy.get_function_signature_hook
        return self._generic if known is None and may_be_inferred(fullname, asks_mypy) else known

    def _signature_hook(self, fullname: str) -> Callable[[FunctionSigContext], FunctionLike] | None:
        """The hook for a function that is called by its own name."""
        if fullname in FUNCTIONS:
            return self._sessions.signature(functions.function_signature, fullname)
        if fullname in inputs.INPUTS:
            return self._sessions.signature(inputs.signature, fullname)
        if fullname in _WITH_PRIMALS:
            return self._sessions.signature(tangents.signature, fullname)
        if fullname in TREE_MAPS:
            return self._sessions.signature(tree_map.signature, TREE_MAPS[fullname])
        return None

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """Answer functions, also if they are called by another name."""
        known = self._function_hook(fullname)
        if known is None and self._is_variable(fullname):
            return self._sessions.answer(renamed.function, self._function_hook)
        asks_mypy = self._of_mypy.get_function_hook
        if known is None and self._infer and may_be_inferred(fullname, asks_mypy):
            return self._sessions.answer_in_program(custom_derivatives.function)
        return known

    def _function_hook(self, fullname: str) -> FunctionHook | None:
        """The callback for a function that is called by its own name."""
        known = self._functions.get(fullname)
        if known is None and fullname.startswith(_OF_NUMPY):
            name = numpy_function(fullname)
            return None if name is None else self._sessions.answer(numpy_calls.function, name)
        return known

    def _is_general(self, function: str) -> bool:
        """Whether the stubs' signature of a function is already general and needs no hook."""
        known = self._are_general.get(function)
        if known is None:
            found = self.lookup_fully_qualified(function)
            declared = found.node.type if found and isinstance(found.node, FuncDef) else None
            known = self._are_general[function] = isinstance(
                declared, CallableType
            ) and functions.is_general(self._sessions.usual, function, declared)
        return known

    def _is_variable(self, fullname: str) -> bool:
        """Whether a called name is a variable; a name without a module is a local one."""
        if "." not in fullname:
            return True
        found = self.lookup_fully_qualified(fullname)
        return found is not None and isinstance(found.node, Var)

    def set_modules(self, modules: dict[str, MypyFile]) -> None:
        """Make mypy keep the bodies of functions; mypy calls this after it has read all files."""
        super().set_modules(modules)
        if self._infer:
            keep_bodies(self.options, modules)

    def get_class_decorator_hook_2(self, fullname: str) -> Callable[[ClassDefContext], bool] | None:
        """Add the methods that decorators of libraries add to dataclasses."""
        return dataclass_methods.add if fullname in dataclass_methods.ADDING else None

    def get_customize_class_mro_hook(
        self, fullname: str
    ) -> Callable[[ClassDefContext], None] | None:
        """Change the hierarchy of the stubs' classes."""
        self._sessions.forget()
        self._are_general.clear()
        return mro.hook(self._settings.x64, fullname)

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        """Make files depend on what inference reads for them: see the modules that are asked."""
        self._check_settings()
        found: list[tuple[int, str, int]] = []
        if file.fullname == jaxtyping.MODULE:
            found.append(_JAXTYPING_CLASSES)
        if self._infer:
            needed = (*conftests.modules_for(file), *libraries.sources_for(file, self.options))
            found += [(PRI_MED, name, _NO_LINE) for name in needed]
        return found

    def report_config_data(self, ctx: ReportConfigContext) -> Any:
        """Return the data by which mypy decides whether cached results are valid."""
        self._check_settings()
        return self._report.for_module(ctx.id, ctx.path)

    def _check_settings(self) -> None:
        """End mypy with status 2 and a message if there is a mistake in the settings.

        This is not done in ``__init__``, because mypy would say "Error constructing plugin
        instance" first.
        """
        if self._mistake is not None:
            raise CompileError([f"promo-typing: error: {self._mistake}"])


def _infers(options: Options) -> bool:
    """Whether bodies are inferred; prints a note if that is requested but not possible."""
    wanted = project_settings.infer(options.config_file)
    possible = keeps_bodies(options)
    if wanted and not possible and not is_worker():
        print(NOT_INFERRED, file=sys.stderr)
    return wanted and possible


def plugin(version: str) -> type[Plugin]:
    """Return the class of the plugin; mypy calls this function."""
    return PromoPlugin
