"""The override that counts for a module is the one that counts for mypy's own settings."""

from __future__ import annotations

from random import Random

from mypy.options import Options

from promo_mypy.module_settings import ModuleSettings
from promo_typing.lattice.semantics import Semantics

COMPONENTS = ("a", "b", "tests")


def _pattern(random: Random) -> str:
    components = random.choices((*COMPONENTS, "*"), k=random.randint(1, 3))
    # mypy ignores a pattern that is only a star.
    return "a" if components == ["*"] else ".".join(components)


def test_precedence_is_that_of_mypy() -> None:
    random = Random(0)
    overridden = 0
    for _ in range(300):
        # mypy allows only one section for a pattern.
        patterns = dict.fromkeys(_pattern(random) for _ in range(4))
        values = [(each, random.random() < 0.5) for each in patterns]
        settings = ModuleSettings(Semantics(), {each: {"x64": x64} for each, x64 in values})
        options = Options()
        options.per_module_options = {each: {"strict_optional": x64} for each, x64 in values}
        options.strict_optional = False
        for _ in range(5):
            module = ".".join(random.choices(COMPONENTS, k=random.randint(1, 3)))
            assert settings.of(module).x64 == options.clone_for_module(module).strict_optional
            overridden += settings.of(module).x64
    assert overridden > 100
