"""JAX's promotion, by the rules of its functions: the systems of ``jax.numpy`` and ``jax.lax``.

Sources: https://docs.jax.dev/en/latest/type_promotion.html, and the rules of
:mod:`promo_typing.rules`, which the tests compare with JAX.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from promo_typing.core.dtypes import NODES
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import (
    FUNCTIONS,
    Mismatch,
    NoPath,
    Refusal,
    Resolved,
    Rule,
    resolve,
    without_arguments,
)
from promo_typing.rules.explain import Explanation, explain, why
from promo_typing.systems.base import PairSystem
from promo_typing.systems.kinds import JEP_NODES, JEP_SOURCE
from promo_typing.systems.model import (
    JaxSettings,
    Operand,
    OperationClass,
    Promoted,
    Result,
    Undefined,
    refused_by,
)
from promo_typing.systems.numpy_dtypes import misfit
from promo_typing.systems.spelling import Spelling

_NODE_OF_SYMBOL: Final = {node.symbol: node.name for node in NODES.values()} | {"b*": "bool"}
_NODES: Final = (*(node.symbol for node in NODES.values()), "b*")

_NUMPY: Final[dict[OperationClass, str]] = {
    "arithmetic": "jax.numpy.add",
    "comparison": "jax.numpy.equal",
    "dot": "jax.numpy.dot",
    "sum": "jax.numpy.sum",
}
_LAX: Final[dict[OperationClass, str]] = {
    "arithmetic": "jax.lax.add",
    "comparison": "jax.lax.eq",
    "dot": "jax.lax.dot",
    "sum": "jax.lax.reduce_sum",
}


_SPELLING: Final = Spelling("{x}.astype(jnp.{dtype})", "jnp.{dtype}({x})")


class Jax(PairSystem):
    """The functions of ``jax.numpy`` under some settings of JAX.

    With x64 off, a 64-bit operand counts as a NumPy array, which JAX truncates. With
    ``explicit_x64="allow"`` it counts as a JAX array, which keeps its dtype.

    Args:
        name: the name of the system.
        semantics: the settings of JAX for which the system answers.
        nodes: the nodes of the system.
        jax_settings: the settings under which JAX itself promotes like this system. None for a
            system that answers for dtypes but executes nothing, such as a table of JEP 9407.
    """

    source = "https://docs.jax.dev/en/latest/type_promotion.html"
    python_scalars = "are weak, as arrays made of them are: i*, f* and c*; a bool is a bool"
    functions = _NUMPY
    spelling: Spelling | None = _SPELLING

    def __init__(
        self,
        name: str,
        semantics: Semantics,
        nodes: tuple[str, ...] = _NODES,
        jax_settings: JaxSettings | None = None,
    ) -> None:
        super().__init__()
        self.name, self.semantics, self.nodes = name, semantics, nodes
        self.jax_settings = jax_settings

    def _promote(self, operands: tuple[Operand, ...]) -> Result:
        """Promote; a Python integer must fit the default dtype, but wraps in a narrower one."""
        return misfit(operands, self.semantics.strong("weak_int")) or super()._promote(operands)

    def _pair(self, left: str, right: str) -> str | Undefined:
        found = self._resolved("arithmetic", left, right)
        return found if isinstance(found, Undefined) else NODES[found].symbol

    def _promoted(self, node: str) -> Promoted:
        name = self._named(node)
        return Promoted(self.semantics.strong(name), NODES[name].weak)

    def _symbol(self, result: Promoted) -> str:
        weak = (node.symbol for node in NODES.values() if node.weak)
        kinds = {NODES[self.semantics.strong(_NODE_OF_SYMBOL[name])].name: name for name in weak}
        return kinds[result.dtype] if result.weak else result.dtype

    def _named(self, node: str) -> str:
        """The name of a node in the rules, after the truncation of 64-bit operands."""
        return self.semantics.requested(_NODE_OF_SYMBOL[node])

    def explained(self, *operands: Operand) -> Explanation | None:
        """Explain by the rule why an addition is refused, None if it is not refused."""
        names = [each.dtype if each.python else self._named(self._node(each)) for each in operands]
        rule = self._rule("arithmetic")
        outcome = resolve(rule, names, self.semantics)
        if not isinstance(outcome, Refusal):
            return None
        return explain(rule, names, self.semantics, outcome)

    def _rule(self, kind: OperationClass) -> Rule:
        return without_arguments(FUNCTIONS[self.functions[kind]])

    def _resolved(self, kind: OperationClass, *nodes: str) -> str | Undefined:
        function = self.functions[kind]
        names = [self._named(node) for node in nodes]
        outcome = resolve(self._rule(kind), names, self.semantics)
        if isinstance(outcome, Refusal):
            return _refused(function, names, outcome, self.semantics)
        if isinstance(outcome, Resolved):
            return outcome.results[0]
        return Undefined(f"it is not known what {function} returns")

    def _by_rule(self, kind: OperationClass, operands: tuple[Operand, ...]) -> Result:
        nodes = [self._node(each) for each in operands]
        missing = [node for node in nodes if node not in self.nodes]
        if missing:
            return Undefined(f"{self.name} has no {missing[0]}")
        found = self._resolved(kind, *nodes)
        return found if isinstance(found, Undefined) else self._promoted(NODES[found].symbol)

    def _comparison(self, operands: tuple[Operand, ...]) -> Result:
        return self._by_rule("comparison", operands)

    def _dot(self, operands: tuple[Operand, ...]) -> Result:
        return self._by_rule("dot", operands)

    def _sum(self, operands: tuple[Operand, ...]) -> Result:
        return self._by_rule("sum", operands)

    def _in_place(self, operands: tuple[Operand, ...], out: Operand) -> Result:
        """``x.at[...].add(y)`` has the dtype of x if JAX can promote both; JAX may warn."""
        result = super()._in_place(operands, out)
        if isinstance(result, Undefined):
            return result
        if self._promote(operands) == Promoted("bool"):
            return refused_by("jax.Array.at[...].add", "takes numbers, not bool")
        both = self._promote((*operands, out))
        return both if isinstance(both, Undefined) else self._promote((out,))

    def _castable(self, result: str, out: str) -> bool:
        return True


_FIXED: Final[dict[str, JaxSettings]] = {
    "jax": JaxSettings(),
    "jax-x64": JaxSettings(x64=True),
    "jax-strict": JaxSettings(promotion="strict"),
    "jax-strict-x64": JaxSettings(x64=True, promotion="strict"),
}
"""The systems under which JAX itself promotes, with the settings that each fixes."""


def jax_systems() -> dict[str, Callable[[], Jax]]:
    """Return the factories of the systems under which JAX itself promotes, by name."""
    return {name: partial(_native, name, fixed) for name, fixed in _FIXED.items()}


def _native(name: str, fixed: JaxSettings) -> Jax:
    semantics = Semantics(x64=bool(fixed.x64), promotion=fixed.promotion or "standard")
    return Jax(name, semantics, jax_settings=fixed)


class Lax(Jax):
    """The functions of ``jax.lax``, which promote nothing.

    A Python scalar, or a weak array, has the default dtype of its kind.
    """

    source = "https://docs.jax.dev/en/latest/jax.lax.html"
    python_scalars = "have the default dtypes of JAX, and go with equal ones only"
    functions = _LAX
    spelling: Spelling | None = _SPELLING._replace(addition="jax.lax.add({}, {})")

    def _castable(self, result: str, out: str) -> bool:
        return self.semantics.requested(out) == result


def _refused(
    function: str, operands: Sequence[str], refusal: Refusal, semantics: Semantics
) -> Undefined:
    """The refusal in the words of the explainer of rules, with the names of the operands."""
    if isinstance(refusal, NoPath):
        between = f"{refusal.left} and {refusal.right}"
        return Undefined(why(refusal, semantics, between))
    given, words = " and ".join(operands), why(refusal, semantics)
    if isinstance(refusal, Mismatch):
        return refused_by(function, f"{words}, here {given}")
    return refused_by(function, f"does not accept {given}: {words}")


def jep9407_jax_numpy() -> Jax:
    """Return ``jax.numpy`` as JEP 9407 tabulates it, with 64-bit dtypes."""
    made = Jax("jep9407-jax-numpy", Semantics(x64=True), JEP_NODES)
    made.source, made.spelling = JEP_SOURCE, None
    return made


def jep9407_jax_lax() -> Lax:
    """Return ``jax.lax`` as JEP 9407 tabulates it, with 64-bit dtypes."""
    made = Lax("jep9407-jax-lax", Semantics(x64=True), JEP_NODES)
    made.source, made.spelling = JEP_SOURCE, None
    return made
