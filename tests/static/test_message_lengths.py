"""The output of checkers about calls that JAX refuses is no longer than the page says."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import pytest

from tests.static.checkers import BY_NAME
from tests.static.message_lengths import CALLS, DTYPES, PAGE, line_of, messages, sizes


@pytest.mark.parametrize("call", CALLS)
def test_jax_refuses_the_call(call: str) -> None:
    arrays = {name: jnp.ones((2, 2), dtype) for name, dtype in DTYPES.items()}
    with pytest.raises((TypeError, ValueError, AttributeError)):
        eval(call, {"jax": jax, "jnp": jnp}, arrays)


@pytest.mark.slow
@pytest.mark.parametrize("checker", BY_NAME)
def test_messages_are_no_longer_than_the_page_says(checker: str) -> None:
    found = messages(checker)
    assert found.lines >= set(map(line_of, CALLS))
    assert found.kilobytes <= sizes(PAGE.read_text(encoding="utf-8"))[checker]
