"""The command ``promo`` in a folder of its own, by the fixtures of the command's tests."""

from tests.cli.conftest import cache, project

__all__ = ["cache", "project"]
