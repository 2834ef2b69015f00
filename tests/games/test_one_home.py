"""Each game has one folder of code and one of words, and nobody else knows its name; that none imports another: test_package.py."""

import ast
import re
from functools import cache
from itertools import chain

from tests.commands import ROOT
from tests.walks import walk
from tt_print.games import GAMES, game_names, load_games

PACKAGE, TEMPLATES = ROOT / "tt_print", ROOT / "templates"
LIST = PACKAGE / "games" / "__init__.py"
# What people type in an example stands in sentences, too: tt-print score start craziness Ann Bo Cy
EXAMPLE = re.compile(r"tt-print \w+( start)? [\w-]+|\{place:start [\w-]+")
# Paper about the box as a whole: what is in it, what three can play with the first 27 cards, the jokers and words of each game.
WHOLE_BOX = """sheets/start.toml sheets/extras.toml sheets/chits.toml export/tuckbox.toml
               booklets/full-rules.toml site/site.toml terms.toml""".split()


def spellings(name):
    """A game's name in code (push_it), as typed (push-it), and its title."""
    title = re.sub(r" Macedonia| Real Good", "", GAMES[name].title)
    return {name, name.replace("-", "_"), title}


NOUNS = "blocked|captur|challeng|claim|laydown|misplay|pot|slap|sweep|topper|treaty|treatie|veto".split("|")
WORDS = {word.lower() for name in GAMES for word in spellings(name)}


def named(text):
    words = "|".join(re.escape(word) for name in GAMES for word in spellings(name))
    return re.findall(rf"(?<![a-z])(?:{words})(?![a-z])", text, re.IGNORECASE)


@cache
def named_in_word(word):
    return named(word.replace("_", " ")) + named(word)


def names_in_code(path):
    """The names of games in what Python reads."""
    plain = path.read_text(encoding="utf-8").lower()
    if any(
        word in plain or word in plain.replace("_", " ") for word in WORDS
    ):  # most files have none, which is quick to say
        strings, identifiers = words_in_code(path)
        yield from chain.from_iterable(named(EXAMPLE.sub("", text)) for text in strings)
        yield from chain.from_iterable(map(named_in_word, identifiers))


def words_in_code(path):
    """Strings, and identifiers: not docstrings, which are documentation."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documents = {
        id(node.body[0].value) for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and node.body and isinstance(node.body[0], ast.Expr)
    }  # fmt: skip
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in documents)
    names = (getattr(node, field, None) for node in ast.walk(tree) for field in ("id", "attr", "name", "arg", "module"))
    return [node.value for node in constants if isinstance(node.value, str)], [
        name for name in names if isinstance(name, str)
    ]


def outside():
    return [
        path for path in sorted(PACKAGE.rglob("*.py")) if path != LIST and PACKAGE / "games" not in path.parents
    ] + [path for path in sorted((PACKAGE / "games").glob("*.py")) if path != LIST]


@walk("path", outside(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_code_outside_a_game_knows_its_name(path):
    assert not list(names_in_code(path))


@walk("path", sorted((PACKAGE / "engine").glob("*.py")), ids=lambda path: path.stem)
def test_the_engine_knows_no_noun_of_a_game(path):
    """But for those of the box: its cards, its pointers, and a center."""
    text = " ".join(chain(*words_in_code(path))).replace("_", " ")
    assert not re.findall(rf"(?i)\b(?:{'|'.join(NOUNS)})(?:e?s|e?d|e|ing)?\b", text)


@walk("path", [
    path for path in sorted(TEMPLATES.rglob("*")) if path.suffix in (".toml", ".md") and TEMPLATES / "games" not in path.parents
], ids=lambda path: path.relative_to(TEMPLATES).as_posix())  # fmt: skip
def test_no_words_outside_a_game_know_its_name(path):
    if path.relative_to(TEMPLATES).as_posix() in WHOLE_BOX:
        return
    text = path.read_text(encoding="utf-8")
    if path.parent.name == "new":  # a file that a family begins with shows them in comments what is typed
        text = re.sub(r"#.*", "", text)
    if path.parent.name == "new" or path.name == "house.toml":  # and how a game's table is headed
        text = re.sub(r"^\[[\w-]+\]\s*$", "", text, flags=re.MULTILINE)
    text = EXAMPLE.sub(
        "", re.sub(r"^examples = \[.*?\]$", "", text, flags=re.MULTILINE | re.DOTALL)
    )  # what people type
    text = text.replace(", ".join(GAMES), "")  # a list of all of them, which has to be whole
    assert not named(text.replace("casino stock", ""))  # a printer's word for a kind of card


def test_the_list_says_whose_the_numbers_of_printed_codes_are():
    """No game is loaded to read another's code, and no number is two games'."""
    first = 0
    for game in [game for game in load_games() if GAMES[game.name].first_variant is not None]:
        assert GAMES[game.name].first_variant == first
        first += len(game.table.variants)
    assert first == 16 and [game.title for game in load_games()] == [GAMES[name].title for name in game_names()]
