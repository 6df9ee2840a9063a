"""What a Python user can make of a page for a model: d2snap, and what would be picked instead, each as its documentation says.

A conversion takes the page as `str` and gives `str`. Where a peer has a choice, it is the one that keeps more for an agent: links
in trafilatura and in resiliparse's minimal HTML, no line breaks within links in html2text, navigation in html-to-markdown.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path

Convert = Callable[[str], str]


def lxml_alone() -> Convert:
    """The measure of time: a page parsed, and nothing made of it."""
    from lxml.html import HTMLParser, document_fromstring

    def convert(page: str) -> str:
        document_fromstring(page.encode(), parser=HTMLParser(encoding="utf-8", huge_tree=True))
        return ""

    return convert


def snap() -> Convert:
    import d2snap

    return lambda page: d2snap.snap(page, uids=True).html


def adaptive() -> Convert:
    import d2snap

    return lambda page: d2snap.adaptive(page, max_tokens=8192).html


def markdownify() -> Convert:
    import markdownify

    return lambda page: str(markdownify.markdownify(page))


def html2text() -> Convert:
    import html2text

    def convert(page: str) -> str:
        converter = html2text.HTML2Text(bodywidth=0)
        return str(converter.handle(page))

    return convert


def html_to_markdown() -> Convert:
    from html_to_markdown import ConversionOptions, PreprocessingOptions, convert

    # By default it leaves out what it takes for navigation.
    options = ConversionOptions(preprocessing=PreprocessingOptions(enabled=False))
    return lambda page: convert(page, options).content or ""


def trafilatura() -> Convert:
    import trafilatura

    # It gives nothing for a page in which it finds no text.
    return lambda page: trafilatura.extract(page, output_format="markdown", include_links=True) or ""


def readability() -> Convert:
    from readability import Document

    return lambda page: str(Document(page).summary())


def resiliparse_text() -> Convert:
    from resiliparse.extract.html2text import extract_plain_text

    return lambda page: str(extract_plain_text(page, main_content=True))


def resiliparse_html() -> Convert:
    from resiliparse.extract.html2text import extract_plain_text

    return lambda page: str(extract_plain_text(page, preserve_formatting="minimal_html", links=True, form_fields=True))


def htmlrag() -> Convert:
    """Its `clean_html`. The package imports torch, its module of the cleaning does not: so that alone is loaded.

    Raises:
        ImportError: Where it is not installed.
    """
    package = importlib.util.find_spec("htmlrag")
    if package is None or not package.submodule_search_locations:
        raise ImportError("htmlrag")
    path = Path(package.submodule_search_locations[0]) / "html_utils.py"
    spec = importlib.util.spec_from_file_location("htmlrag_html_utils", path)
    if spec is None or spec.loader is None:
        raise ImportError(str(path))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return lambda page: str(module.clean_html(page))


LXML = "lxml, parsing alone"
PAGE = "the page as it is"

SUBJECTS: dict[str, Callable[[], Convert]] = {
    LXML: lxml_alone,
    PAGE: lambda: lambda page: page,
    "d2snap snap(.3, .3, .3)": snap,
    "d2snap adaptive(8192)": adaptive,
    "markdownify": markdownify,
    "html2text": html2text,
    "html-to-markdown": html_to_markdown,
    "htmlrag clean_html": htmlrag,
    "trafilatura": trafilatura,
    "readability-lxml": readability,
    "resiliparse main content": resiliparse_text,
    "resiliparse minimal HTML": resiliparse_html,
}
"""By name; each imports what it needs when it is called."""
