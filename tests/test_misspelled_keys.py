"""Whoever misspells a key in a template of booklets, reference cards or score sheets is told file and line at once."""

import re
from functools import cache

import pytest

from tt_print import templates
from tt_print.booklets.cover import read_cover, read_cover_layout
from tt_print.booklets.examples import read_example_words
from tt_print.booklets.style import find_style, read_binding
from tt_print.booklets.text import read_book_words, read_draft, read_source
from tt_print.booklets.typeset import read_words
from tt_print.cards.theme import find_theme
from tt_print.dealing.announce import own_words
from tt_print.errors import TemplateError
from tt_print.games import game_names
from tt_print.quickref.cards import read_card_measures
from tt_print.quickref.statements import read_card_template
from tt_print.scoresheets.template import read_game_sheet, read_page

FORMATS = ("a5", "half-letter", "flat", "pocket")
OPEN = {  # tables whose keys are names of their own choosing
    "booklets/book.toml": {"[open_ended]", "[instead]", "[synonyms]"},
    "quickref/card.toml": {"[large.grids]"},
}


def read_styles():
    theme = find_theme()
    for name in FORMATS:
        find_style(name, False, theme, "red", (210.0, 297.0))
        if name != "pocket":
            find_style(name, True, theme, "red", (210.0, 297.0))
    read_binding()


READERS = {
    "booklets/style.toml": read_styles,
    "booklets/words.toml": read_words,
    "booklets/book.toml": read_book_words,
    "booklets/covers.toml": read_cover_layout,
    "quickref/card.toml": read_card_measures,
    "scoresheets/page.toml": read_page,
    **{f"games/{name}/book.md": lambda name=name: read_draft(name) for name in game_names()},
    **{f"games/{name}/quickref.toml": lambda name=name: read_card_template(name) for name in game_names()},
    **{f"games/{name}/deal.toml": lambda name=name: own_words(name) for name in game_names()},
    **{f"games/{name}/scoresheet.toml": lambda name=name: read_game_sheet(name) for name in game_names()},
    **{f"games/{name}/sentences.toml": lambda name=name: read_example_words(name) for name in game_names()},
    **{f"games/{name}/cover.toml": lambda name=name: read_cover(name) for name in game_names()},
}


@cache
def keys_of(file):
    """Each key of a template with the first line that it stands in; of texts those at the top, of sentences [shown]."""
    found, table = {}, ""
    lines = (templates.templates_folder() / file).read_text(encoding="utf-8").splitlines()
    if file.endswith(".md"):
        lines = lines[: lines.index("+++", 1)]
    for number, line in enumerate(lines, 1):
        if line.startswith("["):
            table = line.partition(" ")[0]
        key = re.match(r"([a-z_]\w*)(?:\.\w+)? = ", line)
        printed = not file.endswith("sentences.toml") or table == "[shown]" or table.startswith("[shown.phrases.")
        if key and printed and table not in OPEN.get(file, ()):
            found.setdefault(key[1], number)
    return found


@pytest.fixture
def forgetful():
    """Templates are read anew, before and after."""
    caches = (read_source.cache_clear, read_example_words.cache_clear, templates.forget_templates)
    for forget in caches:
        forget()
    yield
    for forget in caches:
        forget()


@pytest.mark.parametrize("file", READERS)
def test_a_misspelled_key_is_told_with_file_and_line(tmp_path, forgetful, file):
    for key in keys_of(file):
        forget()
        with pytest.MonkeyPatch.context() as patch:
            misspell(patch, tmp_path, file, key)


def forget():
    for clear in (read_source.cache_clear, read_example_words.cache_clear, templates.forget_templates):
        clear()


def misspell(monkeypatch, tmp_path, file, key):
    number = keys_of(file)[key]
    lines = templates.template_path(file).read_text(encoding="utf-8").splitlines()
    lines[number - 1] = lines[number - 1].replace(key, f"{key}_x", 1)
    copy = tmp_path / "copy"
    copy.write_text("\n".join(lines) + "\n", encoding="utf-8")
    real = templates.template_path
    for module in ("tt_print.templates", "tt_print.booklets.text"):
        monkeypatch.setattr(f"{module}.template_path", lambda name: copy if name == file else real(name))
    with pytest.raises(TemplateError) as caught:
        READERS[file]()
    assert str(caught.value).startswith(f"templates/{file}, line {number}: '{key}_x' is not a key of "), caught.value


def test_every_format_names_the_measures_that_it_needs(monkeypatch, tmp_path, forgetful):
    text = templates.template_path("booklets/style.toml").read_text(encoding="utf-8")
    copy = tmp_path / "copy"
    copy.write_text(text.replace("top_mm = 13.0\n", "", 1), encoding="utf-8")
    monkeypatch.setattr(templates, "template_path", lambda name, real=templates.template_path: (
        copy if name == "booklets/style.toml" else real(name)))  # fmt: skip
    with pytest.raises(TemplateError, match=r"^templates/booklets/style.toml: a5 lacks top_mm\.$"):
        find_style("a5", False, find_theme(), "red")
