"""A misspelled key in a template of booklets, reference cards or score sheets is reported at once."""

import re
import sys
from pathlib import Path

import pytest

from tests.commands import ROOT, tt
from tt_print import templates
from tt_print.games import game_names

OPEN = {  # tables whose keys are names of their own choosing
    "booklets/book.toml": {"[open_ended]", "[instead]", "[synonyms]"}
}
BOOK, SMALL = "booklet {} --paper a4", "booklet {} --format pocket --paper a4"
OWN = f"booklet {ROOT}/docs/examples/lighthouse.md --paper a4"
PLAIN = "booklet {out}/plain.md --paper a4"
COMMON = {
    "booklets/style.toml": (BOOK, SMALL, "booklet {} --format flat --paper a4", "booklet {} --format half-letter --large-print", "booklet {} --paper a4 --large-print", "booklet full --paper a4", OWN, f"{OWN} --format pocket"), "booklets/words.toml": (BOOK, f"{BOOK} --option must_play=true", "booklet push-it --paper a4 --option deck=west", OWN, PLAIN, f"{PLAIN} --format pocket", "deal {} --lesson --paper a4", "booklet full --paper a4"), "booklets/book.toml": (BOOK, OWN, "rules ww3 setup", "rules {} chit", "rules {} chit card hand"),
    "booklets/covers.toml": (BOOK, SMALL), "quickref/card.toml": ("quickref {}", "quickref {} --large", "quickref {} --option must_play=true", "quickref all"),
    "scoresheets/page.toml": ("scoresheet {}", "scoresheet all", "scoresheet all --players 5", "scoresheet all --names Ann,Bo,Cy,Di"),
}  # fmt: skip
OF_A_GAME = {
    "family.md": (BOOK,), "book.md": ("rules {} slap",), "sentences.toml": (BOOK,), "cover.toml": (BOOK,), "quickref.toml": ("quickref {}",),
    "deal.toml": ("deal {} --players 3",), "scoresheet.toml": ("scoresheet {}",),
}  # fmt: skip
FILES = {file: ("craziness", lines) for file, lines in COMMON.items()}
FILES |= {
    f"games/{name}/{file}": (name, lines)
    for name in game_names()
    for file, lines in OF_A_GAME.items()
    if templates.has_template(f"games/{name}/{file}")
}


def keys_of(file):
    """The lines in which the keys of a template are first; of texts those at the top, of sentences [shown]."""
    found, table = {}, ""
    lines = (templates.templates_folder() / file).read_text(encoding="utf-8").splitlines()
    if file.endswith(".md"):
        lines = lines[: lines.index("+++", 1)]
    for number, line in enumerate(lines):
        if line.startswith("["):
            table = line.partition(" ")[0]
        key = re.match(r"([a-z_]\w*)(?:\.\w+)? = ", line)
        printed = not file.endswith("sentences.toml") or table == "[shown]" or table.startswith("[shown.phrases.")
        if key and printed and table not in OPEN.get(file, ()):
            found.setdefault(key[1], number)
    return found


def forget_templates():
    """Whatever was read of templates is read anew."""
    rooms = ("tt_print.faces.", "tt_print.books.", "tt_print.paper.", "tt_print.play.dealing.")
    read = [name for name in sys.modules if name.startswith(rooms)]
    assert read, "no module keeps what it read"
    for name in read:
        for kept in vars(sys.modules[name]).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()
    templates.forget_templates()


@pytest.fixture
def spoil(monkeypatch):
    """Puts another text in place of a template until the next one or the end."""
    read_text, spoiled = Path.read_text, {}

    def put(file, text):
        spoiled.clear()
        spoiled[templates.templates_folder() / file] = text
        forget_templates()

    monkeypatch.setattr(
        Path, "read_text", lambda path, *more, **how: spoiled.get(path) or read_text(path, *more, **how)
    )
    yield put
    monkeypatch.undo()
    forget_templates()


def check_key(capsys, out, spoil, file, key, number):
    game, lines = FILES[file]
    text = (templates.templates_folder() / file).read_bytes().decode().splitlines()
    wrong = text[number].replace(key, f"{key}_x", 1)
    (out / "plain.md").write_text("# Plain\n\nWords above.\n\n## One\n\nWords.\n", encoding="utf-8")
    spoil(file, "\n".join([*text[:number], wrong, *text[number + 1 :]]) + "\n")
    written = {line: () if line.startswith("rules") else ("--out", out / key) for line in lines}  # nothing is kept
    runs = (tt(capsys, *line.format(game, out=out).split(), *written[line]) for line in lines)
    told = next((ran.err for ran in runs if ran.status), "")
    said = rf"templates/{file}(: '{key}(_x)?' is not a key of |(: \[[\w-]+\])? has no {key}\.)"
    assert re.search(said, told.replace("\n", " ")), (key, told)


def keys_by_file():
    """The keys of each template; of the files that each game has, which are read alike, those that no other game's had before."""
    found, seen = {}, set()
    for file in FILES:
        kind = file.rpartition("/")[2]
        found[file] = {key: number for key, number in keys_of(file).items() if (kind, key) not in seen}
        seen |= {(kind, key) for key in found[file]}
    return {file: keys for file, keys in found.items() if keys}


KEYS = keys_by_file()


@pytest.mark.parametrize(
    ("file", "most"),
    [(file, 1) for file in COMMON] + [pytest.param(file, None, marks=pytest.mark.slow) for file in KEYS],
)
def test_a_misspelled_key_is_told_with_its_file(capsys, tmp_path, spoil, file, most):
    for key, number in sorted(KEYS[file].items())[:most]:
        check_key(capsys, tmp_path, spoil, file, key, number)


def test_every_format_names_the_measures_that_it_needs(capsys, tmp_path, spoil):
    text = (templates.templates_folder() / "booklets/style.toml").read_text(encoding="utf-8")
    spoil("booklets/style.toml", text.replace("top_mm = 13.0\n", "", 1))
    ran = tt(capsys, "booklet", "craziness", "--paper", "a4", "--out", tmp_path)
    assert ran.status and "templates/booklets/style.toml: [a5] has no top_mm." in ran.err
