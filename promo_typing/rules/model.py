"""What a rule is, and what it says about a set of operands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal, TypeAlias

Container: TypeAlias = str
"""What holds the arrays that a function returns.

``"single"``: one array. ``"tuple"``: a tuple with an item for each result. ``"factor"``: the
same with a bool after them, which says how the factor is stored. ``"histogram"``: a tuple of the
first result and of a list, every item of which is the second. ``"list"`` and ``"variadic"``: a list
and a tuple of unknown length, every item of the one result. ``"initializer"``: a function
``(key, shape, dtype=...)`` that makes an array of the one result. A name with dots: the named tuple
of that fully-qualified name, with a field for each result.
"""

Narrowing: TypeAlias = Literal["checked", "silent", "none"]

OF: Final = " of "
"""In a result, between the map and the operand that it is about."""

UNIFORM_CONTAINERS: Final = ("list", "variadic")
"""Those of unknown length; their rules have one result, which all items share."""


@dataclass(frozen=True, slots=True)
class Rule:
    """How the dtypes of a function's results follow from those of its operands.

    The operands are first combined into one node, which must be accepted; each result is then a
    map of that node, or of the node of an operand that it names.

    Attributes:
        operands: the parameters whose dtypes take part, in the order of the signature;
            ``"*name"`` is variadic, ``"name[]"`` is a sequence of arrays (or one array, whose
            rows are then the sequence); ``"name[0]"`` is the first item of a tuple, whose others
            have no influence on dtypes, nor have other parameters.
        combine: key of :data:`promo_typing.rules.combine.COMBINES`; ``"join"`` is the least
            upper bound in the lattice, ``"first"`` ignores all operands but the first, and
            ``"none"`` is for functions without operands.
        accepts: key of :data:`promo_typing.rules.maps.ACCEPTS`, a predicate on the combined node.
        results: keys of :data:`promo_typing.rules.maps.RESULT_MAPS`, one for each array in the
            result; with the container ``"list"`` the one that every item has. ``"same of values"``
            maps the operand ``values`` by itself, whatever the others are combined to, and a key of
            COMBINES combines them another time.
        container: what the function returns: one array, a tuple, or a list of unknown length.
        dtype_parameter: the parameter that, when given and not None, decides the dtype.
        dtype_combine: key of COMBINES for the operands and, as the last, the requested dtype; it
            takes the place of ``combine``, ``accepts`` and ``results`` when a dtype is given.
        dtype_results: what then takes the place of ``results``, as maps of the requested dtype; by
            default all results are of that dtype, but those of an operand.
        narrowing: what becomes of a requested dtype of 64 bits with x64 off: ``"checked"``, what
            the setting for explicit dtypes says; ``"silent"``, its 32-bit counterpart, as of what
            NumPy has made; ``"none"``, the dtype as it is asked for.
        default: the node that is combined when there is no operand at all.
        absent: the node that operands at the end count as when they are left out, for optional
            ones whose default takes part in the promotion (``loc=0``).
        unknown_for: key of ACCEPTS: nodes for which dtypes alone do not decide the result.
        with_python_int: the rule for the other operands when the last one is a Python int.
        unknown_with: parameters about which the rule says nothing: when one of them is given,
            the dtype of the result, or the kind of the result, is not known.
        known_with_int: those of them about which nothing need be said if they are a Python int,
            as a number of bins is.
        known_with_float: the same for a Python float or int, as the distance of samples is.
        variants: the rules for calls in which an argument has a certain value, which must be
            written in the call to be seen (``return_index=True``); the first that applies counts.
            One for an absent argument is the rule of a signature without that parameter.
        keys: whether the operands may be typed PRNG keys (all of them, or none). The results
            ``"same"`` are then keys, too. Other rules say nothing of keys.
        trees: whether an operand may be a pytree of arrays, and the result then is one. The rule
            is for arrays alone: JAX may keep a Python scalar as such.
        before: how JAX answered before some version, if its supported versions differ.
    """

    operands: tuple[str, ...]
    combine: str = "join"
    accepts: str = "any"
    results: tuple[str, ...] = ("same",)
    container: Container = "single"
    dtype_parameter: str | None = None
    dtype_combine: str = "requested"
    dtype_results: tuple[str, ...] = ()
    narrowing: Narrowing = "checked"
    default: str | None = None
    absent: str | None = None
    unknown_for: str = "none"
    with_python_int: Rule | None = None
    unknown_with: tuple[str, ...] = ()
    known_with_int: tuple[str, ...] = ()
    known_with_float: tuple[str, ...] = ()
    variants: tuple[Variant, ...] = ()
    keys: bool = False
    trees: bool = False
    before: Before | None = None

    @property
    def requested_results(self) -> tuple[str, ...]:
        """The maps of the dtype that is asked for, or of an operand, one for each result."""
        own = tuple(key if OF in key else "same" for key in self.results)
        return self.dtype_results or own

    def at(self, version: tuple[int, int]) -> Rule:
        """Return the rule of one version of JAX, ``(major, minor)``, which names no other."""
        if self.before is not None and version < self.before.version:
            return self.before.rule.at(version)
        return replace(self, before=None)


@cache
def parameter_name(operand: str) -> str:
    """The name of the parameter for an operand of a rule, without the marks of its kind."""
    return operand.removeprefix("*").partition("[")[0]


class _Given:
    """The value of an argument in a variant: any but None."""

    def __repr__(self) -> str:
        return "..."


class _Absent:
    """The value of an argument in a variant: none, as in ``where(condition)``."""

    def __repr__(self) -> str:
        return "absent"


GIVEN: Final = _Given()
ABSENT: Final = _Absent()

Value: TypeAlias = bool | int | str | _Given | _Absent | None


@dataclass(frozen=True, slots=True)
class Variant:
    """The rule of a function when ``parameter`` has this value."""

    parameter: str
    value: Value
    rule: Rule


@dataclass(frozen=True, slots=True)
class Before:
    """The rule of a function before a version of JAX, ``(major, minor)``."""

    version: tuple[int, int]
    rule: Rule


@dataclass(frozen=True, slots=True)
class Operator:
    """A special method of arrays and the function that it calls.

    ``reflected`` means that the operands are exchanged (``__radd__``).
    """

    symbol: str
    function: str
    reflected: bool = False
    unary: bool = False


@dataclass(frozen=True, slots=True)
class Resolved:
    """JAX accepts the operands; ``results`` are the nodes of the arrays that it returns."""

    results: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoPath:
    """JAX raises TypePromotionError: these two nodes have no common upper bound."""

    left: str
    right: str


@dataclass(frozen=True, slots=True)
class Mismatch:
    """JAX raises TypeError: the function promotes nothing, and these two nodes differ."""

    left: str
    right: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """JAX refuses the combined node; ``accepted`` is a key of ACCEPTS that describes what it takes.

    ``node`` is what the operands were combined to, so it need not be one of them.
    """

    node: str
    accepted: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """JAX's answer depends on more than dtypes: on a rank, or on whether a value is traced.

    Nothing may be concluded from it, neither a dtype nor an error.
    """


Refusal: TypeAlias = NoPath | Mismatch | Rejected
Outcome: TypeAlias = Resolved | Refusal | Unknown
