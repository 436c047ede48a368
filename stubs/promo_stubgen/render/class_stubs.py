"""Renders the stub of a class from its surface."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from promo_stubgen.ir.annotation import Annotation, Name
from promo_stubgen.ir.signatures import Parameter, Signature
from promo_stubgen.surface.entries import Entry
from promo_stubgen.surface.translation import translate, translate_signature

Lines = Iterator[str]

_RESULTS: Final = {
    "__init__": "None",
    "__exit__": "None",
    "__new__": "Self",
    "__eq__": "bool",
    "__ne__": "bool",
    "__hash__": "int",
    "__bool__": "bool",
    "__contains__": "bool",
    "__len__": "int",
    "__index__": "int",
    "__int__": "int",
    "__float__": "float",
    "__complex__": "complex",
    "__setattr__": "None",
    "__delattr__": "None",
    "__setitem__": "None",
}
"""The result annotations of special methods, which replace JAX's own."""

_OF_NAMED_TUPLES: Final = ("__getnewargs__", "__match_args__", "__new__")

_NEW: Final = "def __new__(cls, *args: Any, **kwargs: Any) -> Self: ..."
_GETATTR: Final = "def __getattr__(self, name: str) -> Any: ..."

_OPEN: Final = frozenset({"Config"})
"""Classes with attributes that cannot be listed: ``jax.config.jax_enable_x64``."""


def render_class(name: str, entry: Entry, generic: bool) -> Lines:
    """The lines of a class.

    Args:
        name: the name of the class.
        entry: its entry in the surface.
        generic: whether a named tuple is generic in its fields, so that rules can give their types.
    """
    if entry["form"] == "named tuple":
        yield from _named_tuple(name, entry["members"], generic)
        return
    bases = [each.rpartition(".")[2] if "." not in each else each for each in entry["bases"]]
    bases += ["Protocol"] if entry["form"] == "protocol" else []
    yield f"class {name}({', '.join(bases)}):" if bases else f"class {name}:"
    body = [line for each in entry["members"].items() for line in _member(entry, *each)]
    body += [_GETATTR] if name in _OPEN else []
    # In NumPy's stubs the base class is abstract.
    body += [_NEW] if any(base.startswith("np.") for base in bases) else []
    yield from (f"    {line}" for line in body or ["..."])


def _named_tuple(name: str, members: Mapping[str, Any], generic: bool) -> Lines:
    fields: dict[str, Annotation] = {
        field: translate(member["annotation"])
        for field, member in members.items()
        if member["is"] == "attribute"
    }
    if generic:
        variables = {field: f"_{name}{place}" for place, field in enumerate(fields)}
        for field, variable in variables.items():
            yield f'{variable} = TypeVar("{variable}", default={fields[field]})'
        yield f"class {name}(NamedTuple, Generic[{', '.join(variables.values())}]):"
        fields = {field: Name(variable) for field, variable in variables.items()}
    else:
        yield f"class {name}(NamedTuple):"
    for field, annotation in fields.items():
        note = "  # type: ignore[assignment]" if hasattr(tuple, field) else ""
        default = " = ..." if "default" in members[field] else ""
        yield f"    {field}: {annotation}{default}{note}"
    for method, member in members.items():
        if member["is"] != "attribute" and method not in _OF_NAMED_TUPLES:
            yield from (f"    {line}" for line in _member({"form": ""}, method, member))


def _member(owner: Entry, name: str, member: Mapping[str, Any]) -> Lines:
    if owner["form"] in ("enum", "protocol") and name in ("__new__", "__init__"):
        return iter(())
    return _MEMBERS[member["is"]](owner, name, member)


def _attribute(owner: Entry, name: str, member: Mapping[str, Any]) -> Lines:
    yield f"{name}: {translate(member['annotation'])}"


def _constant(owner: Entry, name: str, member: Mapping[str, Any]) -> Lines:
    if owner["form"] == "enum":
        yield f"{name} = {member['value']}"
    elif name == "__match_args__":
        yield f"__match_args__ = {member['value']}"
    elif name == "__hash__":
        if not owner["bases"]:
            yield "__hash__: ClassVar[None]  # type: ignore[assignment]"
    else:
        yield f"{name}: Any"


def _property(owner: Entry, name: str, member: Mapping[str, Any]) -> Lines:
    returns = translate(member["annotation"])
    yield "@property"
    yield f"def {name}(self) -> {returns}: ..."
    if member["settable"]:
        yield f"@{name}.setter"
        yield f"def {name}(self, value: Any) -> None: ..."


def _method(owner: Entry, name: str, member: Mapping[str, Any]) -> Lines:
    signature = member["signature"]
    parameters = list(signature.parameters)
    if not parameters or parameters[0].kind not in ("positional", "normal"):
        parameters.insert(0, Parameter("self", "positional" if not parameters else "normal"))
    yield f"def {name}{_method_signature(name, parameters, signature.returns)}: ..."


def _class_method(owner: Entry, name: str, member: Mapping[str, Any]) -> Lines:
    yield "@classmethod"
    yield from _method(owner, name, member)


def _static_method(owner: Entry, name: str, member: Mapping[str, Any]) -> Lines:
    if name == "__new__":
        yield from _method(owner, name, member)
        return
    yield "@staticmethod"
    yield f"def {name}{translate_signature(member['signature'])}: ..."


def _method_signature(
    name: str, parameters: list[Parameter], returns: Annotation | None
) -> Signature:
    """The signature with an unannotated first parameter."""
    own, *rest = parameters
    translated = translate_signature(Signature(tuple(rest), returns))
    result = Name(_RESULTS[name]) if name in _RESULTS else translated.returns
    first = replace(own, annotation=None, default=None)
    return Signature((first, *translated.parameters), result)


_MEMBERS: Final[dict[str, Callable[[Entry, str, Mapping[str, Any]], Lines]]] = {
    "attribute": _attribute,
    "constant": _constant,
    "property": _property,
    "method": _method,
    "classmethod": _class_method,
    "staticmethod": _static_method,
}
"""The declaration of a member, by its kind in the surface."""
