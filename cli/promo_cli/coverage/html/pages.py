"""Fills in the templates."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from promo_cli.coverage.formats import share_text
from promo_cli.coverage.html.markup import Tip, marked_up
from promo_cli.coverage.html.names import INDEX, page_name
from promo_cli.coverage.html.nesting import events, pieces
from promo_cli.coverage.html.tokens import tokens
from promo_cli.coverage.measure import Coverage, FileCoverage
from promo_cli.finding import Finding, Span
from promo_cli.formats.text import seen_and_known
from promo_cli.losses.roots import Root
from promo_cli.source import source
from promo_cli.unchecked import summed_up

_CODE: Final = Markup("<code>{}</code>")


class Line(NamedTuple):
    """A line of a page, with its findings."""

    number: int
    code: Markup
    findings: Sequence[Finding]


class Loss(NamedTuple):
    """A place where expressions of a file lose their dtype, and the number of expressions."""

    root: Root
    expressions: int


class Pages:
    """The pages of a run."""

    def __init__(self, coverage: Coverage) -> None:
        """Load the templates."""
        self._coverage = coverage
        self._listed = frozenset(file.path for file in coverage.files)
        self._templates = Environment(
            loader=PackageLoader("promo_cli.coverage.html"),
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=StrictUndefined,
        )
        self._templates.globals.update(
            index=INDEX,
            page_name=page_name,
            share_text=share_text,
            subject=lambda root: Markup(root.subject(_CODE.format)),
            address=self._address,
            static=self._static,
        )

    def index(self) -> str:
        """Return the page that lists all files."""
        coverage = self._coverage
        said = [*summed_up(coverage.unchecked), *seen_and_known(coverage.summary).splitlines()]
        return self._templates.get_template("index.html").render(coverage=coverage, said=said)

    def of_file(self, file: FileCoverage) -> str:
        """Return the page of a file."""
        return self._templates.get_template("file.html").render(
            file=file,
            lines=list(_lines(file)),
            losses=_losses(file),
            unplaced=[found for found in file.findings if found.span is None],
        )

    def _address(self, root: Root) -> str | None:
        """The link to a place in the pages; None if its file has no page."""
        if root.place is None or root.place.file not in self._listed:
            return None
        return f"{page_name(root.place.file)}#L{root.place.line}"

    def _static(self, name: str) -> Markup:
        """The text of a style sheet or script, which is put into each page."""
        loader = self._templates.loader
        assert loader is not None
        return Markup(loader.get_source(self._templates, name)[0])


def _losses(file: FileCoverage) -> list[Loss]:
    counts = Counter(root for lost in file.lost for root in lost.roots)
    found = [Loss(root, count) for root, count in counts.items()]
    return sorted(found, key=lambda loss: (-loss.expressions, str(loss.root)))


def _lines(file: FileCoverage) -> Iterator[Line]:
    lines = source(file.path).lines
    if lines and not lines[-1]:
        lines = lines[:-1]  # There is no line after the last line break.
    spans, findings = _spans_by_line(file), _findings_by_line(file)
    tips = list(_tips(file))
    for number, (text, words) in enumerate(zip(lines, tokens(lines), strict=True), start=1):
        marks = events(pieces(number, text, spans[number]))
        yield Line(number, marked_up(words, marks, tips.__getitem__), findings[number])


def _spans_by_line(file: FileCoverage) -> Mapping[int, list[tuple[int, Span]]]:
    """The places of the expressions, with their numbers, by the lines that they stand in."""
    found: defaultdict[int, list[tuple[int, Span]]] = defaultdict(list)
    for number, each in enumerate(file.expressions):
        for line in range(each.span.line, each.span.end_line + 1):
            found[line].append((number, each.span))
    return found


def _findings_by_line(file: FileCoverage) -> Mapping[int, list[Finding]]:
    found: defaultdict[int, list[Finding]] = defaultdict(list)
    for each in file.findings:
        if each.span is not None:
            found[each.span.line].append(each)
    return found


def _tips(file: FileCoverage) -> Iterator[Tip]:
    roots = {lost.expression: lost.roots for lost in file.lost}
    for each in file.expressions:
        types = " or ".join(each.types)
        lost = sorted(map(_plain, roots.get(each, ())))
        text = "\n".join([types, *(f"lost by {root}" for root in lost)])
        yield Tip(text, each.dtypes is not None)


def _plain(root: Root) -> str:
    subject = root.subject(str)
    return subject if root.place is None else f"{subject} in {root.place}"
