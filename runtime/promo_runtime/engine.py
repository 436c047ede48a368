"""The engine: functions by name, dtypes by a promotion system, execution by JAX."""

from __future__ import annotations

from typing import Any

from promo_runtime.devices import Device, find_device
from promo_runtime.functions import UFUNCS, find_function
from promo_runtime.operation import Operation, operation
from promo_runtime.systems import find_system


class Engine:
    """Executes functions on JAX devices under a promotion system.

    ``engine.add(x, y)``, ``engine("add", x, y)`` and ``engine("+", x, y)`` are the same. All
    ufuncs of ``jax.numpy`` and Python's operators are there, and they work inside JAX's
    transformations. The operands are JAX arrays and tracers, NumPy arrays and scalars, and Python
    numbers, of any shapes that broadcast; the dtype of the result follows from the system.

    Args:
        system: the name of the promotion system. Under ``"jax"`` dtypes and jaxpr are those of
            ``jax.numpy``, under JAX's live settings (``jax_enable_x64``,
            ``jax_numpy_dtype_promotion``). Source: JEP 9407.
        device: where to compute: a device, ``"platform"`` or ``"platform:index"``. None leaves
            that to JAX, and arrays that are sharded stay so.

    Raises:
        ValueError: there is no such system or device.
        TypeError: ``device`` is of another type.
    """

    def __init__(self, system: str = "jax", device: Device | str | None = None) -> None:
        self._system = find_system(system)
        self._device = find_device(device)
        self._operations: dict[str, Operation] = {}

    @property
    def system(self) -> str:
        """The name of the promotion system."""
        return self._system.name

    @property
    def device(self) -> Device | None:
        """The device that the engine computes on; None if that is JAX's choice."""
        return self._device

    def operation(self, name: str, operands: int | None = None) -> Operation:
        """Return the function of that name or symbol, as a callable.

        Args:
            name: ``"add"``, ``"jax.numpy.add"`` or ``"+"``.
            operands: the number of operands, needed for a symbol.

        Raises:
            ValueError: there is no ufunc and no operator of that name.
        """
        function = find_function(name, operands)
        if function not in self._operations:
            self._operations[function] = operation(function, self._system, self._device)
        return self._operations[function]

    def apply(self, name: str, *operands: Any) -> Any:
        """Execute the function of that name or symbol.

        Raises:
            ValueError: there is no ufunc and no operator of that name.
            PromotionError: two operands have no common dtype under the promotion system.
            OperandError: the function does not accept this dtype, or an operand is no array.
        """
        return self.operation(name, len(operands))(*operands)

    __call__ = apply

    def __getattr__(self, name: str) -> Operation:
        """Find a function once; from then on it is an ordinary attribute."""
        if name not in UFUNCS:
            raise AttributeError(f"the engine has no function {name!r}; see dir(engine)")
        found = self.__dict__[name] = self.operation(name)
        return found

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *UFUNCS})

    def __repr__(self) -> str:
        return f"Engine(system={self.system!r}, device={self.device!r})"
