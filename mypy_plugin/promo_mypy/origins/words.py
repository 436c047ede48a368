"""Says where a dtype comes from: ``float32 comes from SCALE (np.float32), attention.py:6``."""

from __future__ import annotations

import linecache
from typing import Final

from mypy.messages import format_type_bare
from mypy.nodes import Expression
from mypy.options import Options
from mypy.types import Instance, Type, get_proper_type

from promo_mypy.fullnames import NUMPY_ARRAY
from promo_mypy.origins.sources import Source, Sources, is_of_numpy
from promo_mypy.types.numpy_types import scalar_dtype

_LONGEST: Final = 60


def note(sources: Sources, source: Source, dtype: str, *, default: bool, options: Options) -> str:
    """Return the note on one source of a dtype."""
    path = sources.definitions.path
    typ = sources.type_of(source.expression) or sources.type_of(source.definition)
    what = "the default dtype" if default else _kind(typ, dtype, options)
    kind = f" ({what})" if what else ""
    file, line = sources.place(source)
    return f"{dtype} comes from {text(source.expression, path)}{kind}, {file}:{line}"


def explanation(
    sources: Sources,
    source: Source,
    dtype: str,
    whole: Expression,
    *,
    default: bool,
    options: Options,
) -> str:
    """Return the note on a source, and on the operation that first has its dtype."""
    said = note(sources, source, dtype, default=default, options=options)
    if source.operation is None or source.operation is whole:
        return said
    written = text(source.operation, sources.definitions.path)
    return f"{said}; it is {dtype} from {written!r} on"


def text(expression: Expression, path: str) -> str:
    """Return the source text of an expression, shortened if it is long."""
    lines = linecache.getlines(path)
    last = expression.end_line or expression.line
    if not 0 < expression.line <= last <= len(lines) or expression.end_column is None:
        return "an expression"
    rows = [line.encode() for line in lines[expression.line - 1 : last]]
    rows[-1] = rows[-1][: expression.end_column]
    rows[0] = rows[0][expression.column :]
    written = " ".join(row.decode(errors="replace").strip() for row in rows)
    return written if len(written) <= _LONGEST else f"{written[: _LONGEST - 3]}..."


def _kind(typ: Type | None, dtype: str, options: Options) -> str:
    proper = None if typ is None else get_proper_type(typ)
    if not isinstance(proper, Instance):
        return ""
    if not is_of_numpy(proper):
        return format_type_bare(proper, options)
    if proper.type.fullname == NUMPY_ARRAY:
        return "an array of NumPy"
    # JAX truncates 64 bits to 32 with x64 off.
    return f"np.{scalar_dtype(proper) or dtype}"
