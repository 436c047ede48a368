"""The page on promotion systems is the one that its generator writes now."""

from __future__ import annotations

from tests.docs.systems import PAGE, page


def test_the_page_is_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.docs.systems"


def test_every_change_has_a_known_reason() -> None:
    assert "not known" not in page()
