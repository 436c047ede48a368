"""Recording in a process and in its child processes, requested by an environment variable.

Python imports a module ``sitecustomize`` when it starts. The folder ``startup`` has such a module,
which starts the recording. The folder is put on ``PYTHONPATH``, which child processes inherit, such
as the workers of pytest-xdist.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from promo_recorder.log import Log
from promo_recorder.recorder import Recorder
from promo_recorder.scope import Scope

VARIABLE: Final = "PROMO_RECORDER"
"""The variable with the recorded sources and the folder for facts, as JSON."""

STARTUP: Final = Path(__file__).with_name("startup")


def environment(
    sources: Sequence[Path], folder: Path, inherited: Mapping[str, str]
) -> dict[str, str]:
    """Return the environment in which programs are recorded.

    Args:
        sources: files and folders of the program.
        folder: the folder in which each process writes its facts.
        inherited: the environment of the program without recording.
    """
    wanted = {"sources": [str(each.resolve()) for each in sources], "folder": str(folder)}
    path = [str(STARTUP), *filter(None, [inherited.get("PYTHONPATH")])]
    return {
        **inherited,
        VARIABLE: json.dumps(wanted),
        "PYTHONPATH": os.pathsep.join(path),
    }


def start() -> None:
    """Record this process if the environment variable is set."""
    text = os.environ.get(VARIABLE)
    if text is None:
        return
    wanted = json.loads(text)
    recorder = Recorder(Scope(tuple(wanted["sources"])), Log(wanted["folder"]).add)
    if sys.version_info >= (3, 12):
        from promo_recorder import monitoring

        monitoring.start(recorder)
    else:
        from promo_recorder import instrumenting

        instrumenting.start(recorder)
