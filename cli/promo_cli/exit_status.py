"""The exit statuses of the command that are not 0, 1 or 2."""

from __future__ import annotations

from typing import Final

INTERRUPTED: Final = 130
"""The user pressed Ctrl-C: 128 and the number of SIGINT, as shells count."""
OUTPUT_CLOSED: Final = 141
"""The reader of the output went away: 128 and the number of SIGPIPE, as shells count."""
