"""The judge: what happened at a table, or what is asked about one, in phrases or as cards in the slots of a game's screen; and the verdict in
lines or for a page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tt_print.core.asking import Call
from tt_print.core.commands.common import Answer, Command, HouseFile, OneGame, Rules, TextWords
from tt_print.core.fields import Object
from tt_print.deck import DECKS, VALUES, WILD, Card, parse_card
from tt_print.engine.notation import NAMES
from tt_print.engine.phrases import OPEN, Act, Asker, Questions, Slot, read_questions, split_story, story_words
from tt_print.engine.story import judge_story
from tt_print.errors import InputError, capitalized
from tt_print.games import GAMES, find_game
from tt_print.problems import Action, Line, Problem, Said
from tt_print.requests.kinds import Bare, Kind, Local, Request, Switch, Without, request
from tt_print.requests.listings import Text
from tt_print.templates import read_measures

if TYPE_CHECKING:
    from tt_print.engine.answers import StoryAnswer as StoryAnswer
    from tt_print.engine.base import Game
    from tt_print.engine.house import House
    from tt_print.engine.reasons import Reason

GENERAL = "G-"  # rulings for all games, which no rule book repeats
LONG = 40  # letters of a phrase
WIDE = 46  # letters of a phrase's form beside its example
FIRST = 3  # questions that are shown as examples where somebody asks nothing


@request
class Judge(Command):
    """`story`: how the table is, and what happened there or is asked, in phrases with semicolons between them."""

    game: OneGame
    story: Annotated[tuple[str, ...], TextWords("STORY..."), Bare()] = ()
    scene: Annotated[str | None, Kind("STORY"), Without("story"), Local()] = None
    check: Annotated[bool, Switch(), Local()] = False
    house_file: HouseFile = ""
    house: Rules = ()

    verb = "judge"
    shown_by = ("as_json", "quiet")

    def answer(self, call: Call) -> Answer:
        """The verdict; status 1 if it has to be yes and is not. Raises InputError for a story that is none, or of a table that cannot be."""
        if not self.story and self.scene is None:
            raise Problem("judge.nothing")
        game, file = find_game(self.game), Path(self.house_file) if self.house_file else None
        told = judge_story(game, " ".join(self.story) if self.scene is None else self.scene, file, self.house, GAMES)
        if told.is_opening:
            raise Problem("judge.no_story")
        is_wrong = self.check and (told.yes is False or told.broken)
        return Answer(told.as_json(), {}, text=told.text.splitlines(), status=int(is_wrong), kind="judge story")


# ---------------------------------------------------------------- what can be asked


def help_text(game: Game) -> list[Line]:
    """The questions about a game with an example each, the forms of its phrases, and its house rules."""
    from tt_print.engine.house import describe_options
    from tt_print.engine.phrases import as_sentence, list_steps, readable_form

    lines: list[Line] = [Said("judge.title", title=game.title), ""]
    for asked in read_questions(game.name).questions:
        lines += [f"  {asked.text}", Said("judge.example", ask=_action(game, asked.story))]
    lines += ["", Said("judge.stories")]
    examples, steps = _phrases(game), list_steps(game.scene)
    for sort in ("question", "table", "event"):
        here = (step for step in steps if step.sort == sort)
        rows = {as_sentence(readable_form(step.form)): as_sentence(examples.get(step.name, "")) for step in here}
        width = min(WIDE, max(map(len, rows)))
        lines += ["", Said(f"judge.{sort}"), *(f"  {form:<{width}}  {each}".rstrip() for form, each in rows.items())]
    return [*lines, "", Said("judge.house"), *describe_options(game).splitlines()]


def first_questions(game: Game) -> list[Action]:
    """What somebody could ask about a game."""
    return [_action(game, asked.story) for asked in read_questions(game.name).questions[:FIRST]]


def _action(game: Game, story: str) -> Action:
    """The request that judges a story, in the words that people read."""
    from tt_print.engine.phrases import as_sentence

    return Action("judge", {"game": game.name, "story": ("; ".join(map(as_sentence, story.split("; "))),)})


def _phrases(game: Game) -> dict[str, str]:
    """For each method or event of the game's scene a phrase of its rule book, the first with cards in it."""
    from tt_print.engine.told import HOUSE_RULE
    from tt_print.games.examples import read_examples

    scene = game.scene
    found: dict[str, str] = {}
    told = (phrase for example in read_examples(game.name) for case in example.cases for phrase in case.phrases)
    for phrase in sorted(dict.fromkeys(told), key=_is_special):
        if not phrase.startswith(HOUSE_RULE):
            found.setdefault(scene.parse_phrase(phrase).name, phrase)
    return found


def _is_special(phrase: str) -> bool:
    """Whether a phrase is long, about nothing, or a joker, so that it explains the form less well than another."""
    return len(phrase) > LONG or bool(re.search(r"(?:^| )-|J\d|\b1 cards", phrase))


# ---------------------------------------------------------------- verdicts for a page

WORDS = "core/verdicts.toml"  # `leads` are how a verdict begins, by the heading that the terminal gives it
_CARD = re.compile(r"\b([RYGBK][CHTSB](?:[1-4]\b|[?Q](?!\w))|J[12]\b)(?:=(\d))?")


def _source(number: str) -> str:
    """`Rule 4b`, `Ruling Z-7`, or a part without a number: `Set-up`."""
    sentences = read_measures(WORDS).sentences
    if number[:1].isdigit():
        return str(sentences.rule.format(number=number))
    if re.fullmatch(r"[A-Z]-\d+", number):
        return str(sentences.ruling.format(number=number))
    return str(sentences.get(number, number.replace("-", " ").capitalize()))


def show_answer(answer: StoryAnswer) -> dict[str, Any]:
    """What the rules say of a story, as a page shows it: a headline, a few lines that explain it or say what follows, what would be legal;
    the rules behind it, under which the rule books list them, what was assumed, and the house rules in force."""
    from tt_print.engine.answers import show_fact
    from tt_print.engine.phrases import as_sentence
    from tt_print.engine.printed_lines import house_sentences

    words = read_measures(WORDS)
    event, following = as_sentence(answer.event), [each.sentence for each in answer.next]
    yes = words.sentences.yes.format(event=capitalized(event))
    others = "; ".join(map(as_sentence, answer.instead))
    details, legal = list[str](), [words.sentences.instead.format(events=others)] if others else []
    if answer.questions:
        headline = answer.questions[0].short
    elif answer.broken:
        headline = words.sentences.breaks.format(event=event, why=answer.reasons[0].text)
    elif answer.heading:
        said = following.pop(0) if following else f"{event}."
        headline = f"{words.leads.get(answer.heading)} {capitalized(said)}"
        details = [_say(each) for each in answer.reasons]
    elif answer.reasons:
        first, *rest = answer.reasons
        headline, details = in_words(_say(first)), [in_words(_say(reason, _lead(first))) for reason in rest]
        legal = legal or [in_words(reason.cure) for reason in answer.reasons if reason.instead]
        if answer.is_event and answer.yes and not _lead(first).startswith(words.leads.LEGAL.rstrip(".")):
            headline, details = yes, [headline, *details]
    elif answer.is_event or (answer.yes and not answer.facts.keys() - {"legal"}):
        headline = yes
    else:
        facts = (f"{capitalized(name.replace('_', ' '))}: {show_fact(fact)}." for name, fact in answer.facts.items())
        headline = " ".join([*answer.word, *facts])
    untold = [words.sentences.untold.format(phrase=each.assumed) for each in answer.untold]

    def finished(lines: Sequence[str]) -> list[str]:
        return [answer.names.own(in_words(capitalized(line))) for line in lines]

    why = [rule for reason in answer.reasons for rule in reason.rules]
    rules = answer.rules if answer.is_event else why or answer.rules  # a book may list a question under more rules
    numbers = (each for each in dict.fromkeys([*rules, *answer.rulings]) if not each.startswith(GENERAL))
    deck = [words.sentences.with_deck.format(deck=answer.deck_in_words)] if answer.deck else []
    return {
        "headline": finished([headline])[0],
        "details": finished(details + following),
        "legal": finished(legal),
        "rules": [{"number": number, "text": _source(number)} for number in numbers],
        "assumed": [*finished(untold), *deck],
        "house": house_sentences(answer.house),
    }


def _lead(reason: Reason) -> str:
    heading = reason.template("heading")
    return reason.fill(read_measures(WORDS).leads.get(heading, f"{heading.capitalize()}."))


def _say(reason: Reason, before: str = "") -> str:
    """A reason in words: `No slap. They share one thing.` After a first reason with the lead `before` there is no second yes."""
    lead = _lead(reason)
    if before:
        lead = (
            ""
            if lead == before
            else capitalized(lead.removeprefix(read_measures(WORDS).leads.LEGAL.replace(".", ",")).strip())
        )
    return f"{lead} {capitalized(reason.text)}".strip()


def in_words(text: str) -> str:
    """A text with the names of cards instead of their codes: `RC3+RH1` is `red circle 3 + red heart 1`."""

    def name(found: re.Match[str]) -> str:
        return parse_card(found[1]).name + (f" as {found[2]}" if found[2] else "")

    apart = re.sub(r"(?<=[1-5?Q])([+/])(?=[RYGBKJ])", r" \1 ", text)
    listed = re.sub(rf"({_CARD.pattern}) (?={_CARD.pattern})", r"\1, ", apart)
    return _CARD.sub(name, listed).replace("->", "→")


# ---------------------------------------------------------------- stories, and cards in the slots of a screen

OTHERS = tuple(f"{name} " for name in NAMES[1:])
MOST_OPEN = 3  # buttons for what is open, so that an answer stays short
_IN_BRACES = re.compile(r"\{(\w+)(?::(\d+))?\}")


@request
class Story(Request):
    """The verdict on what happened: `phrases`, or cards in `slots`.

    A game has its slots and what is asked of them (`acts`); without `act` the only one whose slots are full is judged. Of each slot the
    answer says what it holds and whether it is full; `rows` are words of which one is tapped in each, such as what a wild card counts as.
    `table` is what is in the slots that are kept after that. `open` are phrases to send along in `phrases`, at most three of those that
    decide or were taken for granted. In the answer `you` is who asks.
    """

    game: OneGame
    phrases: Annotated[tuple[str, ...], TextWords()] = ()
    slots: Annotated[Mapping[str, object] | None, Object()] = None
    act: Text = ""
    house: Rules = ()

    verb = "story"

    def answer(self, call: Call) -> Answer:
        game, phrases = find_game(self.game), [each for text in self.phrases for each in split_story(text)]
        if self.slots is None:
            told = judge_story(game, phrases, None, self.house, GAMES)
            if told.is_opening:
                raise Problem("judge.no_story")
            screen = show_answer(told)
            data = {**told.as_json(), "yes": told.yes, "screen": screen}
            return Answer(data, {}, text=[screen["headline"], *screen["details"]])
        tapped = Tapped(game, self.slots, game.read_house(None, self.house, GAMES))
        return Answer(tapped.ask(self.act, phrases, self.house), {})


class Tapped:
    """The slots of a game with the cards that were tapped: for each name `{cards, words}`, codes or piles, and what was tapped in its rows."""

    def __init__(self, game: Game, given: Mapping[str, object], house: House) -> None:
        self.game, self.given, self.house = game, given, house

    @cached_property
    def questions(self) -> Questions:
        return read_questions(self.game.name)

    @cached_property
    def texts(self) -> dict[str, str]:
        """What each full slot holds, as it is written in a phrase."""
        found = dict[str, str]()
        for slot in self.questions.slots:
            cards, rows, words = self.cards(slot), self.rows(slot, found), self.words(slot, found)
            is_full = len(cards) >= slot.least if slot.kind != "words" else bool(rows)
            if is_full and all(words):
                said = f" as {' '.join(words)}" if cards and words else " ".join(words)
                text = f"{' '.join(cards)}{said}" or "-"
                found[slot.name] = text.removesuffix("s") if words[:1] == ["1"] else text
        return found

    def _texts(self, slot: Slot, key: str) -> list[str]:
        """What a slot has under a key. Raises InputError for another value than a list of texts."""
        given = self.given.get(slot.name) or {}
        texts = given.get(key) or [] if isinstance(given, Mapping) else None
        if not isinstance(texts, list) or not all(isinstance(each, str) for each in texts):
            raise InputError(f"{slot.name}: {given!r} is not possible there.")
        return texts

    def cards(self, slot: Slot) -> list[str]:
        """The cards or piles in a slot. Raises InputError."""
        return self._texts(slot, "cards")

    def rows(self, slot: Slot, before: Mapping[str, str]) -> list[Sequence[str]]:
        """Words of which one is tapped in each row: what a wild card counts as, or what the game offers."""
        if slot.kind == "words":
            return [*self.game.scene.words_for(slot.name, before, self.house)]
        cards = [parse_card(code) for code in self.cards(slot)] if slot.counts else []
        wilds = [variable for card in cards if isinstance(card, Card) for variable in card.wilds]
        return [[value for value in VALUES[variable] if value != WILD[variable]] for variable in wilds]

    def words(self, slot: Slot, before: Mapping[str, str]) -> list[str]:
        """The word that is chosen in each row; "" where none is."""
        chosen, rows = [*self._texts(slot, "words")], self.rows(slot, before)
        if (
            slot.kind == "words" and rows and not any(chosen[:1])
        ):  # so many as are shown, until another number is tapped
            shown = max((len(self.cards(each)) for each in self.questions.slots if not each.kept), default=0)
            chosen[:1] = [str(max(1, shown))]
        return [word if word in row else "" for word, row in zip([*chosen, *[""] * len(rows)], rows, strict=False)]

    # what is asked

    def phrases(self, act: Act) -> list[str] | None:
        """The story of an act, None where it needs other cards than there are."""
        found: list[str] = []
        for part in split_story(act.story):
            phrase = part.strip("[]")
            if all(map(self._fits, _IN_BRACES.findall(phrase))):
                found.append(_IN_BRACES.sub(lambda slot: self.texts[slot[1]], phrase))
            elif phrase == part:
                return None
        used = {name for name, _ in _IN_BRACES.findall(act.story)}
        tapped = (slot.name for slot in self.questions.slots if slot.of and slot.name in self.texts)
        return found if used.issuperset(tapped) else None

    def _fits(self, place: tuple[str, str]) -> bool:
        name, wanted = place
        slot = next(each for each in self.questions.slots if each.name == name)
        return name in self.texts and (not wanted or len(self.cards(slot)) == int(wanted))

    def _has_full_slots(self, key: str) -> bool:
        """Whether the slots of what was open are full."""
        places = _IN_BRACES.findall(key)
        return bool(places) and all(map(self._fits, places))

    def ask(self, name: str, facts: Sequence[str], overrides: Sequence[str]) -> dict[str, object]:
        """The slots, the verdict on the act, or the acts between which somebody has to choose."""
        told = {act.text: phrases for act in self.questions.acts if (phrases := self.phrases(act)) is not None}
        main = [act for act in self.questions.acts if act.text in told and not act.extra]
        used = [len(_IN_BRACES.findall(act.story)) for act in main]
        full = [act for act, count in zip(main, used, strict=True) if count == max(used)]
        named = [act for act in self.questions.acts if act.text == name and name in told]
        chosen = named[0] if named else full[0] if len(full) == 1 else None
        deck = DECKS.get(self.house.get("deck", self.game.deck))
        found = {
            "game": self.game.name, "slots": [*map(self._slot_json, self.questions.slots)], "table": self._slots_after(None, None),
            "cards": None if deck is None else [*map(str, deck)], "jokers": self.house.get("jokers") or 0,
            "act": chosen.text if chosen else "", "acts": [text for text in told if chosen is None or text != chosen.text],
            "trouble": "", "yes": None, "screen": None, "open": [],
        }  # fmt: skip
        return found | (self._judge(chosen, told[chosen.text], facts, overrides) if chosen else {})

    def _judge(
        self, act: Act, phrases: Sequence[str], facts: Sequence[str], overrides: Sequence[str]
    ) -> dict[str, object]:
        opens = filter(self._has_full_slots, self.questions.opens)
        held = [_IN_BRACES.sub(lambda slot: self.texts[slot[1]], key) for key in opens]
        story = [*phrases[:-1], *held, *facts, phrases[-1]]
        try:
            answer = judge_story(self.game, story, None, overrides, GAMES)
        except InputError as error:
            return {"trouble": capitalized(in_words(Asker().own(str(error))))}
        own = [each for each in answer.next if not each.sentence.startswith(OTHERS)]  # how many play, nobody told
        answer = replace(answer, names=Asker(), next=tuple(own))
        return {
            "phrases": story,
            "yes": answer.yes,
            "screen": show_answer(answer),
            "open": self._open(answer),
            "table": self._slots_after(act, answer),
        }

    def _open(self, answer: StoryAnswer) -> list[dict[str, object]]:
        """What the engine calls open and the game has words for: a phrase, or a slot for more cards."""
        asked = [each for question in (*answer.questions, *answer.untold, *answer.more) for each in question.answers]
        found = list[dict[str, object]]()
        for key, text in self.questions.opens.items():
            phrase = next(filter(None, (_answer_phrase(each, _IN_BRACES.sub("RC1", key)) for each in asked)), "")
            slots = [name for name, _ in _IN_BRACES.findall(key) if name not in self.texts]
            if phrase and (slots or "{" not in key):
                found.append({"text": text, "phrase": "" if slots else phrase, "slot": slots[0] if slots else ""})
        return found[:MOST_OPEN]

    def _slot_json(self, slot: Slot) -> dict[str, object]:
        rows, words = self.rows(slot, self.texts), self.words(slot, self.texts)
        cards = self.cards(slot)
        counts = story_words().sentences["counts_as"]
        asks = counts.format(card=parse_card(cards[0]).name).capitalize() if rows and cards else slot.text
        return {
            "name": slot.name, "text": slot.text, "kind": slot.kind, "of": slot.of, "most": slot.most, "kept": slot.kept,
            "hidden": slot.hidden, "is_full": slot.name in self.texts, "asks": asks,
            "holds": self.texts.get(slot.name, ""), "like": self._like(slot),
            "rows": [{"words": [*row], "chosen": word} for row, word in zip(rows, words, strict=True)],
        }  # fmt: skip

    def _like(self, slot: Slot) -> list[str]:
        """Of a card with several wild traits what the card on the table has there: a tap for what people mostly declare."""
        other = next(
            (each for each in self.questions.slots if each.kept and each.counts and each.name in self.texts), None
        )
        cards = [parse_card(code) for code in self.cards(slot)] if other and other != slot and slot.counts else []
        if other is None or not cards or not isinstance(cards[0], Card) or len(cards[0].wilds) < 2:
            return []
        words = self.texts[other.name].partition(" as ")[2].split()
        shown = parse_card(self.cards(other)[0])
        values = [getattr(shown, variable) for variable in VALUES]
        return [
            next((word for word in words if word in VALUES[variable]), value)
            for variable, value in zip(VALUES, values, strict=True)
            if variable in cards[0].wilds
        ]

    # the table after it

    def _slots_after(self, act: Act | None, answer: StoryAnswer | None) -> dict[str, object]:
        """The cards in the slots that are kept: after a legal act those that most tables agree in that fit the story."""
        found = dict[str, object]()
        for slot in (each for each in self.questions.slots if each.kept):
            found[slot.name] = {
                "cards": self.cards(slot),
                "words": [word for word in self.words(slot, self.texts) if word],
            }
            if act is not None and answer is not None and answer.tables and f"{{{slot.name}" in act.story:
                found[slot.name] = self._after(slot, act, answer.tables)
        return found

    def _after(self, slot: Slot, act: Act, tables: Sequence[object]) -> dict[str, object]:
        name = slot.name if act.whose is None else f"{slot.name}[{act.whose}]"
        parts = (self.game.scene.parts(state) for state in tables)
        seen = Counter((each.get(name), each.get(slot.counts)) for each in parts)
        (lying, counts), times = seen.most_common(1)[0]
        if 2 * times <= len(tables):  # nobody told what else lies there
            return {"cards": [], "words": []}
        return {"cards": [*map(str, (lying,) if isinstance(lying, Card) else lying or ())], "words": [*(counts or ())]}


def _answer_phrase(answer: str, key: str) -> str:
    """The phrase of a key of `opens` if it answers a question: `Ann has 1 card` is one of `Ann has ... cards`; else ""."""
    phrase = answer.replace(OPEN, key.partition(" ")[0], 1) if answer.startswith(OPEN) else answer
    if OPEN not in phrase:
        return phrase if fnmatchcase(phrase, key) else ""
    found = re.escape(phrase).replace(re.escape(OPEN), ".+")
    return key if re.fullmatch(f"{found}?" if found.endswith("s") else found, key) else ""


REQUESTS = {"judge": Judge, "story": Story}
