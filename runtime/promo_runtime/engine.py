"""The engine: functions by name, promoted by a system, executed by JAX."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import jax
import jax.numpy as jnp
from jax.sharding import Mesh

from promo_runtime.arrays.array import EngineArray, unwrapped
from promo_runtime.arrays.lifting import lifted
from promo_runtime.arrays.namespace import Namespace
from promo_runtime.devices import Device, find_device, run_on, run_over
from promo_runtime.errors import EngineError, Refused, undefined
from promo_runtime.families import described, looks_at_values
from promo_runtime.functions import METHODS, UFUNCS, find_function
from promo_runtime.operations.base import Call, Operation
from promo_runtime.operations.by_jax import JaxOperation, RuleOperation, ValueOperation
from promo_runtime.operations.computation import requested
from promo_runtime.operations.planned import PlannedOperation, PlannedUfunc
from promo_runtime.settings import applied
from promo_runtime.systems import completed, find_system
from promo_typing.systems import JaxSettings, Operand, Promoted, Promoter, Undefined, operand_of


class Engine:
    """Executes functions on JAX devices under a promotion system.

    ``engine.add(x, y)``, ``engine("add", x, y)`` and ``engine("+", x, y)`` are the same. The
    operands are JAX arrays and tracers, NumPy arrays and scalars, Python numbers, and arrays of
    the engine. The system decides the dtype of the result. Everything works inside JAX's
    transforms.

    Args:
        system: a name in ``promo_typing.systems.SYSTEMS``, or a system of your own: any object with
            at least ``result_type`` and ``operation``. Under ``"jax"`` the engine has every
            function with a rule, and dtypes and jaxprs are those of ``jax.numpy`` under JAX's live
            settings. Under all other systems it has products, and the functions of ``jax.numpy``
            that work on elements, axes and shapes. Source: JEP 9407.
        x64: whether 64-bit dtypes are available during calls; None is JAX's setting.
        device: the device to compute on: a device, ``"platform"`` or ``"platform:index"``. None
            leaves the choice to JAX, and sharded arrays stay sharded.
        mesh: the devices to compute on; operands that are not committed to a device are replicated
            over them.

    Raises:
        ValueError: there is no such system or device, there are both a device and a mesh, or
            ``x64`` contradicts the system.
        TypeError: an argument is of another type.

    Attributes:
        promotion: the promotion system.
        settings: JAX's settings during a call.
        methods: the names of the functions that the engine has as methods.
    """

    def __init__(
        self,
        system: str | Promoter = "jax",
        *,
        x64: bool | None = None,
        device: Device | str | None = None,
        mesh: Mesh | None = None,
    ) -> None:
        self._given = find_system(system)
        self.promotion = completed(self._given)
        self.settings = _settings(self.promotion.name, self.promotion.jax_settings, x64)
        self._device = find_device(device)
        self._mesh = _checked_mesh(mesh, device)
        self._operations: dict[str, Operation] = {}
        self.methods = frozenset(name for name, full in METHODS.items() if self._has(full))

    @property
    def system(self) -> str:
        """The name of the promotion system."""
        return self.promotion.name

    @property
    def x64(self) -> bool | None:
        """Whether the engine has 64-bit dtypes; None if JAX's setting decides."""
        return self.settings.x64

    @property
    def device(self) -> Device | None:
        """The device on which the engine computes; None if JAX chooses it."""
        return self._device

    @property
    def mesh(self) -> Mesh | None:
        """The mesh on which the engine computes; None if there is none."""
        return self._mesh

    def placed(self, call: Call) -> Call:
        """Make a call compute on the device or the mesh of the engine, if it has one."""
        if self._mesh is not None:
            return run_over(self._mesh, call)
        return call if self._device is None else run_on(self._device, call)

    def lifted(self, operation: Call, arguments: Any) -> Call | None:
        """Return an operation that takes the engine's arrays, if one is among the arguments."""
        return lifted(operation, arguments, self)

    @cached_property
    def namespace(self) -> Namespace:
        """The functions of the engine for array-API-style code, with the engine's arrays."""
        return Namespace(self)

    def asarray(self, value: Any, *, dtype: Any = None, copy: bool | None = None) -> EngineArray:
        """Return an array whose operators follow the promotion system of the engine.

        Args:
            value: any argument of ``jax.numpy.asarray``, or an array of the engine.
            dtype: the dtype; None keeps the dtype of the value.
            copy: the parameter of ``jax.numpy.asarray``.

        Raises:
            EngineError: the value is an array of another engine.
        """
        if type(value) is EngineArray and value.engine != self:
            raise EngineError(
                f"an array of an engine with the system {value.engine.system!r} was given to one "
                f"with the system {self.system!r}; give it the plain array, x.value"
            )
        plain = unwrapped(value)
        if dtype is None and copy is None and isinstance(plain, jax.Array):
            return EngineArray(plain, self)
        with applied(self.settings):
            return EngineArray(jnp.asarray(plain, dtype=dtype, copy=copy), self)

    def result_type(self, *operands: Any) -> Any:
        """Return the dtype to which the system promotes arrays, scalars and dtypes.

        With x64 off a 64-bit dtype is truncated as JAX truncates it.

        Raises:
            PromotionError: the system has no such dtype.
        """
        plain = tuple(operand_of(unwrapped(each)) for each in operands)
        found = self.promotion.result_type(*plain)
        with applied(self.settings):
            if isinstance(found, Undefined):
                call = Refused("result_type", plain, self.promotion, self._promotes)
                raise undefined(call, found.of("result_type").reason, in_jax=False)
            return requested(found.dtype)

    def _promotes(self, operands: tuple[Operand, ...]) -> bool:
        return isinstance(self.promotion.result_type(*operands), Promoted)

    def operation(self, name: str, operands: int | None = None) -> Operation:
        """Return the function of that name or symbol, as a callable.

        Args:
            name: ``"add"``, ``"jax.numpy.add"``, ``"jax.nn.relu"`` or ``"+"``.
            operands: the number of operands, needed for a symbol.

        Raises:
            ValueError: there is no function and no operator of that name, or the function is not
                available under the promotion system.
        """
        function = find_function(name, operands)
        if function not in self._operations:
            if not self._has(function):
                raise ValueError(
                    f"the promotion system {self.system!r} says nothing about {function}; bring "
                    "the operands to one dtype and call it directly"
                )
            self._operations[function] = self._made(function)
        return self._operations[function]

    def apply(self, name: str, *operands: Any, **options: Any) -> Any:
        """Execute the function of that name or symbol.

        Raises:
            ValueError: there is no function and no operator of that name.
            PromotionError: the operands have no common dtype under the promotion system.
            OperandError: the function does not accept this dtype, or an operand is no array.
        """
        return self.operation(name, len(operands))(*operands, **options)

    __call__ = apply

    def _has(self, function: str) -> bool:
        return self.promotion.jax_settings is not None or described(function) is not None

    def _made(self, function: str) -> Operation:
        is_ufunc = function in UFUNCS.values()
        if self.promotion.jax_settings is None:
            return (PlannedUfunc if is_ufunc else PlannedOperation)(function, self)
        if not is_ufunc:
            return JaxOperation(function, self)
        by_value = looks_at_values(function)
        return (ValueOperation if by_value else RuleOperation)(function, self)

    def __getattr__(self, name: str) -> Any:
        """Find a function by name, and store it as an attribute."""
        if name.startswith("_") or name not in self.methods:
            raise AttributeError(f"the engine has no function {name!r}; see dir(engine)")
        found = self.__dict__[name] = self.operation(name)
        return found

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.methods})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Engine) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[Any, ...]:
        return id(self._given), self.settings, self._device, self._mesh

    def __repr__(self) -> str:
        given = {"x64": self.settings.x64, "mesh": self._mesh}
        shown = "".join(f", {name}={value!r}" for name, value in given.items() if value is not None)
        return f"Engine(system={self.system!r}, device={self.device!r}{shown})"


def _settings(system: str, own: JaxSettings | None, x64: bool | None) -> JaxSettings:
    fixed = own or JaxSettings()
    if x64 is not None and not isinstance(x64, bool):
        raise TypeError(f"x64 is True, False or None; got {x64!r} of type {type(x64).__name__}")
    if x64 is None or fixed.x64 == x64:
        return fixed
    if fixed.x64 is not None:
        raise ValueError(f"x64={x64} contradicts the system {system!r}, in which it is {fixed.x64}")
    return JaxSettings(x64, fixed.promotion)


def _checked_mesh(mesh: Mesh | None, device: object) -> Mesh | None:
    if mesh is not None and not isinstance(mesh, Mesh):
        raise TypeError(f"mesh is a jax.sharding.Mesh or None; got {type(mesh).__name__}")
    if mesh is not None and device is not None:
        raise ValueError("an engine has a device or a mesh, not both; give the one to compute on")
    return mesh
