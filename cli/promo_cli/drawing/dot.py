"""The picture as text for Graphviz, which needs no further package."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from promo_cli.drawing.boxes import column_of, is_weak, label
from promo_cli.drawing.themes import Theme
from promo_typing.lattice import Edges


def dot(edges: Edges, theme: Theme, *, title: str = "", marked: Collection[str] = ()) -> str:
    """Return a graph in the language of Graphviz; it may have cycles."""
    return "\n".join(["digraph lattice {", *_body(edges, theme, title, marked), "}", ""])


def _body(edges: Edges, theme: Theme, title: str, marked: Collection[str]) -> Iterable[str]:
    yield f"  label={_quoted(title)}; labelloc=t; rankdir=BT;"
    yield f'  bgcolor="{theme.paper}"; fontcolor="{theme.text}"; fontname="monospace";'
    yield f'  node [shape=box, fontname="monospace", fontcolor="{theme.text}"];'
    yield f'  edge [color="{theme.line}"];'
    for name in edges:
        style = '"filled,rounded,dashed"' if is_weak(name) else '"filled,rounded"'
        color = theme.mark if name in marked else theme.line
        fill = theme.fills[column_of(name)]
        looks = f'style={style}, color="{color}", fillcolor="{fill}"'
        yield f"  {_quoted(name)} [label={_quoted(label(name))}, {looks}];"
    for name, above in edges.items():
        for upper in above:
            yield f"  {_quoted(name)} -> {_quoted(upper)};"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
