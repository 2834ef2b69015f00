"""Practice as requests: what happened, what is on the table, what a tap can mean, and with which rule it is not legal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from functools import cache
from itertools import islice
from string import Formatter
from typing import Annotated

from tt_print.core.asking import Call
from tt_print.core.commands.common import Answer, OneGame, Rules
from tt_print.core.commands.judge import in_words
from tt_print.deck import parse_card
from tt_print.engine.base import Game
from tt_print.engine.play import BACK, Person, Tally, person, player_name
from tt_print.errors import InputError, capitalized, join_words
from tt_print.games import find_game
from tt_print.games.practice import YOU, Position, PracticeEvent, find_position, find_tip, make_pile, play_words
from tt_print.problems import Count, Said
from tt_print.requests.kinds import Number, Request, Words, request

MAX_SAY, MAX_SHORT = 60, 28  # letters of a sentence, and on a button
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
        if not play_words(game).aim:
            raise InputError(f"there is no practice round of {game.title}; practice its slaps.")
        return game, find_position(game.name, self.players, self.seed, " ".join(self.house), self.done)


@request
class Practice(Round):
    """What moved since the last choice, what there is on the table and in the hand, what may be played, and at the `end` who won the round."""

    def answer(self, call: Call) -> Answer:
        game, at = self.position()
        words, view = play_words(game), game.view(at.state, YOU)
        has_points, sizes = game.has_points(at.state.house), game.playing.hand_sizes(view)
        data = {
            "game": game.name,
            "layout": words.layout,
            "aim": _aim(game, at),
            "players": [
                {
                    "name": player_name(seat, YOU),
                    "cards": sizes[seat],
                    "about": at.hand_counts[seat],
                    "score": score if has_points else None,
                }
                for seat, score in enumerate(at.state.scores)
            ],
            "places": _places(game, at),
            "moves": _moves(game, at),
            "hand": list(map(str, at.state.hands[YOU])),
            "most_cards": game.playing.most_cards(view),
            "may": _may(game, at),
            "free": [] if at.is_over else [_choice(game, at, event) for event in _legal(game, at, (), ())],
            "count": _count(game, at) if has_points else None,
            "end": _end(game, at) if at.is_over else None,
            "is_over": at.is_over,
        }  # fmt: skip
        return Answer(data, {})


@request
class Try(Round):
    """What tapping these cards can mean, or with which rule it is not legal, and which cards of the hand are."""

    cards: Codes = ()
    table: Codes = ()

    def answer(self, call: Call) -> Answer:
        game, at = self.position()
        cards, held = tuple(map(parse_card, self.cards)), tuple(at.state.hands[YOU])
        if at.is_over or not set(cards) <= set(held):
            raise InputError("you do not hold these cards now.")
        view, hooks = game.view(at.state, YOU), game.playing
        in_hand = tuple(next(card for card in held if card == wanted) for wanted in cards)
        legal = _legal(game, at, in_hand, self.table)
        reason = None if legal or not cards else _reason(game, at, in_hand, self.table)
        tally = hooks.tally(view, in_hand, self.table, legal)
        rows = [(event, _choice(game, at, event)) for event in legal]
        data = {
            "choices": [choice for event, choice in rows if not hasattr(event, "claim")],
            "reason": reason,
            "mine": [str(card) for card in held if _legal(game, at, (card,), self.table, 1)] if reason else [],
            "tally": _tally_json(tally),
            "claims": [
                {"count": event.claim.count, "pair": " ".join(event.claim.values), "say": choice["short"], "event": choice["event"]}
                for event, choice in rows if hasattr(event, "claim")
            ],
        }  # fmt: skip
        return Answer(data, {}, text=[str(reason["text"])] if reason else [])


@request
class Tip(Round):
    """What a sensible player would do now, and why."""

    def answer(self, call: Call) -> Answer:
        game, at = self.position()
        if at.is_over:
            raise InputError("the round is over.")
        tip = find_tip(game, at)
        texts = _event_words(game, tip, Person(""))
        data = {
            "event": game.event_text.show(tip.event),
            "say": texts["say"],
            "short": texts["button"],
            "cards": [*tip.motion.cards] if tip.motion.start == f"hand:{player_name(YOU, YOU)}" else [],
            "table": [*tip.motion.table],
            **_notable(game, tip, is_hidden=tip.outcome is not None),
            "because": _because(game, at, tip.event),
        }
        return Answer(data, {}, text=[texts["say"]])


# ---------------------------------------------------------------- words


def _fill(texts: Iterable[str], values: Mapping[str, object], limit: int = 0) -> str:
    """The first of these texts that has all its values and no more letters than the limit; else the last that has them."""
    known = {name: Count(value) if type(value) is int else value for name, value in values.items() if value is not None}
    filled = [text.format(**known) for text in texts if _blanks(text) <= known.keys()]
    text = next((text for text in filled if not limit or len(text) <= limit), filled[-1])
    return capitalized(text)


@cache
def _blanks(text: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name)


def _event_words(game: Game, told: PracticeEvent, who: Person) -> dict[str, str]:
    """A sentence for an event, a few words beside its player, and the words of a button."""
    form, values = game.event_text.forms[type(told.event)], dict[str, object](who=who)
    for blank in form.blanks:
        value = getattr(told.event, blank.name)
        if value not in (None, ()):
            is_seat = blank.kind.startswith("Seat")
            values[blank.name] = person(value, YOU) if is_seat else in_words(form.codecs[blank.name].show(value))
    values |= {name: in_words(value) if isinstance(value, str) else value for name, value in told.motion.words.items()}
    words = play_words(game).moves[type(told.event).__name__.lower()]
    return {
        "say": _fill(words.say, values, MAX_SAY),
        "short": _fill(words.short, values, MAX_SHORT),
        "button": _fill(words.button or words.say, values, MAX_SHORT),
    }


def _notable(game: Game, told: PracticeEvent, is_hidden: bool) -> dict[str, object]:
    """What is notable of an event, and its rules; nothing where that says whether a claim is true that nobody has turned up."""
    named = {} if is_hidden else {key: words for key in told.used if (words := play_words(game).used.get(key))}
    return {
        "called": [words.say for key, words in named.items() if key in game.playing.notable],
        "rules": list(dict.fromkeys(rule for words in named.values() for rule in words.rules)),
    }


def _because(game: Game, at: Position, event: object) -> str | None:
    """What decided this tip, in a sentence."""
    found = game.playing.because(game.view(at.state, YOU), event)
    return None if found is None else _fill([play_words(game).because[found[0]]], found[1])


# ---------------------------------------------------------------- parts of an answer


def _places(game: Game, at: Position) -> list[dict[str, object]]:
    """Everything on the table; at the end of a round nothing can be tapped."""
    if at.state.phase == "deal" and not at.is_over:
        return []
    rows = list[dict[str, object]]()
    for place in game.playing.places(game.view(at.state, YOU)):
        owner = None if place.owner is None else person(place.owner, YOU)
        name = play_words(game).table[place.name or place.id.partition(":")[0]]
        rows.append({
            "id": place.id,
            "name": _fill([name], {"owner": owner, "note": place.note}),
            "owner": None if place.owner is None else player_name(place.owner, YOU),
            "cards": [*place.cards],
            "count": place.count,
            "note": in_words(place.note),
            "as": place.counts_as,
            "tap": None if at.is_over else place.tap,
        })  # fmt: skip
    return rows


def _moves(game: Game, at: Position) -> list[dict[str, object]]:
    """What happened since the player's last choice. Cards that are drawn belong to the move before or after; the player sees their own."""
    rows, draws, hooks = list[dict[str, object]](), list[dict[str, object]](), game.playing
    of_move = list[dict[str, object]]()
    for told in at.happened:
        drawn = [{"who": player_name(seat, YOU), "count": count} for seat, count in told.draws]
        if told.seat is None:  # a shuffle, after which somebody draws on
            of_move += drawn
        elif type(told.event) in hooks.forced and (told.seat != YOU or told is not at.happened[-1]):
            draws += drawn
        else:
            texts, motion = _event_words(game, told, person(told.seat, YOU)), told.motion
            of_move = [*draws, *([] if motion.start == "draw" else drawn)]
            rows.append({
                "who": player_name(told.seat, YOU),
                "say": texts["say"],
                "short": texts["short"],
                "cards": [*motion.cards],
                "from": motion.start,
                "to": motion.end,
                "also": [*motion.also],
                "as": motion.counts_as,
                "draws": of_move,
                **_notable(game, told, is_hidden=told.seat != YOU and BACK in motion.cards),
                "outcome": _outcome_json(told),
            })  # fmt: skip
            draws = []
    return rows


def _legal(
    game: Game, at: Position, cards: tuple[object, ...], table: tuple[str, ...], most: int | None = None
) -> list[object]:
    """What the player may do with cards and taps: all of it, or so many."""
    tried = game.playing.tries(game.view(at.state, YOU), cards, table)
    return [*islice((event for event in tried if game.can(at.state, event)), most)]


def _choice(game: Game, at: Position, event: object) -> dict[str, object]:
    """A legal event as an order: of which kind, for a button, the places to tap, and the one where its cards go."""
    motion = game.playing.motion(at.state, event, YOU)
    texts = _event_words(game, PracticeEvent(YOU, event, (), motion), Person(""))
    return {
        "event": game.event_text.show(event),
        "say": texts["say"],
        "short": texts["button"],
        "kind": type(event).__name__.lower(),
        "table": [*motion.table],
        "to": motion.end,
    }


def _reason(game: Game, at: Position, cards: tuple[object, ...], table: tuple[str, ...]) -> dict[str, object]:
    """Why the likeliest meaning of these taps is not legal; where something else comes first, what that is."""
    view, words = game.view(at.state, YOU), play_words(game)
    refused = next(iter(game.playing.tries(view, cards, table)), None)
    reason = None if refused is None else game.illegal_reason(at.state, refused)
    if reason is None:
        return {"text": words.nothing, "rules": []}
    own = words.reasons.get(reason.key)
    text = _aim(game, at) if reason.key.startswith("now_") else in_words(reason.fill(own) if own else reason.text)
    return {"text": capitalized(text), "rules": [*reason.rules]}


def _aim(game: Game, at: Position) -> str:
    """What the player can do now, in a sentence."""
    if at.is_over:
        return str(Said("practice.over"))
    text = play_words(game).aim.get(at.state.phase, "")
    return _fill([text], game.playing.aim(game.view(at.state, YOU)))


def _may(game: Game, at: Position) -> dict[str, list[str]]:
    """For each card of the hand that can be played now the taps of the places on which, `""` for none."""
    if at.is_over:
        return {}
    view, found = game.view(at.state, YOU), dict[str, list[str]]()
    for card in at.state.hands[YOU]:
        legal = [taps for taps in game.playing.targets(view, card) if _legal(game, at, (card,), taps, 1)]
        if legal:
            found[str(card)] = list(dict.fromkeys(tap for taps in legal for tap in taps or ("",)))
    return found


def _end(game: Game, at: Position) -> dict[str, object]:
    """Who won the round, and what each seat has in the end."""
    winners = [player_name(seat, YOU) for seat in at.winners]
    names = Person(join_words((person(seat, YOU) for seat in at.winners), "and"))
    headline = capitalized(str(Said("practice.won", names=names) if winners else Said("practice.nobody")))
    return {"headline": headline, "winners": winners, **_count(game, at)}


def _count(game: Game, at: Position) -> dict[str, object]:
    """What each seat has, row by row of the score sheet, and its points, as if the round were over now."""
    words = play_words(game)
    rows = [
        {"label": words.table[row.name], "has": [*row.has], "points": None if row.points is None else [*row.points]}
        for row in game.playing.end_rows(at.state)
    ]
    points = [row["points"] for row in rows if row["points"] is not None]
    return {"rows": rows, "total": [sum(column) for column in zip(*points, strict=True)] if points else None}


def _tally_json(tally: Tally | None) -> dict[str, object] | None:
    """The tally as lists."""
    if tally is None:
        return None
    sets, numbers = [[*each] for each in tally.sets], [[*each] for each in tally.numbers]
    return {**asdict(tally), "sets": sets, "numbers": numbers, "shares": [*tally.shares]}


def _outcome_json(told: PracticeEvent) -> dict[str, object] | None:
    """Whose claim was challenged, the cards that were turned up, whether it is true, and who takes how many."""
    found = told.outcome
    if found is None:
        return None
    names = {"who": player_name(found.who, YOU), "takes": player_name(found.takes, YOU)}
    verdict, taken = (
        Said("practice.true" if found.true else "practice.lie"),
        Said("practice.takes", who=person(found.takes, YOU), count=Count(found.taken)),
    )
    return {**asdict(found), **names, "cards": [*found.cards], "say": f"{verdict} {capitalized(str(taken))}"}


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
    "practice.pile": Pile, "practice": Practice, "practice.try": Try, "practice.tip": Tip,
}  # fmt: skip
