"""The promotion systems by their names."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Final

from promo_typing.lattice.semantics import Semantics
from promo_typing.systems.array_api import ArrayApi
from promo_typing.systems.jax import Lax, jax_systems, jep9407_jax_lax, jep9407_jax_numpy
from promo_typing.systems.jep9407 import OPTIONS, option
from promo_typing.systems.model import System
from promo_typing.systems.numpy import NumPy
from promo_typing.systems.numpy_1 import NumPy1, jep9407_numpy
from promo_typing.systems.oneflow import OneFlow
from promo_typing.systems.tensorflow import TensorFlow, TensorFlowMode, jep9407_tensorflow
from promo_typing.systems.torch import JepTorch, Torch

_MAKERS: Final[dict[str, Callable[[], System]]] = {
    **jax_systems(),
    "jax-lax": partial(Lax, "jax-lax", Semantics()),
    "jax-lax-x64": partial(Lax, "jax-lax-x64", Semantics(x64=True)),
    "numpy": NumPy,
    "numpy-1": NumPy1,
    "torch": Torch,
    "tensorflow": TensorFlow,
    "tensorflow-safe": partial(TensorFlowMode, safe=True),
    "tensorflow-all": partial(TensorFlowMode, safe=False),
    "array-api": ArrayApi,
    "oneflow": OneFlow,
    "jep9407-numpy": jep9407_numpy,
    "jep9407-tensorflow": jep9407_tensorflow,
    "jep9407-pytorch": JepTorch,
    "jep9407-jax-numpy": jep9407_jax_numpy,
    "jep9407-jax-lax": jep9407_jax_lax,
    **{f"jep9407-option-{number}": partial(option, number) for number in OPTIONS},
}


class UnknownSystemError(KeyError):
    """There is no promotion system of this name; the message suggests a similar name."""

    def __str__(self) -> str:
        return str(self.args[0])


class _Systems(Mapping[str, System]):
    """The systems by name, each of which is made when it is first used."""

    def __getitem__(self, name: str) -> System:
        if name not in _MAKERS:
            raise UnknownSystemError(_no_system(name))
        return _made(name)

    def __iter__(self) -> Iterator[str]:
        return iter(_MAKERS)

    def __len__(self) -> int:
        return len(_MAKERS)


SYSTEMS: Final[Mapping[str, System]] = _Systems()
"""All promotion systems, by name."""


def system(name: str) -> System:
    """Return the promotion system of a name.

    Raises:
        UnknownSystemError: there is none; the message suggests a similar name.
    """
    return SYSTEMS[name]


@cache
def _made(name: str) -> System:
    return _MAKERS[name]()


def _no_system(name: object) -> str:
    close = difflib.get_close_matches(str(name), _MAKERS, n=1)
    hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(_MAKERS)}"
    return f"no promotion system {name!r}; {hint}"
