"""``Array``: one class for annotations and instance checks, inside and outside of JAX's transforms.

For a type checker it *is* ``jax.Array``, generic in its dtype. At run time it is a class of our
own that no value is a direct instance of: its metaclass asks ``jax.Array``, so that tracers are
instances too, and compares dtypes.

Source: JEP 12049 (https://docs.jax.dev/en/latest/jep/12049-type-annotations.html), option 4.
"""

from __future__ import annotations

import copyreg
import sys
from contextlib import suppress
from types import GenericAlias
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

from promo_typing.dtype_like import matches
from promo_typing.dtype_match import ANY, Match
from promo_typing.loaded_jax import array_bases, array_classes

_HOME: Final = "promo_typing"

_parametrised: Final[dict[frozenset[Match], type]] = {}
"""The classes made so far, so that equal ones are the same object."""

_subscripted: Final[dict[object, type]] = {}
"""What was written between the brackets, and the class that it gave."""


class ArrayMeta(type):
    """The metaclass of :class:`Array`."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> ArrayMeta:
        """Make Array itself, and refuse its subclasses.

        Raises:
            TypeError: there is a base class.
        """
        if bases:
            raise TypeError(
                f"class {name}: Array cannot be subclassed, it describes the arrays of JAX; "
                "hold an array in a field, `x: Array[jnp.float32]`, instead"
            )
        return super().__new__(cls, name, bases, namespace)

    def __call__(cls, *_: object, **__: object) -> NoReturn:
        """Refuse instances.

        Raises:
            TypeError: always.
        """
        raise TypeError(
            f"{cls.__name__} is for annotations and instance checks, it makes no arrays; "
            "write jnp.array, jnp.zeros, jnp.ones, ..."
        )

    def __instancecheck__(cls, instance: object) -> bool:
        """Whether the value is an array of JAX or stands for one in a transform."""
        return isinstance(instance, array_classes())

    def __subclasscheck__(cls, subclass: type) -> bool:
        """Whether all instances of a class are arrays; the tracers of JAX are taken for arrays."""
        return type.__subclasscheck__(cls, subclass) or issubclass(subclass, array_bases())

    def __getitem__(cls, item: object) -> Any:
        """Return the class of the arrays of some dtypes, which ``dtype_like.matches`` reads.

        Raises:
            TypeError: there is no such dtype.
        """
        try:
            return _subscripted[item]
        except (KeyError, TypeError):  # TypeError: not hashable
            return _subscript(item)

    def __repr__(cls) -> str:
        """``promo_typing.Array[float32]``, as unions show it too: beartype relies on that."""
        return f"{cls.__module__}.{cls.__name__}"


if TYPE_CHECKING:
    from jax import Array as Array
else:

    class Array(metaclass=ArrayMeta):
        """A JAX array, on a device or traced; ``Array[jnp.float32]``: one of that dtype.

        ``isinstance(x, Array)`` and ``isinstance(x, Array[jnp.float32])`` hold inside and outside
        of ``jit``, ``vmap``, ``grad`` and every other transform. NumPy arrays, Python and NumPy
        scalars and ``jax.ShapeDtypeStruct`` are no instances. The brackets take anything that
        :func:`promo_typing.dtype_like.matches` reads.
        """

        __module__ = _HOME
        __slots__ = ()


class _DTypeArrayMeta(ArrayMeta):
    """The metaclass of ``Array[float32]``."""

    matches: frozenset[Match]
    verdicts: dict[object, bool]

    def __instancecheck__(cls, instance: Any) -> bool:
        if not isinstance(instance, array_classes()):
            return False
        dtype = instance.dtype
        verdict = cls.verdicts.get(dtype)
        return _judge(cls, dtype) if verdict is None else verdict

    def __subclasscheck__(cls, subclass: type) -> bool:
        if not isinstance(subclass, _DTypeArrayMeta):
            return False
        return all(any(own.covers(their) for own in cls.matches) for their in subclass.matches)

    def __getitem__(cls, item: object) -> NoReturn:
        raise TypeError(f"{cls.__name__} has its dtype already; write Array[...]")


def _judge(cls: _DTypeArrayMeta, dtype: object) -> bool:
    """Compare a dtype with each match, and remember the answer if it cannot change."""
    verdict = any(match.accepts(dtype) for match in cls.matches)
    if all(match.is_fixed for match in cls.matches):
        cls.verdicts[dtype] = verdict
    return verdict


class _GenericArray(GenericAlias):
    """``Array[D]`` with a type variable: an alias, as ``tuple[Array[D], D][float32]`` needs it."""

    def __instancecheck__(self, instance: object) -> bool:
        """Whether it is an array within the bound or the constraints of the variable."""
        return isinstance(instance, _parametrise(matches(*self.__args__)))

    def __getitem__(self, item: Any) -> Any:
        """Replace the type variable."""
        return _subscript(super().__getitem__(item).__args__)


def _subscript(item: object) -> Any:
    if isinstance(item, tuple) and len(item) == 1:
        (item,) = item
    alias = _GenericArray(Array, (item,))
    if alias.__parameters__ and all(isinstance(p, TypeVar) for p in alias.__parameters__):
        return alias
    array = _parametrise(matches(item))
    if isinstance(item, type) or not hasattr(item, "dtype"):  # np.float32(1) is also the key 1
        with suppress(TypeError):  # not hashable: computed again each time
            _subscripted[item] = array
    return array


def _parametrise(found: frozenset[Match]) -> type:
    """Return the one class for these dtypes, which is Array itself for any dtype."""
    if ANY in found:
        return Array
    if found not in _parametrised:
        name = f"Array[{' | '.join(sorted(match.label for match in found))}]"
        namespace = {"__module__": _HOME, "__slots__": (), "matches": found, "verdicts": {}}
        array = type.__new__(_DTypeArrayMeta, name, (Array,), namespace)
        # A class that its module has under its name is pickled by reference, by cloudpickle too.
        setattr(sys.modules[_HOME], name, _parametrised.setdefault(found, array))
    return _parametrised[found]


def _reduce(array: type) -> object:
    """How pickle refers to Array (by its name), and to ``Array[float32]`` (by its dtypes)."""
    if isinstance(array, _DTypeArrayMeta):
        return _parametrise, (array.matches,)
    return array.__name__


for _meta in (ArrayMeta, _DTypeArrayMeta):
    copyreg.pickle(_meta, _reduce)  # type: ignore[arg-type]
