"""The command ``promo`` in a folder of its own, as the tests of the command have it."""

from tests.cli.conftest import cache, project

__all__ = ["cache", "project"]
