"""Declarations of functions: plain ones for the plugin, and overloads that encode the rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from promo_stubgen.encode import reading, variants
from promo_stubgen.encode.branches import Branch, branched
from promo_stubgen.encode.expansion import of_known_result
from promo_stubgen.encode.functions import TREE, has_operands, variant_overloads
from promo_stubgen.encode.outcomes import outcomes_of
from promo_stubgen.ir.annotation import Annotation
from promo_stubgen.ir.signatures import Signature
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import Rule


@dataclass(frozen=True, slots=True)
class Declaration:
    """The plain signatures of a function, and those that encode its rule.

    Both are the same for a function without a rule.
    """

    plain: Sequence[Signature]
    promoting: Sequence[Signature]


def declaration(
    signatures: Sequence[Signature], rule: Rule | None, semantics: Semantics
) -> Declaration:
    """The declaration of a function.

    Args:
        signatures: the signatures of the function in JAX, annotated for the stubs.
        rule: the rule for the first signature that has its operands; None if there is no rule.
        semantics: the settings.
    """
    branch = branched(rule) if rule else None
    usual = branch.rule if branch else None
    governed = next((each for each in signatures if usual and has_operands(each, usual)), None)
    if branch is None or governed is None:
        return Declaration(signatures, signatures)
    place = signatures.index(governed)
    before, after = (
        [form for each in others for form in _without_operands(each, branch, semantics)]
        for others in (signatures[:place], signatures[place + 1 :])
    )
    least, overloads = _of_rule(governed, branch, semantics)
    return Declaration(
        _distinct([*before, *least, *after]), _distinct([*before, *overloads, *after])
    )


def _of_rule(
    governed: Signature, branch: Branch, semantics: Semantics
) -> tuple[list[Signature], list[Signature]]:
    """The plain signatures and the overloads for the signature with the rule's operands."""
    parts = list(variants.split(governed, branch, semantics))
    least = [replace(each, returns=_least(part, semantics)) for each, part in parts]
    overloads = variant_overloads(parts, variants.usual_of(branch), governed, semantics)
    if len(parts) > 1:  # For calls in which the arguments are not literals.
        least, overloads = [*least, governed], [*overloads, governed]
    if len({each.returns for each in least}) == 1:
        least = [replace(governed, returns=least[0].returns)]
    return least, overloads


def _without_operands(
    signature: Signature, branch: Branch, semantics: Semantics
) -> list[Signature]:
    """The signatures for calls without the operands, with the result of their variant."""
    variant = variants.absent(signature, branch)
    if variant is None:
        return [signature]
    whole = replace(signature, returns=_least(variant, semantics))
    known = of_known_result(signature, variant)
    if known == signature:
        return [whole]
    return [replace(known, returns=outcomes_of(variant.rule, semantics).unknown), whole]


def _distinct(signatures: Sequence[Signature]) -> list[Signature]:
    """The signatures with distinct parameters; of several with the same ones, the first."""
    return list({each.parameters: each for each in reversed(signatures)}.values())[::-1]


def _least(branch: Branch, semantics: Semantics) -> Annotation:
    """The annotation of the result for operands of unknown dtype."""
    rule = branch.rule
    if reading.takes_pytrees(rule):
        return TREE
    outcomes = outcomes_of(rule, semantics, arity=max(1, len(rule.operands)))
    certain = not branch.open_with and rule.dtype is None
    return outcomes.unknown if certain else outcomes.anything
