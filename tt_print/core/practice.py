"""Practice as requests: what happened, what is on the table, what a tap can mean, and with which rule it is not legal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Annotated, Any

from tt_print.core.commands.common import Answer, OneGame, Rules
from tt_print.core.commands.judge import in_words
from tt_print.core.environment import Call
from tt_print.deck import parse_card
from tt_print.engine.base import Game
from tt_print.engine.notation import seat_name
from tt_print.engine.printed_lines import options_named
from tt_print.errors import InputError, join_words
from tt_print.games import find_game
from tt_print.games.practice import YOU, Position, PracticeEvent, find_position, find_tip, make_pile, play_words
from tt_print.problems import Said
from tt_print.requests.kinds import Number, Words
from tt_print.requests.notes import Request, request

OFFERED = 15  # meanings of one tap
MAX_SHORT = 28  # letters on a button
Codes = Annotated[tuple[str, ...], Words()]
Seed = Annotated[int, Number()]


# ---------------------------------------------------------------- a round


@request
class Round(Request):
    """A round of practice as it is after what the player did."""

    game: OneGame
    players: Annotated[int, Number()] = 3
    seed: Seed = 1
    done: Codes = ()
    house: Rules = ()

    verb = "practice"

    def position(self) -> tuple[Game, Position]:
        game = find_game(self.game)
        if not play_words(game).strategy:
            raise InputError(f"there is no practice round of {game.title}; practice its slaps.")
        return game, find_position(game.name, self.players, self.seed, " ".join(self.house), self.done)


@request
class Practice(Round):
    """What happened since the last choice, the table, the hand, and what needs no card; at the `end` who won, and what everyone has."""

    def answer(self, call: Call) -> Answer:
        game, at = self.position()
        words, view = play_words(game), game.view(at.state, YOU)
        hand, has_points = tuple(at.state.hands[YOU]), game.has_points(at.state.house)
        places = list(game.playing.places(view)) if at.state.phase != "deal" or at.is_over else []
        data = {
            "game": game.name,
            "players": [
                {"name": seat_name(seat), "cards": view.hands[seat] if seat else len(hand), "score": score if has_points else None}
                for seat, score in enumerate(at.state.scores)
            ],
            "happened": [_happened_json(game, each) | {"outcome": _outcome_json(each)} for each in at.happened
                if each.seat is not None and type(each.event) not in game.playing.forced],
            "table": [
                {
                    "name": words.table[place.name], "cards": list(place.cards), "count": place.count, "note": in_words(place.note),
                    "owner": None if place.owner is None else seat_name(place.owner), "may_be_tapped": place.may_be_tapped,
                }
                for place in places
            ],
            "hand": list(map(str, hand)),
            "most_cards": words.most_cards,
            "choices": [] if at.is_over else _choices(game, at, (), ()),
            "end": _end(game, at) if at.is_over else None,
            "is_over": at.is_over,
            "winners": [seat_name(seat) for seat in at.state.winners],
            "left": [[str(card) for card in cards] for cards in at.state.hands] if at.is_over else [],
        }  # fmt: skip
        return Answer(data, {})


@request
class Try(Round):
    """What tapping these cards can mean, or with which rule it is not legal."""

    cards: Codes = ()
    table: Codes = ()

    def answer(self, call: Call) -> Answer:
        game, at = self.position()
        cards, held = tuple(map(parse_card, self.cards)), tuple(at.state.hands[YOU])
        if at.is_over or not set(cards) <= set(held):
            raise InputError("you do not hold these cards now.")
        in_hand = tuple(next(card for card in held if card == wanted) for wanted in cards)
        choices = _choices(game, at, in_hand, self.table)
        if choices or not cards:
            return Answer({"choices": choices, "reason": None}, {})
        refused = next(iter(game.playing.tries(game.view(at.state, YOU), in_hand, self.table)), None)
        reason = None if refused is None else game.illegal_reason(at.state, refused)
        text = play_words(game).nothing if reason is None else in_words(reason.sentence)
        why = {"text": text, "rules": list(reason.rules) if reason else []}
        return Answer({"choices": [], "reason": why}, {}, text=[text])


@request
class Playable(Round):
    """For each card of the hand that can be played now: the cards of the places on which, `""` for none."""

    def answer(self, call: Call) -> Answer:
        game, at = self.position()
        view = game.view(at.state, YOU)
        targets = [(), *((place.cards[0],) for place in game.playing.places(view) if place.may_be_tapped)]
        found = {}
        for card in at.state.hands[YOU] if not at.is_over else ():
            on = [table[0] if table else "" for table in targets if _choices(game, at, (card,), table)]
            if on:
                found[str(card)] = on
        return Answer({"playable": found}, {})


@request
class Tip(Round):
    """What a sensible player would do now, and why."""

    def answer(self, call: Call) -> Answer:
        game, at = self.position()
        if at.is_over:
            raise InputError("the round is over.")
        tip = find_tip(game, at)
        happened = _happened_json(game, tip)
        return Answer({"event": game.event_text.show(tip.event), **happened}, {}, text=[happened["say"]])


def _say(text: str) -> str:
    """An event as a sentence without codes; cards are played."""
    return in_words(text).replace(" lays ", " plays ")


def _choices(game: Game, at: Position, cards: tuple[Any, ...], table: tuple[str, ...]) -> list[dict[str, str]]:
    """What the player may do with cards, as orders: `Ann plays ...` is `play ...`; of which kind, and for a button."""
    tried: Iterable[Any] = game.playing.tries(game.view(at.state, YOU), cards, table)
    rows = []
    for event in [event for event in tried if game.can(at.state, event)][:OFFERED]:
        text = game.event_text.show(event)
        verb, _, rest = _say(text).partition(" ")[2].partition(" ")
        order = verb[:-2] if verb.endswith(("sses", "oes")) else verb[:-1]
        say = play_words(game).choices.get(verb, f"{order} {rest}".rstrip())
        kind = type(event).__name__.lower()
        rows.append({"event": text, "say": say, "kind": kind, "short": _short(game, event, kind, say)})
    return rows


def _short(game: Game, event: Any, kind: str, say: str) -> str:
    """What a button says: the game's own words for it, or the order, or only its verb if that has no room."""
    codecs = game.event_text.forms[type(event)].codecs.items()
    shown = {name: codec.show(value) for name, codec in codecs if (value := getattr(event, name)) is not None}
    own = {text: options_named(text, ()) for text in play_words(game).short.get(kind, ())}
    filled = next((blanks for blanks in own.values() if blanks <= shown.keys()), None)
    texts = [*(in_words(text.format(**shown)) for text, blanks in own.items() if blanks == filled), say]
    short = next((text for text in texts if len(text) <= MAX_SHORT), say.partition(" ")[0])
    return short[0].upper() + short[1:]


def _end(game: Game, at: Position) -> dict[str, Any]:
    """Who won the round, and what each seat has in the end."""
    words, winners = play_words(game), [seat_name(seat) for seat in at.winners]
    code = ("nobody", "won")[len(winners)] if len(winners) < 2 else "won_together"
    rows = [
        {"label": words.table[row.name], "has": [*row.has], "points": None if row.points is None else [*row.points]}
        for row in game.playing.end_rows(at.state)
    ]
    headline = str(Said(f"practice.{code}", names=join_words(winners, "and")))
    return {"headline": headline, "winners": winners, "rows": rows}


def _outcome_json(told: PracticeEvent) -> dict[str, Any] | None:
    """Whose claim was challenged, the cards that were turned up, whether it is true, and who takes how many."""
    found = told.outcome
    if found is None:
        return None
    names = {"who": seat_name(found.who), "takes": seat_name(found.takes)}
    return {**asdict(found), **names, "cards": [*found.cards]}


def _happened_json(game: Game, told: PracticeEvent) -> dict[str, Any]:
    """Who did what, what that is called, and by which rules. Cards that others play face down are not named."""
    words = play_words(game)
    who, is_hidden = seat_name(told.seat or 0), told.seat != YOU and hasattr(told.event, "claim")
    named = [] if is_hidden else [words.used[key] for key in told.used if key in words.used]
    return {
        "who": who,
        "say": f"{who} claims {told.event.claim}" if is_hidden else _say(game.event_text.show(told.event)),
        "called": [each.say for each in named],
        "rules": list(dict.fromkeys(rule for each in named for rule in each.rules)),
        "strategy": words.strategy,
    }


# ---------------------------------------------------------------- piles


@request
class Pile(Request):
    """A pile of a game with slaps: whether it is a slap, and why."""

    game: OneGame
    seed: Seed = 1
    number: Annotated[int, Number()] = 0
    house: Rules = ()

    verb = "practice"

    def answer(self, call: Call) -> Answer:
        game = find_game(self.game)
        cards, verdict = make_pile(game, game.read_house(overrides=self.house), self.seed, self.number)
        kinds, reason = verdict.facts["slap_reasons"], verdict.reasons[0]
        why = in_words(reason.sentence if kinds else reason.text)
        data = {
            "cards": list(map(str, cards)),
            "slap": bool(kinds),
            "called": play_words(game).used[f"slap_{kinds[0]}"].say if kinds else "",
            "why": why,
            "rules": list(reason.rules),
        }
        return Answer(data, {}, text=[why])


REQUESTS = {
    "practice.pile": Pile, "practice": Practice, "practice.try": Try, "practice.playable": Playable, "practice.tip": Tip,
}  # fmt: skip
