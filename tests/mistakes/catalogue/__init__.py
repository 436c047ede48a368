"""All mistakes, by kind."""

from __future__ import annotations

from typing import Final

from tests.mistakes.catalogue import (
    control_flow,
    dtype_values,
    everyday_programs,
    longer_refusals,
    lost_values,
    precision,
    programs,
    refusals,
    training_programs,
    widening,
    x64,
)
from tests.mistakes.mistake import Mistake

ALL: Final[tuple[Mistake, ...]] = (
    *widening.MISTAKES,
    *control_flow.MISTAKES,
    *refusals.MISTAKES,
    *lost_values.MISTAKES,
    *precision.MISTAKES,
    *x64.MISTAKES,
    *dtype_values.MISTAKES,
    *programs.MISTAKES,
    *training_programs.MISTAKES,
    *everyday_programs.MISTAKES,
    *longer_refusals.MISTAKES,
)
