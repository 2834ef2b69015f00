"""A line of an example as a reader sees it: cards with their roles, what happens, the verdict and why.

Nothing here is written by hand: the engine parses each phrase of the line into a name and values (`lay`, the card laid),
runs it, and `[shown]` of the game's `sentences.toml` says what a phrase of this name shows and how a fact is worded. So

    on RC1; lay KC2 as red -> topper 2      in book.md
    [phrases.ask_lay] groups = [["card", "you lay"]]   in sentences.toml

come out as the picture of a card under `you lay`, with the engine's own heading and reason.

A line states what it is meant to show. Under other house rules it is run again, and left out where it would show
something else; what a table with such a rule should see is in a line of its own, with its {when ...}.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cache
from itertools import chain, combinations
from typing import Any, Literal, Protocol

from tt_print.books.blocks import CardGroup, Panel, RenderedExample, Round, ShownCard, Span, Spans
from tt_print.deck import DECKS, VALUES, VARIABLES, AnyCard, Card, Joker, parse_card
from tt_print.engine.completion import ExampleTable
from tt_print.engine.house import House, show_value
from tt_print.engine.notation import NAMES, parse_seat, seat_name
from tt_print.engine.printed_lines import house_sentences
from tt_print.engine.reasons import Reason
from tt_print.engine.scenes import VisibleCards
from tt_print.engine.told import HOUSE_RULE
from tt_print.errors import InputError, TemplateError, capitalized, join_words
from tt_print.games import find_game
from tt_print.games.examples import Case, Example, Fact, example_table, write_fact
from tt_print.records import dataclass
from tt_print.templates import read_table, read_toml

CODES = re.compile(r"\b[RYGBK][CHTSB][1234?Q](?![A-Za-z0-9])(?:=(\d))?|\bJ([12])\b(?:=(\d))?")
SEATS = ("seat", "layer", "owner", "target", "seats", "slappers", "parties", "layers")  # fields that name players
VERDICTS = ("legal", "slap", "slap_by", "right_slap", "NAME may slap")  # facts that allow or forbid something
SAID = re.compile(r"(Ann|Bo|Cy|Di)(?: (\w+))?:(?: (.*?))? \| (.*)")  # who does something, and says, before the bar
SEPARATED = re.compile(r"(?<=[\w?])([+/])(?=[\w])")


def render_example(example: Example, house: House) -> Iterator[RenderedExample]:
    """The printed lines of an example under `house`: those that show there what they are meant to show."""
    return filter(None, (render_case(example, case, house) for case in example.cases_under(house)))


def render_round(example: Example, house: House, read: Callable[[str], Spans], first: int = 1) -> Round | None:
    """A round as panels, its moves counted from `first`; None where all of it is for other house rules.

    `read` makes text of a remark. A round that cannot be played under `house` is played without as few of the table's rules as will do,
    and says which it leaves aside.
    """
    words = read_example_words(example.game)
    if not example.cases_under(house):
        return None
    for nearest, without in _nearer_to_usual(house):
        if (played := _play(example, nearest, read)) is not None:
            return Round(played, first, words.table_before, without)
    raise TemplateError(f"{example.file}, line {example.line}: this round cannot be played.")


def _nearer_to_usual(house: House) -> Iterator[tuple[House, tuple[str, ...]]]:
    """The house itself and others that leave aside ever more of what it changes, and what they leave aside, in words."""
    game = find_game(house.game)
    for count in range(len(house.changed) + 1):
        for aside in combinations(house.changed, count):
            kept = {name: value for name, value in house.changed.items() if name not in aside}
            try:
                nearest = game.house(**kept)
            except InputError:  # one option may need another
                continue
            yield nearest, tuple(house_sentences(house, frozenset(kept)))


def _play(example: Example, house: House, read: Callable[[str], Spans]) -> tuple[Panel, ...] | None:
    """A round from its first line to its last; None where a line has another result under `house`."""
    overrides, steps = _overrides(house), list[Panel]()
    for case in example.cases_under(house):
        try:
            before = example_table(example.game, case.phrases[: -len(case.own)], overrides)
            scene = example_table(example.game, case.phrases, overrides)
        except InputError:
            return None
        if not all(_holds(fact, scene.facts) for fact in case.facts):
            return None
        step = _CaseRenderer(example, case, scene).render_move(before, read)
        steps.append(step if step.text or not steps else _join_panels(steps.pop(), step))
    return tuple(steps)


def _pointers(before: object, after: object) -> tuple[tuple[str, ...], tuple[bool, ...]]:
    """What the chits show after a move, and which of them it has moved; nothing in a game without chits."""
    was, now = getattr(before, "pointers", ()), getattr(after, "pointers", ())
    return tuple(now), tuple(one != other for one, other in zip(was, now, strict=True))


def _join_panels(first: Panel, then: Panel) -> Panel:
    """A panel with one more move: its cards after those of the first, or on the pile that they lie on."""
    grown = {old: _on_top(new, old) for old in first.groups for new in then.groups if _is_higher(new, old)}
    gone = {group.role for group in then.groups if group.shaded}
    lying = tuple(grown.get(group, group) for group in first.groups if group.role not in gone or not group.down)
    moved = tuple(group for group in then.groups if group.moved or group.shaded)
    verdict = "no" if "no" in (first.verdict, then.verdict) else then.verdict
    return replace(first, groups=(*lying, *moved), verdict=verdict)


def _is_higher(pile: CardGroup, before: CardGroup) -> bool:
    """Whether it is the pile from before, with more cards on top."""
    old, new = ([shown.card for shown in group.cards] for group in (before, pile))
    return (
        pile.form == before.form == "pile"
        and pile.role == before.role
        and len(new) > len(old)
        and new[: len(old)] == old
    )


def _on_top(pile: CardGroup, before: CardGroup) -> CardGroup:
    """The higher pile, with the cards of both moves marked if the same player has laid them."""
    same = pile.fresh_role == before.fresh_role
    return replace(pile, fresh=(*before.fresh, *pile.fresh)) if same else pile


def render_case(example: Example, case: Case, house: House) -> RenderedExample | None:
    """One line as it comes out under `house`; None where it cannot happen, or does not come out as it states."""
    overrides = _overrides(house)
    try:
        scene = example_table(example.game, case.phrases, overrides)
    except InputError:
        if not overrides:
            raise
        return None
    if overrides and not all(_holds(fact, scene.facts) for fact in case.facts):
        return None
    rendered = _CaseRenderer(example, case, scene).render()
    deck = DECKS.get(str(house.changed.get("deck", "full")).removesuffix("2"), DECKS["full"])
    cards = (shown.card for group in rendered.groups for shown in group.cards)
    return rendered if all(card in deck or isinstance(card, Joker) for card in cards) else None


def _overrides(house: House) -> tuple[str, ...]:
    return tuple(f"{name}={show_value(value)}" for name, value in house.changed.items())


# ---------------------------------------------------------------- [shown] of sentences.toml


@dataclass(frozen=True, slots=True)
class PhraseWords:
    """What a phrase shows: `groups` of its values as cards, each with a role and a form (row, pile), and `words`.

    `only` shows the cards of the seats that act ("actors"), or that something is done to ("owners"); `replaces` takes
    the place of an earlier group with the same role. `crosses` is what to say of the card before, which is taken back. `empty` is a value and the sentence for when there is none of it.
    """

    words: str = ""
    groups: tuple[tuple[str, str] | tuple[str, str, str], ...] = ()
    only: Literal["actors", "owners"] | None = None
    replaces: bool = False
    crosses: str = ""
    empty: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class ExampleWords:
    """`[shown]` of a game, over that of the game that it is `like`, over that of all games.

    Answers and facts with two sentences are for yes and no; a key `NAME cards` is the fact `Ann cards` of any player.
    A fact in `reasons` is explained by the engine's reasons whose heading begins so. `instead` names a fact that the
    yes of another one has stated already, `headed` the headings that are printed with their sentence, `understood`
    the house rules that need no mention. With `headings` the engine's heading is the answer. `values` has the word for
    a value whose own word is not printed.

    For a round: `table` has a role for what is on the table, and `table_before` says that it is shown as it lay before
    the move.
    """

    phrases: dict[str, PhraseWords] = field(default_factory=dict)
    answers: dict[str, tuple[str, str]] = field(default_factory=dict)
    facts: dict[str, str | tuple[str, str]] = field(default_factory=dict)
    reasons: dict[str, str | tuple[str, ...]] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    like: str = ""
    headed: tuple[str, ...] = ()
    instead: dict[str, str] = field(default_factory=dict)
    understood: tuple[str, ...] = ()
    house: str = ""
    headings: bool = False
    table: dict[str, str] = field(default_factory=dict)
    table_before: bool = False


@cache
def read_example_words(game: str) -> ExampleWords:
    """The words for the examples of a game. Raises TemplateError."""
    shared, own = read_table(ExampleWords, "engine/sentences.toml", "shown"), _own_words(game)
    tables = [shared, *([_own_words(own.like)] if own.like else []), own]
    joined: dict[str, Any] = {
        name: {key: words for table in tables for key, words in getattr(table, name).items()}
        for name in ("phrases", "answers", "facts", "reasons", "table")
    }
    table_before = any(table.table_before for table in tables)
    return replace(own, **joined, house=shared.house, table_before=table_before)


def _own_words(game: str) -> ExampleWords:
    file = f"games/{game}/sentences.toml"
    return read_table(ExampleWords, file, "shown") if "shown" in read_toml(file) else ExampleWords()


# ---------------------------------------------------------------- one line


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A phrase as the engine parsed it: the name of the question or event, what is printed of it, and its values."""

    name: str
    words: PhraseWords
    values: dict[str, Any]

    def sentences(self) -> Iterator[str]:
        """Its words, and for a value that is empty the sentence that says so."""
        if self.words.words:
            yield _fill(self.words.words, self.values)
        if self.words.empty and not self.values[self.words.empty[0]]:
            yield _fill(self.words.empty[1], self.values)


class _CaseRenderer:
    """One line of an example, the table after the engine ran it, and the words for both."""

    def __init__(self, example: Example, case: Case, table: ExampleTable) -> None:
        self.example = example
        self.case = case
        self.table = table
        self.words = read_example_words(example.game)

    def render_move(self, before: ExampleTable, read: Callable[[str], Spans]) -> Panel:
        """The line as one move of a round that stood as `before`: what is there, what is done, what it changes."""
        own = [self._moving(self._phrase(text)) for text in self.case.own]
        moved = tuple(replace(group, moved=True) for group in self._card_groups(own))
        main = self._main_fact()
        verdict = self._answer(main)[1] if main == "legal" else "fact"
        said = SAID.match(self.case.note)
        acts_alone = said is not None and not moved  # a panel of its own, in which a player plays no card
        stood, stands = before.scene.on_table(before.state), self.table.scene.on_table(self.table.state)
        was, now = before.scene.held(before.state), self.table.scene.held(self.table.state)
        if self.words.table_before:
            lying = tuple(self._mark(each, _missing_cards(stood, stands)) for one in stood for each in self._lying(one))
            groups = (*lying, *moved)
        else:
            changed = [one for one in stands if one not in stood]
            with_pot = any(one.form == "pile" for one in changed)  # it is shown with what is under it
            shown = tuple(
                self._mark(each, _new_cards(stood, stands))
                for one in stands if one in changed or (with_pot and one.down) for each in self._lying(one)
            )  # fmt: skip
            taken = any(count > was.get(seat, count) for seat, count in now.items()) or was.keys() - now.keys()
            laid = frozenset(card.card for group in moved for card in group.cards)
            gone = tuple(
                replace(self._mark(_lay_on_group(each, own), laid), shaded=True)
                for one in (_missing_piles(stood, stands) if taken else ()) for each in self._lying(one)
                if each.units or each.form != "pile" or acts_alone  # a pot that somebody takes was in the panel before
            )  # fmt: skip
            groups = _join_groups(moved, (*shown, *gone))
            if acts_alone and not any(group.cards for group in groups):  # nothing changes but who has what
                groups = tuple(each for one in stood if one.form == "pile" for each in self._lying(one))
        who, mood, says, text = said.groups("") if said else ("", "", "", self.case.note)
        pointers, pointed = _pointers(before.state, self.table.state)
        return Panel(
            read(text), groups, verdict, who=who, mood=mood or "calm", says=read(says), pointers=pointers, pointed=pointed
        )  # fmt: skip

    def _moving(self, phrase: _Phrase) -> _Phrase:
        """The phrase with the groups that a round shows of it: what a card is laid on may lie there already."""
        groups = phrase.words.groups[: 1 if self.words.table_before else None]
        return replace(phrase, words=replace(phrase.words, groups=groups))

    def _mark(self, group: CardGroup, cards: frozenset[AnyCard]) -> CardGroup:
        """The group with the cards marked that a move is about, unless it is about all of them."""
        fresh = tuple(place for place, shown in enumerate(group.cards) if shown.card in cards)
        return replace(group, fresh=fresh)

    def _lying(self, lying: VisibleCards) -> Iterator[CardGroup]:
        role = self.words.table[lying.key].format(owner="" if lying.owner is None else seat_name(lying.owner))
        if lying.cards != ():
            for group in map(self._name_wilds, _as_groups(lying.cards, role, lying.form, lying.declared)):
                yield replace(group, role=group.role.removeprefix(f"{role}, "))
        elif lying.down:
            yield CardGroup(role, (), lying.form, lying.down)

    def render(self) -> RenderedExample:
        phrases = [self._phrase(text) for text in self.case.phrases if not text.startswith(HOUSE_RULE)]
        happens = [*self._house_sentences(), *(text for phrase in phrases for text in phrase.sentences())]
        main = self._main_fact()
        answer, verdict = self._answer(main)
        return RenderedExample(
            " ".join(filter(None, dict.fromkeys(map(capitalized, happens)))),
            self._card_groups(phrases),
            verdict,
            answer,
            " ".join(filter(None, map(capitalized, dict.fromkeys(self._outcome(main))))),
            (Span(name_cards(self.case.note)),) if self.case.note else (),
            where=f"{self.example.file}:{self.case.line}",
            is_so=bool(self.table.facts[main]) if main else None,
        )

    def _phrase(self, text: str) -> _Phrase:
        """Raises TemplateError for one that the game has no words for."""
        phrase = self.table.scene.parse_phrase(text)
        if phrase.name not in self.words.phrases:
            raise self._missing_words(text, f'[shown.phrases."{phrase.name}"]')
        return _Phrase(phrase.name, self.words.phrases[phrase.name], {**phrase.values})

    def _missing_words(self, text: str, table: str) -> TemplateError:
        """What to report if the game has no words for a part of a printed line."""
        file = f"templates/games/{self.example.game}/sentences.toml"
        return TemplateError(
            f"{self.example.file}, line {self.case.line}: {text!r} has no words. Add {table} to {file}."
        )

    def _house_sentences(self) -> Iterator[str]:
        """The house rules that a line puts in force itself, but for those that its chapter is about."""
        for text in self.case.phrases:
            name, _, value = text.removeprefix(HOUSE_RULE).partition("=")
            if text.startswith(HOUSE_RULE) and name not in self.words.understood:
                for sentence in house_sentences(find_game(self.example.game).house(**{name: value})):
                    yield self.words.house.format(sentence=sentence)

    # cards

    def _card_groups(self, phrases: Sequence[_Phrase]) -> tuple[CardGroup, ...]:
        """The cards of every phrase by role; cards of one role, named one after the other, lie together.

        Cards of players who have no part in the line are left out: the engine needs them, the reader does not.
        """
        found: list[CardGroup] = []
        taking_part = self._taking_part(phrases)
        for phrase in phrases:
            seat = phrase.values.get("seat")
            if phrase.words.only in taking_part and seat not in taking_part[phrase.words.only]:
                continue
            if phrase.words.crosses:  # the card that was laid, before what it was laid on
                found[-2] = replace(found[-2], role=phrase.words.crosses, crossed=True)
            for key, role, *form in phrase.words.groups:
                value = phrase.values.get(key)
                if value is None or value == ():
                    continue
                label = _fill(role, phrase.values)
                fresh = list(_as_groups(value, label, form[0] if form else "row", phrase.values.get("declared") or ()))
                if phrase.words.replaces:
                    found = [group for group in found if group.role != label]
                last = found[-1] if found else None
                if last and (last.role, last.form) == (label, "row") == (fresh[0].role, fresh[0].form):
                    found[-1] = CardGroup(label, last.cards + fresh.pop(0).cards)
                found += fresh
        return tuple(map(self._name_wilds, found))

    def _name_wilds(self, group: CardGroup) -> CardGroup:
        """A pile whose wild cards say what they stand for."""
        if group.form != "pile":
            return group
        words = self.table.scene.stands_for(self.table.state, tuple(shown.card for shown in group.cards))
        return replace(group, cards=tuple(map(ShownCard, (shown.card for shown in group.cards), words)))

    def _taking_part(self, phrases: Sequence[_Phrase]) -> dict[str | None, set[object]]:
        """The seats that act (`actors`), and those that something is done to or stated of (`owners`)."""
        events = [phrase.values for phrase in phrases if phrase.name[0].isupper()]
        if not events:  # a question about the cards that are named
            return {}
        names = (fact.text.split()[0] for fact in self.case.facts)
        owners: set[object] = {parse_seat(name) for name in names if name in NAMES}
        owners |= {values[key] for values in events for key in ("owner", "target", "layer") if key in values}
        return {"actors": {values.get("seat") for values in events}, "owners": owners}

    # verdict and reasons

    def _main_fact(self) -> str:
        """The fact that gives the verdict: that something is not legal, else the first stated one with an answer."""
        facts = self.table.facts
        if facts.get("legal") is False:
            return "legal"
        for fact in self.case.facts:
            key = _key_of(fact, facts)
            if _split_name(key)[0] in self.words.answers and isinstance(facts.get(key), (bool, list, str, type(None))):
                return key
        return ""

    def _answer(self, main: str) -> tuple[str, str]:
        """The verdict in words, and as "yes", "no" or "fact"."""
        if not main:
            return "", "fact"
        value = self.table.facts[main]
        key, name = _split_name(main)
        if self.words.headings and key == "legal" and self.table.reasons:
            answer = self.table.reasons[0].heading.capitalize()
        else:
            answer = self.words.answers[key][0 if value else 1].format(name=name)
        return answer, ("yes" if value else "no") if key in VERDICTS else "fact"

    def _outcome(self, main: str) -> Iterator[str]:
        """The engine's reasons where a fact has some, and the other stated facts, as they came out."""
        facts, reasons = self.table.facts, self.table.reasons
        if main == "legal" and not facts["legal"]:
            yield from (self._reason(reason) for reason in reasons if reason.heading == reasons[0].heading)
            return
        for fact in self.case.facts:
            key = _key_of(fact, facts)
            if key:
                yield from self._explain(key, main)

    def _explain(self, key: str, main: str) -> Iterator[str]:
        """A fact as the engine's reasons explain it, else in its own sentence, but for what the answer has said."""
        facts, words = self.table.facts, self.words
        plain_key, name = _split_name(key)
        if plain_key in words.reasons:
            start = words.reasons[plain_key]
            found = [self._reason(reason) for reason in self.table.reasons if reason.heading.startswith(start)]
            if found:
                yield from found
                return
        if plain_key in words.facts:
            known = key == main or (main and words.instead.get(plain_key) == main and facts[main])
            if words.facts[plain_key] and not known:
                yield _fact_sentence(words.facts[plain_key], facts[key], name, words.values)
        elif key != main and plain_key in words.answers:
            yield f"{words.answers[plain_key][0 if facts[key] else 1].format(name=name)}."
        elif key != main:
            raise self._missing_words(key, f'"{plain_key}" in [shown.facts]')

    def _reason(self, reason: Reason) -> str:
        text = name_cards(reason.text)
        return f"{reason.heading.capitalize()}: {text}" if reason.heading.startswith(self.words.headed) else text


# ---------------------------------------------------------------- what a move has changed


def _lay_on_group(group: CardGroup, moves: Iterable[_Phrase]) -> CardGroup:
    """The group as it was after the moves that have laid a card on one of its own."""
    laid = {
        move.values["on"]: ShownCard(move.values["card"]) for move in moves if isinstance(move.values.get("on"), Card)
    }
    return replace(group, cards=tuple(laid.get(shown.card, shown) for shown in group.cards))


def _cards_of(value: Any) -> tuple[AnyCard, ...]:
    """The cards of a card, a pile, or of several of them."""
    if isinstance(value, (Card, Joker)):
        return (value,)
    if hasattr(value, "units"):
        return tuple(laid.card for unit in value.units for laid in unit)
    if hasattr(value, "card"):
        return (value.card,)
    return tuple(card for each in value for card in _cards_of(each))


def _new_cards(stood: Sequence[VisibleCards], stands: Sequence[VisibleCards]) -> frozenset[AnyCard]:
    """The cards that lie where another one lay, or none: but what is shown in a new place needs no mark, unless it is a pile."""
    before = {(one.key, one.owner): _cards_of(one.cards) for one in stood}
    return frozenset(
        card for one in stands if one.form == "pile" or (one.key, one.owner) in before
        for place, card in enumerate(_cards_of(one.cards))
        if before.get((one.key, one.owner), ())[place : place + 1] != (card,)
    )  # fmt: skip


def _missing_cards(stood: Sequence[VisibleCards], stands: Sequence[VisibleCards]) -> frozenset[AnyCard]:
    """The cards of the piles that a move takes or changes; none where there is but one."""
    after = [pile for one in stands for pile in (one.cards if isinstance(one.cards, tuple) else ())]
    piles = [pile for one in stood for pile in (one.cards if isinstance(one.cards, tuple) else ())]
    changed = [pile for pile in piles if pile not in after]
    return frozenset(_cards_of(changed)) if len(piles) > 1 else frozenset()


def _missing_piles(stood: Sequence[VisibleCards], stands: Sequence[VisibleCards]) -> Iterator[VisibleCards]:
    """What lay on the table and is there no more."""
    left = {(one.key, one.owner) for one in stands if one.cards or one.down}
    return (one for one in stood if (one.cards or one.down) and (one.key, one.owner) not in left)


def _join_groups(moved: Sequence[CardGroup], lying: Sequence[CardGroup]) -> tuple[CardGroup, ...]:
    """Cards that are laid are shown where they lie then, if they lie on top of a pile."""
    laid, rest = list(moved), []
    for group in lying:
        tail = next((each for each in laid if group.form == "pile" and each.cards
                     and [c.card for c in each.cards] == [c.card for c in group.cards[-len(each.cards):]]), None)  # fmt: skip
        if tail is not None:
            laid.remove(tail)
            rest.append(replace(group, fresh_role=tail.role))
        else:
            rest.append(group)
    return (*laid, *rest)


def _holds(fact: Fact, facts: dict[str, object]) -> bool:
    try:
        return fact.holds(facts)
    except KeyError:  # the engine says nothing about it any more
        return False


def _key_of(fact: Fact, facts: dict[str, object]) -> str:
    try:
        return fact.look_up(facts)[0]
    except KeyError:
        return ""


def _split_name(key: str) -> tuple[str, str]:
    """`Ann cards` is the fact `NAME cards` of Ann."""
    first, _, rest = key.partition(" ")
    return (f"NAME {rest}", first) if first in NAMES else (key, "")


# ---------------------------------------------------------------- values as cards


class LaidCard(Protocol):
    """A card on the table with the number that it was declared to be, or None."""

    @property
    def card(self) -> AnyCard: ...

    @property
    def number(self) -> int | None: ...


class LaidPile(Protocol):
    """A pile that counts as one thing: cards built on one another, and such builds stacked, bottom first."""

    @property
    def units(self) -> Sequence[Sequence[LaidCard]]: ...


def _as_groups(value: Any, role: str, form: str, declared: tuple[str, ...]) -> Iterator[CardGroup]:
    """A card, cards, a pile, piles or sets of piles as groups: each pile of several cards separately."""
    if isinstance(value, (Card, Joker)):
        yield CardGroup(role, (ShownCard(value, _name_of_wild(value, declared)),), form)
    elif hasattr(value, "units"):
        laid = tuple(_show_card(laid) for unit in value.units for laid in unit)
        kind = _pile_kind(value)
        if kind == "card":
            yield CardGroup(role, laid, "row")
        else:
            joined = f"{role} a {kind}" if role.endswith("on") else f"{role}, a {kind}"  # built on a build
            label = role if role.endswith(kind) else joined
            yield CardGroup(label, laid, kind, units=tuple(map(len, value.units)), total=_total(value))
    elif hasattr(value, "card"):
        yield CardGroup(role, (_show_card(value),), form)
    elif all(isinstance(each, (Card, Joker)) for each in value):
        yield CardGroup(role, tuple(map(ShownCard, value)), form)
    elif all(isinstance(each, tuple) for each in value):  # sets: each takes by itself
        for number, each in enumerate(value):
            yield from _as_groups(each, role if not number else f"and {role}", form, ())
    else:
        piles = [pile for pile in value if _pile_kind(pile) != "card"]
        singles = tuple(_show_card(pile.units[0][0]) for pile in value if _pile_kind(pile) == "card")
        if singles:
            yield CardGroup(role, singles, "row")
        for pile in piles:  # beside the single cards the label need not come again
            yield from _as_groups(pile, f"a {_pile_kind(pile)}" if singles else role, form, ())


def _pile_kind(pile: LaidPile) -> str:
    return "stack" if len(pile.units) > 1 else "build" if len(pile.units[0]) > 1 else "card"


def _total(pile: LaidPile) -> str:
    """What the cards of a build, or of a stack's first part, come to; "" where one has no number of its own."""
    numbers = [str(laid.number) if laid.number else str(getattr(laid.card, "number", "")) for laid in pile.units[0]]
    return str(sum(map(int, numbers))) if all(number.isdigit() for number in numbers) else ""


def _show_card(laid: LaidCard) -> ShownCard:
    return ShownCard(laid.card, "" if laid.number is None else str(laid.number))


def _name_of_wild(card: AnyCard, declared: tuple[str, ...]) -> str:
    """The natural card that a declared wild stands for, by name; the values alone where they do not fit."""
    if not declared or isinstance(card, Joker):
        return ""
    values = {v: getattr(card, v) for v in VARIABLES}
    for value in declared:
        variable = next(v for v in VARIABLES if value in VALUES[v])
        if variable not in card.wilds:
            return " ".join(declared)
        values[variable] = value
    return Card(**values).name


# ---------------------------------------------------------------- values as words


def _fact_sentence(sentence: str | tuple[str, str], value: object, name: str, words: dict[str, str]) -> str:
    """A fact's sentence; a pair is for what is so, and for what is not."""
    if isinstance(sentence, tuple):
        sentence = sentence[0 if value else 1]
    if isinstance(value, (list, tuple, set, frozenset)) and value:
        text = join_words([words.get(said := write_fact(each), said) for each in _in_deck_order(value)], "and")
    else:
        text = write_fact(value)
    plural = "" if text == "1" else "s"
    return name_cards(sentence.format(value=text, name=name, s=plural, are="is" if text == "1" else "are"))


def _in_deck_order(values: Iterable[object]) -> list[object]:
    """Sets in the order of the deck; what has an order keeps it."""
    if not isinstance(values, (set, frozenset)):
        return list(values)
    ranks = list(chain.from_iterable(VALUES.values()))
    return sorted(values, key=lambda each: (ranks.index(each) if each in ranks else len(ranks), str(each)))


class _Seats(tuple[str, ...]):
    """Names of players."""


class _PhraseFormatter(string.Formatter):
    """Seats by name, with a verb as `{seats:slap}`; cards and claims in words, sequences as lists, `{n:card}`."""

    def get_field(self, field_name: str, args: Sequence[object], kwargs: Mapping[str, object]) -> object:
        value = kwargs[field_name]
        if field_name in SEATS and value is not None:
            value = _Seats(map(seat_name, value if isinstance(value, tuple) else (value,)))
        return value, field_name

    def format_field(self, value: object, spec: str) -> str:
        if isinstance(value, _Seats):
            verb = f" {spec}{'s' if len(value) == 1 else ''}" if spec else ""
            return join_words(value, "and") + verb
        if spec and isinstance(value, int):
            return f"{value} {spec}{'' if value == 1 else 's'}"
        if isinstance(value, (Card, Joker)):
            return value.name
        if isinstance(value, tuple):
            return join_words((self.format_field(each, "") for each in value), "and") if value else "nothing"
        return str(value)


def _fill(text: str, values: dict[str, object]) -> str:
    """A phrase's sentence, with its bracketed parts where their values are there."""

    def part(found: re.Match[str]) -> str:
        names = re.findall(r"\{(\w+)", found[1])
        return "" if any(values.get(name) in (None, ()) for name in names) else found[1]

    return name_cards(_PhraseFormatter().vformat(re.sub(r"\[([^\]]*)\]", part, text), (), values))


def name_cards(text: str) -> str:
    """Card codes in a sentence as names; the symbols of builds and stacks are apart."""
    text = SEPARATED.sub(lambda found: f" {found[1]} ", text)

    def name(found: re.Match[str]) -> str:
        card = parse_card(found[0].partition("=")[0])
        number = found[1] or found[3]
        return f"{card.name} as {number}" if number else card.name

    return CODES.sub(name, text)
