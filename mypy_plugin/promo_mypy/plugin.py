"""The entry point of the mypy plugin, which only routes from names to callbacks.

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
from mypy.nodes import Expression, FuncDef, FuncItem, MypyFile, SymbolTableNode, TypeInfo, Var
from mypy.options import Options
from mypy.plugin import (
    AnalyzeTypeContext,
    AttributeContext,
    ClassDefContext,
    FunctionContext,
    FunctionSigContext,
    MethodContext,
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
    dictionaries,
    dtype_annotation,
    fields,
    function_hooks,
    functions,
    gradients,
    initializers,
    iteration,
    jaxtyping_names,
    limits,
    mro,
    numpy_calls,
    numpy_items,
    numpy_shapes,
    operators,
    properties,
    renamed,
    tangents,
    transforms,
    tree_map,
    variables,
)
from promo_mypy.features.control_flow import inputs
from promo_mypy.features.function_hooks import FunctionHook
from promo_mypy.features.layers import application, parameters, sequences
from promo_mypy.features.layers import calls as layers
from promo_mypy.features.layers.catalogue import LAYERS, SEQUENCES
from promo_mypy.features.lints import loops as python_loops
from promo_mypy.features.mistakes import identity, indices
from promo_mypy.fullnames import (
    ANNOTATED_NAMES,
    ARRAY_DTYPE,
    BUILTIN_SCALARS,
    CALL_METHOD,
    CALLABLES,
    DEFINE_VJP,
    FLAX_PARAM,
    FLOAT_LIMITS,
    HANDING_BACK,
    INDEX_HELPER,
    INITIALIZER,
    JVP,
    KEEPING,
    LINEARIZE,
    METHOD_NAMES,
    NNX_VARIABLE,
    NUMPY_CONSTRUCTOR_CALL,
    NUMPY_DTYPE,
    NUMPY_MODULE,
    NUMPY_UFUNC_CALLS,
    TREE_MAPS,
    VJP,
    is_foreign,
    numpy_function,
    numpy_method,
)
from promo_mypy.inference import conftests
from promo_mypy.inference.limits import Exceeded
from promo_mypy.inference.program import is_worker, keeps_bodies
from promo_mypy.module_settings import ModuleSettings
from promo_mypy.platform import choose_plain_declarations
from promo_mypy.session import Sessions
from promo_typing.core import jaxtyping_names as jaxtyping
from promo_typing.core import project_settings
from promo_typing.core.file_texts import take_instead
from promo_typing.core.lints import LintChoice
from promo_typing.core.stub_names import (
    ARRAY,
    ARRAY_MEMBERS,
    ARRAY_MODULE,
    JAXTYPING_MODULE,
)
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS, METHODS, OPERATORS

__all__ = ["PromoPlugin", "errorcodes", "plugin"]

_OF_NUMPY: Final = f"{NUMPY_MODULE}."
_LIBRARIES: Final = (
    "builtins.",
    "typing.",
    "_typeshed.",
    "collections.",
    "contextlib.",
    "functools.",
    "jax.",
    _OF_NUMPY,
)
"""The packages whose functions are never inferred."""

_WITH_PRIMALS: Final = frozenset({JVP, VJP, LINEARIZE})
"""The functions that call another function with primals."""

_OF_JAXTYPING: Final = f"{jaxtyping.MODULE}.{jaxtyping.KEY_ARRAY}"
_NO_LINE: Final = -1
"""The line of a dependency that no import names."""
_JAXTYPING_CLASSES: Final = (PRI_MED, JAXTYPING_MODULE, _NO_LINE)
"""The dependency on the module of classes for jaxtyping's names."""

_LAYER_METHODS: Final = {
    fullname.rpartition(".")[2]: (fullname, callback)
    for fullname, callback in (
        *application.METHODS.items(),
        (FLAX_PARAM, parameters.parameter),
    )
}
"""The methods that call layers or make parameters: where they are defined, and their callbacks."""

NOT_INFERRED: Final = (
    "promo-typing: note: nothing is inferred of functions without annotations: "
    "mypy's daemon and its worker processes do not keep their bodies"
)

MethodHook: TypeAlias = Callable[[MethodContext], Type]
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
        self._methods = self._method_hooks()
        self._functions = function_hooks.hooks(self._sessions, infer=self._infer)

    def _method_hooks(self) -> dict[str, MethodHook]:
        """The callbacks for methods, operators and callable objects."""
        return {
            **{
                name: self._sessions.answer(functions.method, method)
                for name, method in METHOD_NAMES.items()
            },
            **{
                name: self._sessions.answer(functions.callable_object, function)
                for name, function in CALLABLES.items()
            },
            **{
                f"{ARRAY}.{name}": self._sessions.answer(operators.array_operator, operator)
                for name, operator in OPERATORS.items()
            },
            **{
                f"{NNX_VARIABLE}.{name}": self._sessions.answer(variables.operator, operator)
                for name, operator in OPERATORS.items()
            },
            f"{NNX_VARIABLE}.__getitem__": self._sessions.answer(variables.item),
            INDEX_HELPER: self._sessions.answer(indices.subscript),
            INITIALIZER: self._sessions.answer(initializers.made),
            **dict.fromkeys(DEFINE_VJP, self._sessions.answer(custom_derivatives.define)),
        }

    @property
    def inferred_types(self) -> Mapping[Expression, Collection[Type]]:
        """The types of expressions in inferred bodies, one or more for each."""
        return self._sessions.inference.answers.types

    @property
    def unknown_somewhere(self) -> Collection[Expression]:
        """The expressions in inferred bodies whose dtype is not known in each of the calls."""
        return self._sessions.inference.known_everywhere.unknown()

    @property
    def field_types(self) -> Iterator[tuple[str, Type]]:
        """The fields that are declared without a dtype, by their full names, as far as known."""
        return self._sessions.inference.fields.known()

    @property
    def exceeded_limits(self) -> Mapping[FuncItem, Exceeded]:
        """The functions of which not all calls were checked."""
        return self._sessions.inference.answers.limits.exceeded

    def get_type_analyze_hook(self, fullname: str) -> TypeHook | None:
        """Answer ``jnp.dtype``, and names of jaxtyping if the program uses it."""
        if fullname == NUMPY_DTYPE:
            return dtype_annotation.dtype
        known = self._annotations.get(fullname)
        return known and (known if self.lookup_fully_qualified(_OF_JAXTYPING) else None)

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        """Answer operators and methods of arrays."""
        if fullname in self._methods:
            return self._methods[fullname]
        if self._infer and fullname in KEEPING:
            return self._sessions.answer(transforms.keeping, fullname)
        if fullname.startswith(_OF_NUMPY):
            return self._numpy_method_hook(fullname)
        owner, _, name = fullname.rpartition(".")
        if name in OPERATORS and _inherits_from_array(self.lookup_fully_qualified(owner), name):
            return self._methods[f"{ARRAY}.{name}"]
        of_variable = self._methods.get(f"{NNX_VARIABLE}.{name}")
        if of_variable and self._is_method(owner, name, f"{NNX_VARIABLE}.{name}"):
            return of_variable
        if name in OPERATORS and owner in BUILTIN_SCALARS and not OPERATORS[name].unary:
            return self._sessions.answer(operators.foreign_operator, name)
        if self._infer and fullname == dictionaries.ITEM:
            return self._sessions.answer(dictionaries.item)
        if self._infer and (layer := self._layer_hook(owner, name)) is not None:
            return layer
        if self._infer and _may_be_inferred(fullname, self._of_mypy.get_method_hook):
            is_loop = name == iteration.ITERATING
            return self._sessions.answer(iteration.iterated if is_loop else gradients.method)
        return None

    def _layer_hook(self, owner: str, name: str) -> MethodHook | None:
        """Answer layers of libraries, and methods that call them or make their parameters."""
        if name == CALL_METHOD and owner in LAYERS:
            return self._sessions.answer(layers.call)
        if name == CALL_METHOD and owner in SEQUENCES:
            return self._sessions.answer(sequences.call)
        defined, callback = _LAYER_METHODS.get(name, ("", None))
        if callback is not None and self._is_method(owner, name, defined):
            return self._sessions.answer(callback)
        return None

    def _numpy_method_hook(self, fullname: str) -> MethodHook | None:
        """Answer ufuncs, and operators and methods of NumPy's classes."""
        name = fullname.rpartition(".")[2]
        if fullname == numpy_items.ITERATING:
            return self._sessions.answer(numpy_items.iterated)
        if name in OPERATORS:
            return self._sessions.answer(operators.foreign_operator, name)
        if fullname in NUMPY_UFUNC_CALLS:
            return self._sessions.answer(numpy_calls.ufunc, fullname)
        if fullname == NUMPY_CONSTRUCTOR_CALL:
            return self._sessions.answer(numpy_calls.function, "numpy.zeros")
        if (method := numpy_method(fullname)) is not None:
            return self._sessions.answer(numpy_calls.method, method)
        if (function := numpy_function(fullname)) is not None:
            return self._sessions.answer(numpy_calls.function, function)
        return None

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        """Answer properties of arrays, and limits of dtypes."""
        owner, _, name = fullname.rpartition(".")
        if owner in (ARRAY, ARRAY_MEMBERS) and name in METHODS:
            return self._sessions.answer(functions.attribute, name)
        if fullname == ARRAY_DTYPE:
            return self._identities.dtype
        if fullname in FLOAT_LIMITS:
            return self._sessions.answer(limits.attribute)
        if fullname == numpy_shapes.SHAPE:
            return self._sessions.answer(numpy_shapes.attribute)
        if self._infer and _may_be_inferred(fullname, self._of_mypy.get_attribute_hook):
            return self._sessions.answer(properties.attribute)
        return None

    def get_class_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        """Answer attributes of classes that get arrays of several dtypes."""
        if self._infer and _may_be_inferred(fullname, self._of_mypy.get_class_attribute_hook):
            return self._sessions.answer(fields.class_attribute)
        return None

    def get_method_signature_hook(
        self, fullname: str
    ) -> Callable[[MethodSigContext], FunctionLike] | None:
        """Let operators of NumPy and Python accept arrays of JAX, and try type variables."""
        if fullname in self._signatures:
            return self._signatures[fullname]
        if fullname in self._methods:
            return None
        if fullname in containers.INSERTIONS:
            return self._sessions.signature(containers.signature)
        owner, _, name = fullname.rpartition(".")
        if name in OPERATORS and is_foreign(owner):
            return self._sessions.signature(operators.foreign_signature, name)
        asks_mypy = self._of_mypy.get_method_signature_hook
        if name == CALL_METHOD:
            return None if asks_mypy(fullname) else self._generic
        return self._generic if _may_be_inferred(fullname, asks_mypy) else None

    def get_function_signature_hook(
        self, fullname: str
    ) -> Callable[[FunctionSigContext], FunctionLike] | None:
        """Let functions with rules accept any arguments, under any name."""
        if fullname in FUNCTIONS and self._is_general(fullname):
            return None
        known = self._signature_hook(fullname)
        if known is None and self._is_variable(fullname):
            return self._sessions.signature(renamed.signature, self._signature_hook, self._generic)
        asks_mypy = self._of_mypy.get_function_signature_hook
        return self._generic if known is None and _may_be_inferred(fullname, asks_mypy) else known

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
        """Answer functions, under any name."""
        known = self._function_hook(fullname)
        if known is None and self._is_variable(fullname):
            return self._sessions.answer(renamed.function, self._function_hook)
        asks_mypy = self._of_mypy.get_function_hook
        if known is None and self._infer and _may_be_inferred(fullname, asks_mypy):
            return self._sessions.answer(custom_derivatives.function)
        return known

    def _function_hook(self, fullname: str) -> FunctionHook | None:
        """The callback for a function that is called by its own name."""
        known = self._functions.get(fullname)
        if known is None and fullname.startswith(_OF_NUMPY):
            name = numpy_function(fullname)
            return None if name is None else self._sessions.answer(numpy_calls.function, name)
        return known

    def _is_general(self, function: str) -> bool:
        """Whether the stubs declare a function with a rule as generally as the plugin would."""
        known = self._are_general.get(function)
        if known is None:
            found = self.lookup_fully_qualified(function)
            declared = found.node.type if found and isinstance(found.node, FuncDef) else None
            known = self._are_general[function] = isinstance(
                declared, CallableType
            ) and functions.is_general(self._sessions.usual, function, declared)
        return known

    def _is_method(self, owner: str, name: str, fullname: str) -> bool:
        """Whether a class inherits this method, and does not override it."""
        found = self.lookup_fully_qualified(owner)
        info = found.node if found is not None else None
        method = info.get(name) if isinstance(info, TypeInfo) else None
        return method is not None and method.fullname == fullname

    def _is_variable(self, fullname: str) -> bool:
        """Whether a function is called through a variable; local ones have no module."""
        if "." not in fullname:
            return True
        found = self.lookup_fully_qualified(fullname)
        return found is not None and isinstance(found.node, Var)

    def set_modules(self, modules: dict[str, MypyFile]) -> None:
        """Make mypy keep the bodies of functions; it calls this after reading all files.

        Not earlier: mypy would also read and check the bodies of libraries.
        """
        super().set_modules(modules)
        if self._infer:
            self.options.preserve_asts = True

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
        """Make files depend on the classes for jaxtyping's names, and tests on ``conftest.py``."""
        self._check_settings()
        found: list[tuple[int, str, int]] = []
        if file.fullname == jaxtyping.MODULE:
            found.append(_JAXTYPING_CLASSES)
        if self._infer:
            found += [(PRI_MED, name, _NO_LINE) for name in conftests.modules_for(file)]
        return found

    def report_config_data(self, ctx: ReportConfigContext) -> Any:
        """Return the data by which mypy decides whether cached results are valid."""
        self._check_settings()
        return self._report.for_module(ctx.id, ctx.path)

    def _check_settings(self) -> None:
        """End mypy with status 2 and a message.

        Not in ``__init__``, where mypy would say "Error constructing plugin instance" first.
        """
        if self._mistake is not None:
            raise CompileError([f"promo-typing: error: {self._mistake}"])


def _infers(options: Options) -> bool:
    """Whether functions are inferred; says so if that was requested but is impossible."""
    wanted = project_settings.infer(options.config_file)
    possible = keeps_bodies(options)
    if wanted and not possible and not is_worker():
        print(NOT_INFERRED, file=sys.stderr)
    return wanted and possible


def _may_be_inferred(fullname: str, asks_mypy: Callable[[str], object]) -> bool:
    """Whether a name may be one of the program, or of a function that returns such a function.

    ``asks_mypy`` is how mypy's own plugin is asked for its hook, as it has for enumerations and
    ``dataclasses.replace``: mypy takes the first one, and asks its own plugin last.
    """
    if fullname in HANDING_BACK:
        return True
    return not fullname.startswith(_LIBRARIES) and asks_mypy(fullname) is None


def _inherits_from_array(owner: SymbolTableNode | None, name: str) -> bool:
    """Whether a class inherits an operator from our stub's array."""
    if owner is None or not isinstance(owner.node, TypeInfo):
        return False
    definition = owner.node.get(name)
    return definition is not None and (definition.fullname or "").startswith(f"{ARRAY_MODULE}.")


def plugin(version: str) -> type[Plugin]:
    """Return the class of the plugin; mypy calls this function."""
    return PromoPlugin
