"""The error of a command that cannot do its work."""

from __future__ import annotations


class CommandError(Exception):
    """Wrong usage or an unusable environment; the message is shown unchanged, with status 2."""
