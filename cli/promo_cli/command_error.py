"""The error of a command that cannot do its work."""

from __future__ import annotations


class CommandError(Exception):
    """Wrong usage or an unusable environment; the message is shown as it is, with status 2."""
