"""Queries a language server for what an editor shows at a place in a program."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import IO, Any, Self
from urllib.parse import unquote, urlsplit


class LanguageServer:
    """A running server that answers about the programs of one folder.

    Attributes:
        command: the command that starts the server.
        folder: the folder of the programs.
    """

    def __init__(self, command: list[str], folder: Path) -> None:
        self.command = command
        self.folder = folder
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder
        )
        self._number = 0

    def __enter__(self) -> Self:
        folders = [{"uri": self.folder.as_uri(), "name": "programs"}]
        self._ask(
            "initialize", {"processId": None, "capabilities": {}, "workspaceFolders": folders}
        )
        self._send({"method": "initialized", "params": {}})
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.communicate()

    def hover(self, path: Path, line: int, column: int) -> str:
        """The text shown at a place of a program; empty if there is none."""
        contents = (self._ask_about("hover", path, line, column) or {}).get("contents", "")
        return str(contents["value"] if isinstance(contents, dict) else contents)

    def definition(self, path: Path, line: int, column: int) -> tuple[Path, int]:
        """The file and the line where an editor first goes from a place of a program."""
        found = self._ask_about("definition", path, line, column)
        first = found[0] if isinstance(found, list) else found
        place = first.get("range") or first["targetRange"]
        uri = first.get("uri") or first["targetUri"]
        return Path(unquote(urlsplit(uri).path)), place["start"]["line"]

    def _ask_about(self, question: str, path: Path, line: int, column: int) -> Any:
        opened = {"languageId": "python", "version": 1, "text": path.read_text(encoding="utf-8")}
        document = {"uri": path.as_uri()}
        self._send(
            {"method": "textDocument/didOpen", "params": {"textDocument": document | opened}}
        )
        position = {"line": line, "character": column}
        return self._ask(
            f"textDocument/{question}", {"textDocument": document, "position": position}
        )

    def _ask(self, method: str, parameters: dict[str, Any]) -> Any:
        self._number += 1
        self._send({"id": self._number, "method": method, "params": parameters})
        while True:
            message = self._receive()
            if "method" in message and "id" in message:
                asked = message["method"] == "workspace/configuration"
                self._send({"id": message["id"], "result": [{}] if asked else None})
            elif message.get("id") == self._number:
                return message["result"]

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        stream = _opened(self._process.stdin)
        stream.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        stream.flush()

    def _receive(self) -> dict[str, Any]:
        stream = _opened(self._process.stdout)
        length = 0
        while line := stream.readline().strip():
            name, _, value = line.partition(b": ")
            length = int(value) if name.lower() == b"content-length" else length
        if not length:
            raise EOFError("the language server has ended")
        found: dict[str, Any] = json.loads(stream.read(length))
        return found


def _opened(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise EOFError("the language server has no pipe")
    return stream
