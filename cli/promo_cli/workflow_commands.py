"""Workflow commands: lines in the output of a step that GitHub reads, for example annotations."""

from __future__ import annotations


def annotation_text(command: str, properties: dict[str, str], message: str) -> str:
    """Return a workflow command; the properties and the message are escaped.

    Source: https://docs.github.com/actions/reference/workflow-commands.
    """
    listed = ",".join(f"{key}={_escaped_property(value)}" for key, value in properties.items())
    return f"::{command} {listed}::{_escaped(message)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped_property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
