"""The values that a program gives to its variables, its fields and its containers."""

from __future__ import annotations

from typing import Final

from promo_mypy.inference.assigned import Assigned
from promo_mypy.inference.assumptions import Assumptions
from promo_mypy.inference.cast_variables import CastVariables
from promo_mypy.inference.connected import Parts
from promo_mypy.inference.dictionaries import Dictionaries
from promo_mypy.inference.field_values import FieldValues
from promo_mypy.inference.fields import Fields, Inferring
from promo_mypy.inference.key_kinds import KeyKinds
from promo_mypy.inference.keywords import Keywords
from promo_mypy.inference.makings import Makings
from promo_mypy.inference.number_fields import NumberFields
from promo_mypy.inference.own_attributes import OwnAttributes
from promo_mypy.inference.reassigned import Reassigned
from promo_mypy.inference.single_float import SingleFloat
from promo_mypy.inference.source_types import SourceTypes
from promo_mypy.inference.values import Values
from promo_mypy.types.bindings import Bindings


class ProgramValues:
    """What is known about all values of a variable, of a field or under a key.

    Attributes:
        dictionaries: the types under the keys of dictionaries.
        keywords: the entries of dictionaries, as they are written.
        fields: the types of fields that are declared without a dtype.
        reassigned: the attributes without an annotation that get arrays of several dtypes.
        numbers: the fields declared as Python numbers that get other values.
        assigned: the expressions that are assigned to variables and fields.
        makings: the types of single objects.
        single_float: tells whether float32 is the only dtype of floats.
        key_kinds: tells whether the program makes keys of one dtype only.
        cast_variables: tells whether flax's variables may be cast.
    """

    def __init__(
        self,
        sources: SourceTypes,
        assumptions: Assumptions,
        inferring: Inferring,
        functions: Values,
        bindings: Bindings,
        *,
        everywhere: bool,
    ) -> None:
        """Start without a program.

        Args:
            sources: the types of expressions at their places.
            assumptions: the assumptions about fields.
            inferring: infers the types of calls.
            functions: marks the types of functions.
            bindings: the names that modules bind to one value.
            everywhere: whether mypy has the function bodies of all modules.
        """
        parts = Parts()
        self.dictionaries: Final = Dictionaries(parts, sources.alone, everywhere=everywhere)
        self.keywords: Final = Keywords(self.dictionaries.changes)
        values = FieldValues(sources, assumptions, parts, self.keywords)
        self.single_float: Final = SingleFloat(parts)
        self.key_kinds: Final = KeyKinds(parts)
        self.cast_variables: Final = CastVariables(parts)
        self.fields: Final = Fields(
            values,
            assumptions,
            inferring,
            bindings,
            self.single_float,
            self.dictionaries,
            everywhere=everywhere,
        )
        self.reassigned: Final = Reassigned(values, assumptions, everywhere=everywhere)
        self.numbers: Final = NumberFields(values, assumptions, everywhere=everywhere)
        self.assigned: Final = Assigned(values, assumptions)
        self.own_attributes: Final = OwnAttributes(self.assigned, assumptions)
        self.makings: Final = Makings(values, self.dictionaries, functions, everywhere=everywhere)
