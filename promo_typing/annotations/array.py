"""``Array``: one class for annotations and instance checks, inside and outside of JAX's transforms.

For a type checker it *is* ``jax.Array``, generic in its dtype. At run time it is a class of our own
without direct instances. Its metaclass answers ``isinstance``: it asks ``jax.Array``, so that
tracers are instances too, and compares dtypes.

Source: JEP 12049 (https://docs.jax.dev/en/latest/jep/12049-type-annotations.html), option 4.
"""

from __future__ import annotations

import copyreg
import functools
import operator
import sys
from contextlib import suppress
from types import GenericAlias
from typing import TYPE_CHECKING, Any, Final, ForwardRef, NoReturn, TypeVar

from promo_typing.annotations import loaded_jax
from promo_typing.annotations.bindings import bind, bound
from promo_typing.annotations.dtype_like import matches, members
from promo_typing.annotations.dtype_match import ANY, Match
from promo_typing.annotations.hint_mask import HintMask
from promo_typing.annotations.loaded_jax import array_bases, array_class
from promo_typing.annotations.violations import violation
from promo_typing.core.dtypes import STRONG

_HOME: Final = "promo_typing"

_parametrised: Final[dict[frozenset[Match], type]] = {}
"""The classes made so far, so that equal ones are the same object."""

_subscripted: Final[dict[object, type]] = {}
"""The class for each item that has been written between the brackets."""


class ArrayMeta(type):
    """The metaclass of :class:`Array`."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> ArrayMeta:
        """Make the class ``Array``, and refuse subclasses of it.

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
            f"{cls.__qualname__} is for annotations and instance checks, it makes no arrays; "
            "write jnp.array, jnp.zeros, jnp.ones, ..."
        )

    def __instancecheck__(cls, instance: object) -> bool:
        """Whether the value is a JAX array or a tracer."""
        return isinstance(instance, loaded_jax.known or array_class())

    def __subclasscheck__(cls, subclass: type) -> bool:
        """Whether all instances of a class are arrays; JAX's tracers count as arrays."""
        return type.__subclasscheck__(cls, subclass) or issubclass(subclass, array_bases())

    def __getitem__(cls, item: object) -> Any:
        """Return the class for arrays of the dtypes in brackets; see ``dtype_like.matches``.

        Raises:
            TypeError: JAX has no such dtype.
        """
        try:
            return _subscripted[item]
        except (KeyError, TypeError):  # TypeError: not hashable
            return _subscript(item)

    def __instancecheck_str__(cls, instance: object) -> str:
        """The message of beartype for a value that is no instance."""
        return f"the value {violation(cls, instance)}"

    def __repr__(cls) -> str:
        """``promo_typing.Array[jnp.float32]``: beartype relies on unions showing the same text."""
        return f"{cls.__module__}.{cls.__qualname__}"


if TYPE_CHECKING:
    from jax import Array as Array
else:

    class Array(metaclass=ArrayMeta):
        """A JAX array, on a device or traced; ``Array[jnp.float32]``: one of that dtype.

        ``isinstance(x, Array)`` and ``isinstance(x, Array[jnp.float32])`` hold inside and outside
        of ``jit``, ``vmap``, ``grad`` and every other transform. NumPy arrays, Python and NumPy
        scalars and ``jax.ShapeDtypeStruct`` are no instances. The brackets take anything that
        :func:`promo_typing.annotations.dtype_like.matches` reads.
        """

        __module__ = _HOME
        __slots__ = ()


class _DTypeArrayMeta(ArrayMeta):
    """The metaclass of ``Array[jnp.float32]``: a class that ``typing`` takes for an alias."""

    matches: frozenset[Match]
    verdicts: dict[object, bool]

    __class__ = HintMask.of_hint  # pyright: ignore[reportIncompatibleMethodOverride]
    __origin__ = property(lambda _: Array)
    __args__ = property(lambda cls: (_written(cls.matches),))
    __parameters__: tuple[()] = ()
    __unpacked__ = False

    @property
    def __supertype__(cls) -> type[Any]:
        return _unmasked(cls)

    def __instancecheck__(cls, instance: Any) -> bool:
        # Inlined to be nearly as fast as a bare isinstance check.
        if not isinstance(instance, loaded_jax.known or array_class()):
            return False
        try:
            return cls.verdicts[instance.dtype]
        except KeyError:
            return _judge(cls, instance)

    def __subclasscheck__(cls, subclass: type) -> bool:
        subclass = getattr(subclass, "hint", subclass)
        if not isinstance(subclass, _DTypeArrayMeta):
            return False
        return all(any(own.covers(their) for own in cls.matches) for their in subclass.matches)

    def __getitem__(cls, item: object) -> NoReturn:
        raise TypeError(f"{cls.__qualname__} has its dtype already; write Array[...]")


def _judge(cls: _DTypeArrayMeta, array: Any) -> bool:
    """Whether an array has one of the dtypes; cached by dtype where the dtype alone decides."""
    verdict = any(match.accepts(array) for match in cls.matches)
    if all(match.is_fixed for match in cls.matches):
        cls.verdicts[array.dtype] = verdict
    return verdict


def _written(found: frozenset[Match]) -> object:
    """The object between the brackets: a dtype, or a union of dtypes."""
    items: list[Any] = [match.item for match in sorted(found, key=lambda match: match.written)]
    return functools.reduce(operator.or_, items)


_attribute: Final = GenericAlias.__getattribute__


class _GenericArray(GenericAlias):
    """``Array[D]`` with a type variable: an alias, so ``tuple[Array[D], D][float32]`` works."""

    __class__ = HintMask.of_hint  # pyright: ignore[reportIncompatibleMethodOverride]

    def __getattribute__(self, name: str) -> Any:
        """Look up attributes in Array, as an alias does, except the one that beartype reads."""
        return _unmasked(self) if name == "__supertype__" else _attribute(self, name)

    def __instancecheck__(self, instance: object) -> bool:
        """Whether a value is an array of the variable's dtype; the first array checked binds it."""
        (item,) = self.__args__
        return any(_accepts(member, instance) for member in members(item))

    def __subclasscheck__(self, subclass: type) -> bool:
        """Whether all instances of a class are within the bound or the constraints."""
        return issubclass(subclass, _parametrise(matches(*self.__args__)))

    def __getitem__(self, item: Any) -> Any:
        """Replace the type variable."""
        (found,) = GenericAlias.__getitem__(self, item).__args__
        # A string that names a dtype is kept as a name, as typing does.
        return _subscript(found.__forward_arg__ if isinstance(found, ForwardRef) else found)


def _accepts(member: object, instance: Any) -> bool:
    """Whether ``instance`` has the dtype ``member``; a type variable is bound by the check."""
    fits = isinstance(instance, _parametrise(matches(member)))
    if not fits or not isinstance(member, TypeVar):
        return fits
    choices = map(matches, member.__constraints__ or (instance.dtype,))
    choice = next(found for found in choices if isinstance(instance, _parametrise(found)))
    return isinstance(instance, _parametrise(bind(member, choice)))


class _UnmaskedMeta(ArrayMeta):
    """The metaclass of plain classes that beartype checks in place of masked hints."""

    hint: Any

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]
    ) -> _UnmaskedMeta:
        """Allow subclasses: beartype makes one when it compares hints."""
        return type.__new__(cls, name, bases, namespace)

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, cls.hint)

    def __subclasscheck__(cls, subclass: type) -> bool:
        return issubclass(subclass, cls.hint)

    def __instancecheck_str__(cls, instance: object) -> str:
        return f"the value {violation(cls.hint, instance)}"

    def __repr__(cls) -> str:
        return repr(cls.hint)


@functools.cache
def _unmasked(hint: Any) -> type[Any]:
    """Return a plain class that has the same instances."""
    return _make(_UnmaskedMeta, repr(hint).removeprefix(f"{_HOME}."), hint=hint)


def _make(meta: type[ArrayMeta], shown: str, **attributes: object) -> type:
    """Make a subclass of Array. Its ``__name__`` is an identifier, since beartype requires one."""
    namespace = {"__module__": _HOME, "__qualname__": shown, "__slots__": (), **attributes}
    return type.__new__(meta, "Array", (Array,), namespace)


def _subscript(item: object) -> Any:
    if isinstance(item, tuple) and len(item) == 1:
        (item,) = item
    if isinstance(item, ForwardRef):
        return _named(item)
    alias = _GenericArray(Array, (item,))
    if alias.__parameters__ and all(isinstance(p, TypeVar) for p in alias.__parameters__):
        return alias
    array = _parametrise(matches(item))
    if isinstance(item, type) or not hasattr(item, "dtype"):  # np.float32(1) is also the key 1
        with suppress(TypeError):  # not hashable: computed again each time
            _subscripted[item] = array
    return array


def _named(reference: ForwardRef) -> Any:
    """Return ``Array[D]`` for the bare name ``D``, all that typeguard keeps of ``def f[D](...)``.

    ``dtypechecked`` knows the type variables of the function that is called. Without it a name
    that is no dtype of JAX stands for any dtype: ``D`` is not ``complex128``, as in NumPy.
    """
    variable, name = bound(reference), reference.__forward_arg__
    if variable is not None:
        return _GenericArray(Array, (variable,))
    return _parametrise(matches(name)) if name in STRONG else Array


def _parametrise(found: frozenset[Match]) -> type:
    """Return the one class for these dtypes: Array itself, if they include any dtype."""
    if ANY in found:
        return Array
    if found not in _parametrised:
        name = f"Array[{' | '.join(sorted(match.written for match in found))}]"
        array = _make(_DTypeArrayMeta, name, matches=found, verdicts={})
        # pickle and cloudpickle store a class by reference if its module has it under its name.
        setattr(sys.modules[_HOME], name, _parametrised.setdefault(found, array))
    return _parametrised[found]


def _reduce(array: type) -> object:
    """The reference in a pickle: Array by its name, ``Array[float32]`` by its dtypes."""
    if isinstance(array, _DTypeArrayMeta):
        return _parametrise, (array.matches,)
    return array.__qualname__


for _meta in (ArrayMeta, _DTypeArrayMeta):
    copyreg.pickle(_meta, _reduce)  # type: ignore[arg-type]
