"""The callback for each method of arrays, of libraries and of programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from mypy.nodes import TypeInfo
from mypy.plugin import MethodContext, Plugin
from mypy.types import Type

from promo_mypy.features import (
    calls,
    custom_derivatives,
    dictionaries,
    dictionary_views,
    functions,
    gradients,
    initializers,
    iteration,
    numpy_calls,
    numpy_items,
    operators,
    taken_lambdas,
    transforms,
    unknown_keys,
    variables,
)
from promo_mypy.features.layers import application, parameters, pure_functions, sequences
from promo_mypy.features.layers import calls as layers
from promo_mypy.features.layers.catalogue import LAYERS, SEQUENCES
from promo_mypy.features.mistakes import indices
from promo_mypy.features.program_names import may_be_inferred
from promo_mypy.fullnames import (
    BUILTIN_SCALARS,
    CALL_METHOD,
    CALLABLES,
    DEFINE_VJP,
    FLAX_PARAM,
    INDEX_HELPER,
    INITIALIZER,
    JITTED_CALL,
    KEEPING,
    METHOD_NAMES,
    NNX_VARIABLE,
    NUMPY_CONSTRUCTOR_CALL,
    NUMPY_MODULE,
    NUMPY_UFUNC_CALLS,
    numpy_function,
    numpy_method,
)
from promo_mypy.session import Sessions
from promo_mypy.types.made import written_name
from promo_typing.core.stub_names import ARRAY, ARRAY_MODULE
from promo_typing.rules import OPERATORS

MethodHook: TypeAlias = Callable[[MethodContext], Type]

_OF_NUMPY: Final = f"{NUMPY_MODULE}."
_LAYER_METHODS: Final = {
    fullname.rpartition(".")[2]: (fullname, callback)
    for fullname, callback in (
        *application.METHODS.items(),
        (FLAX_PARAM, parameters.parameter),
        (unknown_keys.MAKE_RNG, unknown_keys.made),
    )
}
"""Methods that call layers or make parameters or keys: the full name and the callback of each."""


class MethodHooks:
    """The callbacks for methods, operators and callable objects."""

    def __init__(self, sessions: Sessions, mypy: Plugin, of_mypy: Plugin, *, infer: bool) -> None:
        """Make the table of callbacks for methods whose full names are known in advance.

        Args:
            sessions: gives each callback the session with the settings of the place.
            mypy: our plugin, which finds classes by name.
            of_mypy: mypy's own plugin, which answers some methods itself.
            infer: whether functions without annotations are checked for their calls.
        """
        self._sessions = sessions
        self._mypy = mypy
        self._of_mypy = of_mypy
        self._infer = infer
        self._methods = self._table()

    def has(self, fullname: str) -> bool:
        """Whether a method's full name is in the table of callbacks."""
        return fullname in self._methods

    def of(self, fullname: str) -> MethodHook | None:
        """Return the callback for a method, if there is one."""
        if fullname in self._methods:
            return self._methods[fullname]
        if self._infer and fullname == JITTED_CALL:
            return self._sessions.answer_in_program(calls.jitted)
        if self._infer and fullname in KEEPING:
            return self._sessions.answer(transforms.keeping, fullname)
        if fullname.startswith(_OF_NUMPY):
            return self._numpy_method_hook(fullname)
        owner, _, name = fullname.rpartition(".")
        if name in OPERATORS and self._inherits_from_array(owner, name):
            return self._methods[f"{ARRAY}.{name}"]
        of_variable = self._methods.get(f"{NNX_VARIABLE}.{name}")
        if of_variable and self._is_method(owner, name, f"{NNX_VARIABLE}.{name}"):
            return of_variable
        if name in OPERATORS and owner in BUILTIN_SCALARS and not OPERATORS[name].unary:
            return self._sessions.answer(operators.foreign_operator, name)
        if self._infer and fullname == dictionaries.ITEM:
            return self._sessions.answer(dictionaries.item)
        if self._infer and fullname in taken_lambdas.METHODS:
            return self._sessions.answer(taken_lambdas.taken)
        if self._infer and fullname in dictionary_views.VIEWS:
            return self._sessions.answer(dictionary_views.viewed)
        if self._infer and (layer := self._layer_hook(owner, name)) is not None:
            return layer
        if self._infer and may_be_inferred(fullname, self._of_mypy.get_method_hook):
            is_loop = name == iteration.ITERATING
            callback = iteration.iterated if is_loop else gradients.method
            return self._sessions.answer_in_program(callback)
        return None

    def _table(self) -> dict[str, MethodHook]:
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

    def _layer_hook(self, owner: str, name: str) -> MethodHook | None:
        """The callback for layers of libraries, and methods that call layers or make parameters."""
        if name == CALL_METHOD and owner in LAYERS:
            return self._sessions.answer(layers.call)
        if name == CALL_METHOD and owner in SEQUENCES:
            return self._sessions.answer(sequences.call)
        if (of_haiku := pure_functions.METHODS.get(f"{owner}.{name}")) is not None:
            return self._sessions.answer(of_haiku)
        defined, callback = _LAYER_METHODS.get(name, ("", None))
        if callback is not None and self._is_method(owner, name, defined):
            return self._sessions.answer(callback)
        return None

    def _numpy_method_hook(self, fullname: str) -> MethodHook | None:
        """The callback for ufuncs, and for operators and methods of NumPy's classes."""
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

    def _is_method(self, owner: str, name: str, fullname: str) -> bool:
        """Whether a method of a class is this one: inherited, and not overridden."""
        found = self._mypy.lookup_fully_qualified(written_name(owner))
        info = found.node if found is not None else None
        method = info.get(name) if isinstance(info, TypeInfo) else None
        return method is not None and method.fullname == fullname

    def _inherits_from_array(self, owner: str, name: str) -> bool:
        """Whether a class inherits an operator from the stubs' array class."""
        found = self._mypy.lookup_fully_qualified(owner)
        if found is None or not isinstance(found.node, TypeInfo):
            return False
        definition = found.node.get(name)
        return definition is not None and (definition.fullname or "").startswith(f"{ARRAY_MODULE}.")
