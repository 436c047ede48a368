"""Drawing with matplotlib, which is an optional dependency: ``promo-typing[draw]``.

The same lattice gives the same file, byte for byte, under the same version of matplotlib.
"""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Collection, Iterable
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from promo_cli.drawing.layout import LINE_HEIGHT, Layout, Line, Placed, Point, bends, layout
from promo_cli.drawing.themes import Theme
from promo_typing.lattice import PartialOrder

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.path import Path

FORMATS: Final = ("svg", "png", "pdf")

_SETTINGS: Final[dict[Any, Any]] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "promo-typing",
    "pdf.fonttype": 42,
    "font.family": ["DejaVu Sans Mono", "monospace"],
    "font.size": 10,
    # matplotlib would read the text between two dollar signs of a name as a formula.
    "text.parse_math": False,
}
_RESOLUTION: Final = 160
_NO_TRACE: Final = {
    "svg": ("Date", "Creator"),
    "png": ("Software",),
    "pdf": ("CreationDate", "Creator", "Producer"),
}
"""Leaves matplotlib's version and the date out of the file."""

_HEADING_ROOM: Final = 0.3
_LONGEST_NOTE: Final = 64


def drawn(
    order: PartialOrder,
    style: str,
    theme: Theme,
    *,
    title: str = "",
    caption: Iterable[str] = (),
    marked: Collection[str] = (),
) -> bytes:
    """Return a picture of a partial order.

    Args:
        order: the partial order to draw.
        style: one of ``FORMATS``.
        theme: the colours.
        title: a line above the picture.
        caption: lines below it.
        marked: the nodes that stand out.

    Raises:
        ModuleNotFoundError: matplotlib is not installed.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    places, notes = layout(order), [part for note in caption for part in wrap(note, _LONGEST_NOTE)]
    below = _HEADING_ROOM + LINE_HEIGHT * len(notes)
    above = LINE_HEIGHT if title else 0.0
    longest = max(map(len, (title, *notes))) * LINE_HEIGHT / 1.3 * 0.602 + 0.4
    width = _rounded_up(max(places.width, longest))
    height = _rounded_up(places.height + below + above)
    with mpl.rc_context(), warnings.catch_warnings():
        # A character that the font lacks is drawn as a box, which is visible enough.
        warnings.filterwarnings("ignore", message="Glyph")
        # This overrides the user's own configuration.
        mpl.rcdefaults()
        mpl.rcParams.update({**_SETTINGS, "savefig.facecolor": theme.paper})
        figure = Figure(figsize=(width, height))
        axes = figure.add_axes((0, 0, 1, 1))
        left = (width - places.width) / 2
        axes.set(xlim=(-left, width - left), ylim=(-below, height - below))
        axes.set_axis_off()
        _draw(axes, places, theme, marked)
        _write_around(axes, (width / 2 - left, height - below), below, title, notes, theme)
        file = io.BytesIO()
        metadata = {"Title": title or "lattice", **dict.fromkeys(_NO_TRACE[style])}
        figure.savefig(file, format=style, dpi=_RESOLUTION, metadata=metadata)
    return file.getvalue()


def _rounded_up(inches: float) -> float:
    """Round a size up to whole points and pixels, so that the page has no seam."""
    return math.ceil(inches * 8) / 8


def _draw(axes: Axes, places: Layout, theme: Theme, marked: Collection[str]) -> None:
    for line in places.lines:
        _draw_line(axes, line, theme)
    for placed in places.placed:
        _draw_box(axes, placed, theme, not set(placed.box.names).isdisjoint(marked))
    for column, middle in places.headings:
        if column != "other" or len(places.headings) > 1:
            axes.text(middle, -0.02, column, color=theme.faint, ha="center", va="center", size=9)


def _write_around(
    axes: Axes, corner: Point, below: float, title: str, notes: list[str], theme: Theme
) -> None:
    middle, top = corner
    if title:
        axes.text(
            middle, top - 0.8 * LINE_HEIGHT, title, color=theme.text, ha="center", va="center"
        )
    for place, note in enumerate(notes):
        level = _HEADING_ROOM - below - 0.15 + LINE_HEIGHT * (len(notes) - 1 - place)
        axes.text(middle, level, note, color=theme.mark, ha="center", va="center", size=9)


def _draw_box(axes: Axes, placed: Placed, theme: Theme, is_marked: bool) -> None:
    from matplotlib.patches import FancyBboxPatch

    box = placed.box
    axes.add_patch(
        FancyBboxPatch(
            (placed.x - placed.width / 2, placed.y - placed.height / 2),
            placed.width,
            placed.height,
            boxstyle="round,pad=0,rounding_size=0.08",
            facecolor=theme.fills[box.column],
            edgecolor=theme.mark if is_marked else theme.line,
            linewidth=2.2 if is_marked else 1,
            linestyle=(0, (3, 2)) if box.weak else "solid",
            zorder=2,
        )
    )
    top = placed.y + LINE_HEIGHT * (len(box.lines) - 1) / 2
    for place, text in enumerate(box.lines):
        level = top - LINE_HEIGHT * place
        axes.text(placed.x, level, text, color=theme.text, ha="center", va="center_baseline")


def _draw_line(axes: Axes, line: Line, theme: Theme) -> None:
    from matplotlib.patches import FancyArrowPatch

    axes.add_patch(
        FancyArrowPatch(
            path=_path(line),
            arrowstyle="-|>,head_length=3.2,head_width=1.8",
            color=theme.faint if line.redundant else theme.line,
            linestyle=(0, (1, 2)) if line.redundant else "solid",
            linewidth=1,
            shrinkA=0,
            shrinkB=0,
            joinstyle="miter",
            zorder=1,
        )
    )


def _path(line: Line) -> Path:
    """A straight line, or one that is upright at each of its points."""
    from matplotlib.path import Path

    points, codes = [line.points[0]], [Path.MOVETO]
    for before, after in zip(line.points, line.points[1:], strict=False):
        if bends(line):
            middle = (before[1] + after[1]) / 2
            points += [(before[0], middle), (after[0], middle), after]
            codes += [Path.CURVE4] * 3
        else:
            points.append(after)
            codes.append(Path.LINETO)
    return Path(points, codes)
