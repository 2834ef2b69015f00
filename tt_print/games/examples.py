"""Examples out of the rule text: found in `book.md`, `lesson.md`, and `cases.md` of `templates/games/*/`, run against the engine.
A game's cover is also an example: what it shows has to be so (`read_cover_example`).

    ```example rule=4b id=CZ-4b-1
    on RC1
    lay KC2 as red -> topper 2, showing RC2
    lay YH2 -> illegal
    ```

A line without an arrow sets the table for all lines after it in its block. Left of the arrow are
phrases between semicolons, right of it facts between commas: `legal`, `illegal`, `no slap`, `topper 2`,
`not turn Ann`. Only what is there is compared. `with must_play=true` puts a house rule in force.
A line that begins with # is for the reader: a remark on the next arrow. Each rule named above must be among those
that decided. Booklets print the lines that `show` names: `show` alone all of them, `show=1,3` the first and the third.
A line that begins with {when must_play=true} is for tables with that house rule, and is run under it.

    ```round id=CZ-round
    Ann holds RH2 KC1; Bo holds YC2 GS4; on RC1
    # Red matches. Ann lays the heart and draws.
    Ann lays RH2 -> Ann cards 2, turn Bo
    ```

In a `round` each line goes on from the one before it: a game that is played while the book is made; a line without a remark is
another move of the panel before it. A line for other house rules than the one above it has that one's remark, if it has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import accumulate
from typing import TYPE_CHECKING

from tt_print.deck import Card, parse_card
from tt_print.engine.answers import show_fact
from tt_print.engine.completion import ExampleTable
from tt_print.engine.house import show_value
from tt_print.engine.told import HOUSE_RULE
from tt_print.errors import ExampleError, InputError, TemplateError
from tt_print.games import find_game, game_names
from tt_print.records import dataclass
from tt_print.templates import has_template, read_toml, template_path

if TYPE_CHECKING:
    from tt_print.engine.house import House

ARROW = "->"
KINDS = ("example", "round")
FIELDS = (
    "step",
    "box",
    "mistake",
    "bar",
    "picture",
    "marked",
    "quiz",
)  # of a family book, with `case` before an example's line
FIELD_CASE = re.compile(
    r"(?:\{full\}\s*)?((?:\{when [^}]*\}\s*)*)(?:& )?(?:(?:Ann|Bo|Cy|Di)(?: \w+)?: )?case ((?:.*? -> )?.*?)(?: \| .*)?"
)
LEFT_OUT = "{full}"  # of the pocket fold, a whole block
WHEN = re.compile(r"\{when (\w+)(!?)=([^}\s]+)\}\s*")
FENCE = re.compile(r" {0,3}(`{3,}|~{3,})\s*(.*?)\s*$")
CARD = re.compile(r"[rygbk][chtsb][1234?q]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing an example states: `topper 2`, or with `negated`, that it is not so."""

    text: str
    negated: bool = False

    def __str__(self) -> str:
        return f"not {self.text}" if self.negated else self.text

    def look_up(self, facts: dict[str, object]) -> tuple[str, str]:
        """The longest known key that this fact begins with, and the rest. Raises KeyError when none does."""
        words = self.text.lower()
        keys = [key for key in facts if (words + " ").startswith(key.replace("_", " ").lower() + " ")]
        if not keys:
            raise KeyError(self.text)
        key = max(keys, key=len)
        return key, self.text[len(key) :].strip()

    def holds(self, facts: dict[str, object]) -> bool:
        """Raises KeyError for a fact that is not there, or that states nothing which could be false, such as `topper` alone."""
        key, wanted = self.look_up(facts)
        got = facts[key]
        if not wanted and not isinstance(got, bool):
            raise KeyError(self.text)
        if not wanted:
            return got is not self.negated
        unordered = isinstance(got, (set, frozenset))
        same = _words(wanted, unordered) == _words(write_fact(got), unordered)
        return same is not self.negated

    def got(self, facts: dict[str, object]) -> str:
        """What the engine says about the same thing."""
        key = self.look_up(facts)[0]
        name, value = key.replace("_", " "), facts[key]
        return str(Fact(name, not value)) if isinstance(value, bool) else f"{name} {write_fact(value)}"


@dataclass(frozen=True, slots=True)
class HouseCondition:
    """`{when must_play=true}` or `{when joker_slap!=wild|none}` before a line: the tables that it is for."""

    option: str
    values: tuple[str, ...]
    negated: bool = False

    def holds(self, house: Mapping[str, object]) -> bool:
        """Raises KeyError for an option that the game does not have."""
        return (show_value(house[self.option]) in self.values) is not self.negated


@dataclass(frozen=True, slots=True)
class Case:
    """One line with an arrow: the table before it, what is asked, and what is stated; `note` is for the reader.

    `own` are the phrases of the line itself, the last of `phrases`. `when` are the house rules that it is for.
    """

    line: int
    phrases: tuple[str, ...]
    facts: tuple[Fact, ...]
    note: str = ""
    own: tuple[str, ...] = ()
    when: tuple[HouseCondition, ...] = ()

    def is_for(self, house: Mapping[str, object]) -> bool:
        return all(condition.holds(house) for condition in self.when)


@dataclass(frozen=True, slots=True)
class Example:
    """One fenced block. `shown` are the cases that booklets print.

    `kind` is example, round, or that of a field. In a round, each case also holds the phrases of all cases before it: of those that
    are for the same house rules.
    """

    game: str
    id: str
    rules: tuple[str, ...]
    file: str
    line: int
    cases: tuple[Case, ...]
    shown: tuple[Case, ...] = ()
    kind: str = "example"

    def cases_under(self, house: Mapping[str, object]) -> tuple[Case, ...]:
        """The printed cases for these house rules, each from the table as it then is."""
        cases = tuple(case for case in self.shown if case.is_for(house))
        if self.kind != "round" or not cases:
            return cases
        first, played = cases[0], accumulate(case.own for case in cases)
        table = first.phrases[: len(first.phrases) - len(first.own)]
        return tuple(replace(case, phrases=(*table, *own)) for case, own in zip(cases, played, strict=True))


@dataclass(frozen=True, slots=True)
class Failure:
    """An example that the engine denies."""

    file: str
    line: int
    rule: str
    expected: str
    got: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line} (rule {self.rule}): expected {self.expected}, got {self.got}"


def parse_examples(text: str, file: str, game: str) -> list[Example]:
    """The example blocks of a Markdown text, with the line numbers of `file`.

    Raises TemplateError with file and line for a block that is not closed, has no rule, id or arrow,
    or holds an empty phrase or fact.
    """
    found, lines = [], iter(enumerate(text.splitlines(), 1))
    for start, opening in lines:
        if (fence := FENCE.match(opening)) is None:
            continue
        body, end = [], re.compile(rf" {{0,3}}{fence[1]}{fence[1][0]}*\s*$")
        for number, line in lines:
            if end.match(line):
                break
            body.append((number, line.strip()))
        else:
            raise TemplateError(f"{file}, line {start}: this block is never closed.")
        kind, *_ = fence[2].split() or [""]
        if kind in KINDS:
            found.append(_parse_block(fence[2], body, file, start, game))
        elif kind in FIELDS:  # of its lines those that the engine judges, without what is only drawn
            cases = [(line, case[1] + case[2]) for line, text in body if (case := FIELD_CASE.fullmatch(text))]
            found += [_parse_block(f"{kind} id={file}:{start}", cases, file, start, game)] if cases else []
    return found


def _excludes(some: Iterable[HouseCondition], others: Iterable[HouseCondition]) -> bool:
    """Whether no table has both: the line is another's for other house rules, and needs no remark of its own."""
    return any(
        one.option == other.option
        and (one.values == other.values if one.negated is not other.negated else not {*one.values} & {*other.values})
        for one in some
        for other in others
        if not (one.negated and other.negated)
    )


def _parse_block(info: str, body: list[tuple[int, str]], file: str, start: int, game: str) -> Example:
    where = f"{file}, line {start}"
    kind = info.split(maxsplit=1)[0]
    named = dict(word.partition("=")[::2] for word in info.split()[1:])
    show = named.pop("show", None) if kind == "example" else ""
    if kind != "example":
        named.setdefault("rule", "-")
    if set(named) != {"rule", "id"} or not all(named.values()):
        raise TemplateError(f"{where}: an example says its rule and its id, as in: example rule=4b id=CZ-4b-1")
    shared: list[str] = []
    cases: list[Case] = []
    note = ""
    for line, text in body:
        if text == LEFT_OUT:
            continue
        if not text or text.startswith("#"):
            note = " ".join(filter(None, (note, text.removeprefix("#").strip())))
            continue
        text, when = _split_conditions(text)
        asked, arrow, stated = text.partition(ARROW)
        phrases = [part.strip() for part in asked.split(";")] if asked.strip() else []
        facts = [part.strip() for part in stated.split(",")] if arrow else ["-"]
        if not all(phrases) or not all(facts) or not (arrow or phrases):
            raise TemplateError(f"{file}, line {line}: a phrase or a fact is empty in {text!r}.")
        if arrow:
            own = tuple(phrases)
            if not note and kind != "example" and cases and _excludes(when, cases[-1].when):
                note = cases[-1].note
            cases.append(Case(line, (*shared, *own), tuple(map(_parse_fact, facts)), note, own, when))
            note = ""
        elif when or (kind == "round" and cases):
            message = "a line that sets the table comes first, and applies to all house rules."
            raise TemplateError(f"{file}, line {line}: {message}")
        else:
            shared += phrases
    if not cases:
        raise TemplateError(f"{where}: an example states something after {ARROW}.")
    rules = () if named["rule"] == "-" else tuple(named["rule"].split(","))
    return Example(game, named["id"], rules, file, start, tuple(cases), _chosen(cases, show, where), kind)


def _split_conditions(text: str) -> tuple[str, tuple[HouseCondition, ...]]:
    """A line without the conditions before it, and those."""
    conditions = []
    while found := WHEN.match(text):
        conditions.append(HouseCondition(found[1], tuple(found[3].split("|")), bool(found[2])))
        text = text[found.end() :]
    return text, tuple(conditions)


def _chosen(cases: list[Case], show: str | None, where: str) -> tuple[Case, ...]:
    """The cases that `show` names, in the order of the block: all for "", none for None."""
    numbers = [str(number) for number, _ in enumerate(cases, 1)]
    wanted = [] if show is None else show.split(",") if show else numbers
    if not {*wanted} <= {*numbers}:
        raise TemplateError(f"{where}: show={show} names a line that is not there; this block has {len(cases)}.")
    return tuple(case for number, case in zip(numbers, cases, strict=True) if number in wanted)


def _parse_fact(text: str) -> Fact:
    if text == "illegal":
        return Fact("legal", negated=True)
    word = next((word for word in ("not ", "no ") if text.startswith(word)), "")
    return Fact(text.removeprefix(word), negated=bool(word))


def run_example(example: Example) -> Iterator[Failure]:
    """Every stated fact that the engine denies, and every cited rule that did not decide."""
    cited: set[str] = set()
    for case in every_case(example):
        failure, rules = run_case(example, case)
        cited |= rules
        if failure is not None:
            yield failure
    got = f"decided by {', '.join(sorted(cited)) or 'no rule'}"
    yield from (
        _fail(example, example.line, f"decided by rule {rule}", got) for rule in example.rules if rule not in cited
    )


def every_case(example: Example) -> Iterator[Case]:
    """Every line under the usual rules, or under those that it is for; a round is played once for each of them."""
    if example.kind != "round":
        yield from (_under(case, _nearest_house(case, example.game)) if case.when else case for case in example.cases)
        return
    houses = [find_game(example.game).house(), *(_nearest_house(case, example.game) for case in example.cases)]
    for house in dict.fromkeys(houses):
        yield from (_under(case, house) for case in example.cases_under(house))


def _nearest_house(case: Case, game: str) -> House:
    """The house rules that differ least from the usual ones among those that the case is for."""
    found, changes = find_game(game), dict[str, str]()
    for condition in case.when:
        if not condition.holds(found.house(**changes)):
            option = next(each for each in found.options if each.name == condition.option)
            others = (value for value in map(show_value, option.trials()) if value not in condition.values)
            changes[option.name] = next(others) if condition.negated else condition.values[0]
    return found.house(**changes)


def _under(case: Case, house: House) -> Case:
    """The case with the phrases that put the house rules in force."""
    in_force = tuple(f"{HOUSE_RULE}{name}={show_value(value)}" for name, value in house.changed.items())
    return replace(case, phrases=(*in_force, *case.phrases))


@cache
def check_examples(game: str, name: str = "") -> None:
    """Runs every example of a game, or those of one of its texts (`games/casino/family.md`).

    Raises ExampleError with file, line, rule, expected and got of each that fails, and for a cover that shows a wrong move.
    """
    if (cover := read_cover_example(game)) and (wrong := next(run_example(cover), None)):
        cards = "; ".join(cover.cases[0].own)
        raise ExampleError(
            f"the cover of {find_game(game).title} shows a wrong move, so nothing is printed: {cards}. Expected {wrong.expected}, got "
            f"{wrong.got}. Change the cards in {cover.file}."
        )
    examples = examples_of(name, game) if name else read_examples(game)
    if failed := [failure for example in examples for failure in run_example(example)]:
        count = f"{len(failed)} example{'s' if len(failed) > 1 else ''} of {game} failed"
        raise ExampleError("\n".join([f"{count}, so nothing is printed:", *(f"  {failure}" for failure in failed)]))


def run_case(example: Example, case: Case) -> tuple[Failure | None, set[str]]:
    """The first failure of one line, if any, and the rule numbers that decided it."""
    try:
        table = example_table(example.game, case.phrases, ())
    except InputError as error:
        return _fail(example, case.line, "; ".join(case.phrases), str(error)), set()
    for fact in case.facts:
        try:
            if fact.holds(table.facts):
                continue
            got = fact.got(table.facts)
        except KeyError:
            got = f"nothing said about it; known: {', '.join(key.replace('_', ' ') for key in table.facts)}"
        return _fail(example, case.line, str(fact), got), set(table.rules)
    return None, set(table.rules)


@cache
def example_table(game: str, phrases: tuple[str, ...], house: tuple[str, ...] = ()) -> ExampleTable:
    """The table after the phrases, under the house rules `house` (name=value) and those of the phrases over them.

    Made once for each table: a book shows the very tables that were checked before. Raises InputError for a phrase that it does not
    understand.
    """
    rules = (*house, *(phrase.removeprefix(HOUSE_RULE) for phrase in phrases if phrase.startswith(HOUSE_RULE)))
    others = tuple(phrase for phrase in phrases if not phrase.startswith(HOUSE_RULE))
    found = find_game(game)
    return ExampleTable(found.scene, others, found.read_house(overrides=rules))


@cache
def examples_of(name: str, game: str) -> tuple[Example, ...]:
    """The examples of one text. `read_examples` checks whether an id comes twice."""
    return tuple(parse_examples(template_path(name).read_text(encoding="utf-8"), f"templates/{name}", game))


def read_cover_example(game: str) -> Example | None:
    """What the cover of a game shows: the line `shows` of its scene, with the scene's cards in their places. None for a game without a scene.

    Raises TemplateError for a scene that shows nothing to judge.
    """
    name = read_toml(f"games/{game}/cover.toml").get("scene")
    if not name:
        return None
    file, scene = f"templates/toppers/{name}.toml", read_toml(f"toppers/{name}.toml")
    if "shows" not in scene:
        raise TemplateError(
            f"{file} has no line `shows`: what the engine judges of a cover, as in: pile {{cards}} -> slap"
        )
    cards, claim = scene["cards"], scene.get("claim", "")
    claimed = parse_card(f"{claim}1") if claim else None
    said = f"{claimed.color} {claimed.shape}s" if isinstance(claimed, Card) else ""
    line = scene["shows"].format("", *cards, cards=" ".join(cards), count=len(cards), claim=said)
    return _parse_block(f"example rule=- id={game}:cover", [(1, line)], file, 1, game)


@cache
def read_examples(game: str) -> tuple[Example, ...]:
    """The examples of `templates/games/<game>/book.md` and `lesson.md`, which teach, and of `cases.md`, which only prove.

    Raises TemplateError for an id that comes twice.
    """
    names = [f"games/{game}/{file}.md" for file in ("book", "family", "lesson", "cases")]
    found = [example for name in names if has_template(name) for example in examples_of(name, game)]
    seen: dict[str, Example] = {}
    for example in found:
        if (first := seen.setdefault(example.id, example)) is not example:
            where = f"{example.file}, line {example.line}"
            raise TemplateError(f"{where}: {example.id} stands in {first.file}, line {first.line} already.")
    return tuple(found)


write_fact = partial(show_fact, between=" ")  # as an example writes it: words and codes with spaces between


def _words(text: str, unordered: bool) -> list[str]:
    """The words in lowercase but for the codes of cards."""
    words = [CARD.sub(lambda code: code[0].upper().replace("Q", "?"), word.lower()) for word in text.split()]
    return sorted(words) if unordered else words


def _fail(example: Example, line: int, expected: str, got: str) -> Failure:
    return Failure(example.file, line, ", ".join(example.rules), expected, got)


# ---------------------------------------------------------------- all examples


@dataclass(frozen=True, slots=True)
class Report:
    """`games` gives for each game how many examples there are and how many failed."""

    examples: int
    failed: tuple[Failure, ...]
    games: dict[str, dict[str, int]]


def verify_examples(names: Sequence[str] = ()) -> Report:
    """Runs every example of these games, or of all, and what their covers show."""
    failed: list[Failure] = []
    games = {}
    for name in names or game_names():
        cover = read_cover_example(name)
        examples = [*read_examples(name), *([cover] if cover else [])]
        failures = [list(run_example(example)) for example in examples]
        failed += [failure for each in failures for failure in each]
        games[name] = {"examples": len(examples), "failed": sum(map(bool, failures))}
    return Report(sum(row["examples"] for row in games.values()), tuple(failed), games)
