"""True under every house rule: which texts say something of a rule that a table may change, without knowing it.

A text cites the rules that it states, an option names the rules that it changes (`[changes]` of a game's house.toml). Where the
two meet, the text is written for the option's values (`{when ...}`, `{value}`), or is marked as true under all of
them (`any option`). Books are Markdown; what is read aloud, reference cards and score sheets are TOML, where a table with
`rules` is a text and says `when` and `any` beside them. That the option's list is whole, the examples prove: one that comes
out otherwise under a value has a rule that the option changes.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tt_print.books.text import BookReader, FieldReader, read_source
from tt_print.engine.base import Game
from tt_print.engine.house import Option, show_value
from tt_print.engine.printed_lines import options_named, read_house_words
from tt_print.engine.told import HOUSE_RULE
from tt_print.errors import InputError
from tt_print.games.examples import Case, Example, example_table, read_examples
from tt_print.templates import has_template, read_toml

TEXTS = ("book.md", "family.md")
LINES = ("deal.toml", "quickref.toml", "scoresheet.toml")
# Keys of these lines whose words state nothing, wherever they stand: names, headings, kinds, and what only leads to other texts.
NO_STATEMENT = {
    *"title heading unit kind orientation layout shared foot row_label check_label pointers rules any".split()
}
# Further ones at the top of a single file. The same key elsewhere is read: a game's own `length` may well state a rule.
NO_STATEMENT_OF = {"deals/common.toml": frozenset("labels drawn named agreed decks jokers".split())}


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence or a picture of a text with the rules that it states, whether it is printed under this house or not.

    `knows` are the house rules that it is written for, or is marked as true under any value of. `rules` are numbers of
    the original and rulings; None where it does not say what it states.
    """

    file: str
    chapter: str
    text: str
    rules: frozenset[str] | None
    knows: frozenset[str]


def read_statements(game: Game, file: str) -> list[Statement]:
    """Everything that a text of a game states, under whatever house rules."""
    found = []

    class Noting(FieldReader if file.endswith("/family.md") else BookReader):
        whole = None  # what a chapter says behind its title, where its texts do not say of their own

        def begin_chapter(self, heading):
            self.whole = self._origin(re.sub(r"\s*\{\w+\}\s*$", "", heading))[1]
            return super().begin_chapter(heading)

        def note(self, text, origin, options):
            if self.kind == "words":  # a glossary states no rule
                return
            if origin is None and self.whole is not None and (self.whole.sources or self.whole.rulings):
                origin = self.whole
            rules = None if origin is None else frozenset((*origin.sources, *origin.rulings)) - {"-"}
            marked = [name for each in (origin, self.whole) if each for name in each.both]
            knows = frozenset((*options, *re.findall(r"\{(\w+)(?::\w+)?\}", text), *marked))
            found.append(Statement(file, self.title, text, rules, knows))

        def _figure(self, info, text):
            """A figure states what its line `rules:` cites; each of its other lines may have conditions of its own."""
            lines = [line for line in map(str.strip, text.splitlines()) if line]
            whole = self._conditions(lines[0])[1] if lines and self._conditions(lines[0])[0] == "" else []
            cited = next((line.removeprefix("rules:").strip() for line in lines if line.startswith("rules:")), None)
            origin = self._origin(f"[{cited}]")[1] if cited else None
            for said, options, _ in map(self._conditions, lines):
                if said and not said.startswith("rules:"):
                    self.note(said, origin, [*whole, *options])
            return super()._figure(info, text)

    Noting(file, game=game, house=game.house()).read(read_source(file)[1])
    return found


def find_unmarked_statements(game: Game) -> Iterator[str]:
    """Each sentence or picture that states a rule which an option changes, and does not know the option; and each that
    does not say what it states, or marks an option that changes nothing of it."""
    changed = {option.name: changed_rules(game, option) for option in game.options}
    for name in [name for name in TEXTS if has_template(f"games/{game.name}/{name}")]:
        yield from _check_statements(read_statements(game, f"games/{game.name}/{name}"), changed)
    for file in line_files(game):
        lines = list(read_lines(game, file))
        yield from _check_statements((line.statement for line in lines), changed)
        for line in lines:
            yield from _find_idle_marks(line, changed, is_own=file.startswith(f"games/{game.name}/"))


def line_files(game: Game) -> list[str]:
    """The texts in TOML that a game has, those that it shares with others among them."""
    shared = read_toml(f"games/{game.name}/quickref.toml").get("shared", "")
    others = ["deals/common.toml", *([f"games/{shared}/quickref.toml"] if shared else [])]
    return [*(f"games/{game.name}/{name}" for name in LINES), *others]


@dataclass(frozen=True, slots=True)
class Line:
    """A text with the options that it alone is marked for."""

    statement: Statement
    marked: tuple[str, ...]


def read_lines(game: Game, file: str) -> Iterator[Line]:
    """Everything that a TOML text says to people, whether it is printed under the usual rules or not."""
    yield from _lines(read_toml(file), game, file, "", frozenset())


def _lines(table: Mapping[str, Any], game: Game, file: str, where: str, around: frozenset[str]) -> Iterator[Line]:
    """`around` are options that the tables round this one are marked for."""
    marked = tuple(table.get("any", ()))
    if where and isinstance(table.get("rules"), list):
        words = " ".join(_words(table))
        rules = frozenset((*table["rules"], *table.get("rules_for", {}).get(game.name, ())))
        knows = around | {*marked} | options_named(words, table.get("when", ()))
        yield Line(Statement(file, where, words, rules, knows), marked)
        return
    for key, value in table.items():
        path = f"{where}, {key}" if where else key
        if key in NO_STATEMENT or (not where and key in NO_STATEMENT_OF.get(file, ())):
            continue
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, dict):
                yield from _lines(each, game, file, path, around | {*marked})
            elif isinstance(each, str):
                yield Line(Statement(file, path, each, None, frozenset()), ())


def _words(table: Mapping[str, Any]) -> Iterator[str]:
    """What a table says: its words for people, not what the engine is asked about them."""
    for key in ("label", "heading", "say", "blank", "each", "value", "worth", "check", "count"):
        if isinstance(table.get(key), str):
            yield table[key]
    for part in table.get("show", ()):
        yield f"{part['cards']} {part['say']}"


def _check_statements(statements: Iterable[Statement], changed: Mapping[str, frozenset[str]]) -> Iterator[str]:
    for statement in statements:
        where = f"templates/{statement.file}, {statement.chapter!r}: {statement.text[:60]!r}"
        if statement.rules is None:
            yield f"{where} cites no rule. Where it states none, write [-], or rules = []."
            continue
        for option, rules in changed.items():
            if statement.rules & rules and option not in statement.knows:
                shared = ", ".join(sorted(statement.rules & rules))
                yield f"{where} states {shared}, which {option} changes. Write it for each value, or: any {option}."


def _find_idle_marks(line: Line, changed: Mapping[str, frozenset[str]], *, is_own: bool) -> Iterator[str]:
    """Marks of options that do not touch the text, which would hide one that does. A shared text may know another game's."""
    told = line.statement
    for option in line.marked:
        if (option in changed or is_own) and not changed.get(option, frozenset()) & (told.rules or frozenset()):
            where = f"templates/{told.file}, {told.chapter!r}: {told.text[:60]!r}"
            yield f"{where} is marked for any {option}, which changes nothing of it. Take the mark away."


def changed_rules(game: Game, option: Option) -> frozenset[str]:
    """The rules of the original that other values of the option change, and its own ruling."""
    return frozenset((*read_house_words(game.name).changes.get(option.name, ()), option.ruling))


def find_undeclared(game: Game) -> Iterator[str]:
    """Each example that comes out otherwise under a value of an option that is not said to change any of its rules."""
    for option in game.options:
        rules = changed_rules(game, option)
        for value in option.trials():
            if value == option.default:
                continue
            override = f"{option.name}={show_value(value)}"
            try:
                game.read_house(None, [override])
            except InputError:  # this value needs another rule beside it
                continue
            for example in read_examples(game.name):
                unnamed = example.rules and not rules & {*example.rules}
                if unnamed and any(_is_changed(example, case, override) for case in example.cases):
                    yield (
                        f"{example.file}, line {example.line}: {override} changes {example.id}, but [changes] of "
                        f"{option.name} has none of its rules {', '.join(example.rules)}."
                    )


def _is_changed(example: Example, case: Case, override: str) -> bool:
    option = override.partition("=")[0]
    if any(phrase.startswith(f"{HOUSE_RULE}{option}=") for phrase in case.phrases) or case.when:
        return False
    try:
        table = example_table(example.game, case.phrases, (override,))
        if any(
            each.key.startswith("now_") for each in table.refusals
        ):  # told in another order, it would come out as it does
            return False
        return not all(fact.holds(table.facts) for fact in case.facts)
    except InputError:  # it cannot happen there at all
        return False
    except KeyError:
        return True
