"""From what was asked of a deal to a table (game, players, house rules), a deal code, and the deal as plain data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tt_print.dealing.announce import added_rules, announce, rule_value, rules_text
from tt_print.dealing.code import SECRET_BYTES, fresh_code, parse_code
from tt_print.dealing.plan import DealResult, deal_json, make_deal, other_house_rules
from tt_print.dealing.settings import Settings, held_options, house_of, settings_of
from tt_print.deck import VARIABLES, find_deck
from tt_print.engine.house import show_value
from tt_print.engine.reasons import IllegalMove
from tt_print.engine.table_facts import TITLES
from tt_print.errors import choose
from tt_print.games import GAMES, find_game, load_games, titles_where
from tt_print.people import find_player, numbered_names, teams_by_seat
from tt_print.problems import Problem, pick

if TYPE_CHECKING:
    from tt_print.core.commands.deal import Deal
    from tt_print.engine.base import Game
    from tt_print.engine.house import House


def read_table(asked: Deal) -> tuple[Settings, House]:
    """The table of a fresh deal, or of a round with chits. Raises InputError for anything that does not fit together."""
    if asked.chits:
        game = pointer_game(asked.game, "chits")
    elif asked.game:
        game = find_game(asked.game)
    else:
        raise Problem("deal.which_game", "game", games=" ".join(GAMES))
    typed = typed_rules(game, asked, asked.players)  # a wrong deck is reported before more is asked for
    if not asked.players:
        raise Problem("deal.who", "players")
    house = _read_house(game, asked, typed)
    dealer = find_player(asked.dealer, asked.players) if asked.dealer.strip() else None
    try:
        settings = settings_of(game, len(asked.players), house, dealer)
    except IllegalMove as refused:
        decks = [deck for deck in refused.reason.instead if deck in {deck for deck, _ in game.table.variants}]
        if not decks:
            raise
        raise Problem("deal.another_deck", "deck", text=str(refused), choices=decks) from refused
    return settings, house_of(settings, other_house_rules(house))


def repeated_deal(asked: Deal) -> DealResult:
    """The deal of a code, with the names and further house rules that were given.

    Raises InputError for a mistyped code, and for what contradicts it.
    """
    code = parse_code(asked.code)
    settings = code.settings
    game, held = find_game(settings.game), house_of(settings)
    if asked.game not in ("", game.name):
        raise Problem("deal.code_game", "game", title=game.title, wanted=find_game(asked.game).title)
    names = asked.players or numbered_names(settings.players)
    if len(names) != settings.players:
        raise Problem("deal.code_players", "players", players=settings.players, count=len(names))
    typed = typed_rules(game, asked, names)
    house = _read_house(game, asked, typed)
    named = {text.partition("=")[0].strip() for text in typed}.union(house.changed)
    for name in [each for each in house if each in named & held_options(game)]:
        stated = settings.deck if name == "deck" else held[name]  # the code says which deck it is, even by default
        if house[name] != stated:
            values = {"held": show_value(stated), "given": show_value(house[name])}
            raise Problem("deal.code_rule", "house", name=name, **values)
    return make_deal(code, names, house_of(settings, other_house_rules(house)))


def _read_house(game: Game, asked: Deal, typed: Sequence[str]) -> House:
    return game.read_house(Path(asked.house_file) if asked.house_file else None, typed, GAMES)


def typed_rules(game: Game, asked: Deal, names: Sequence[str]) -> list[str]:
    """House rules as `name=value`: those of `house`, then what `deck`, `jokers` and `hands` say. Raises InputError."""
    typed = [teams_by_seat(text, names) for text in asked.house]
    stated = {text.partition("=")[0].strip(): text.partition("=")[2].strip() for text in typed}
    fields = {"deck": _deck(game, asked.deck), "jokers": _jokers(game, asked.jokers)}
    if asked.hands and game.table.hands_option:
        fields[game.table.hands_option] = str(asked.hands)
    for name, value in fields.items():
        if value and stated.get(name, value) != value:
            raise Problem("deal.contradiction", name, other="house", name=name, value=value, stated=stated[name])
    return [*typed, *(f"{name}={value}" for name, value in fields.items() if value)]


def option_values(game: Game, name: str) -> list[str]:
    """What a house rule may be as people choose it; nothing if the game has no such rule."""
    return [str(value) for each in game.options if each.name == name for value in each.values if value != "auto"]


def _deck(game: Game, deck: str) -> str:
    """The deck as a house rule has it, "" if the game has but one. Raises Problem for another."""
    if deck and (choices := option_values(game, "deck")):
        return pick("deck", "west" if deck.lower() == "w" else deck, choices, "deal.no_deck", title=game.title)
    if deck and find_deck(deck) != game.deck:
        twin = find_game(game.table.twin or game.name)
        values = {"title": game.title, "deck": TITLES[game.deck], "twin": twin.name}
        code = "deal.deck_of_twin" if game.table.twin else "deal.one_deck"
        raise Problem(code, "deck", twin_deck=TITLES[twin.deck], twin_title=twin.title, **values)
    return ""


def _jokers(game: Game, jokers: str) -> str:
    values = option_values(game, "jokers")
    code = "deal.no_jokers" if values == ["0"] else "deal.jokers"
    return jokers and pick("jokers", jokers, values, code, title=game.title)


# ---------------------------------------------------------------- chance, and several hands


def make_deals(asked: Deal, random_bytes: Callable[[int], bytes]) -> list[DealResult]:
    """One deal a hand: the deal moves one to the left each time (ruling G-4).

    Raises InputError, also where who deals next, or who still plays, is not known beforehand.
    """
    if asked.code:
        return [repeated_deal(asked)]
    settings, house = read_table(asked)
    codes = [fresh_code(settings, random_bytes(SECRET_BYTES))]
    hands, hooks = asked.hands or 1, find_game(settings.game).table
    if hands > 1 and hooks.hand_by_hand:
        raise Problem("deal.hand_by_hand", "hands", why=hooks.hand_by_hand)
    if hands > 1 and (rule := house.get("next_dealer", "rotate")) != "rotate":
        raise Problem("deal.next_dealer", "hands", value=hands, rule=rule)
    dealer, _ = codes[0].draw()
    for hand in range(1, hands):
        later = replace(settings, dealer=(dealer + hand) % settings.players)
        codes.append(fresh_code(later, random_bytes(SECRET_BYTES)))
    return [make_deal(code, asked.players, house) for code in codes]


# ---------------------------------------------------------------- pointers


def pointer_game(name: str, field: str) -> Game:
    """The game of this name, or without one the one that has pointers. Raises Problem of the field for a game that has none."""
    game = find_game(name) if name else next(each for each in load_games() if each.table.pointers)
    if game.table.pointers is None:
        titles = titles_where(lambda each: each.table.pointers is not None)
        raise Problem("deal.no_pointers", field, titles=titles, title=game.title)
    return game


def pointer_data(game: Game, deck: str, house: House, now: tuple[str, ...] = (), move: str = "") -> dict[str, Any]:
    """Where the pointers are, without `now` as they are set up, and after `move` of one; where each goes next, how they run, claims, and the
    most cards at a time. Raises InputError for a value that is not in play."""
    rules = game.table.pointers
    assert rules is not None
    rings = {variable: rules.ring(deck, variable) for variable in VARIABLES}
    at = dict(zip(VARIABLES, now or rules.start, strict=True))
    for variable, value in at.items():
        choose(variable, value, rings[variable])
    if move:
        moved = rules.moved(tuple(at.values()), rules.step(deck, at[choose("pointer", move, VARIABLES)]))
        at = dict(zip(VARIABLES, moved, strict=True))
    return {
        "game": game.name,
        "deck": deck,
        "pointers": at,
        "moves": {variable: rules.step(deck, value) for variable, value in at.items()},
        "rings": {variable: list(ring) for variable, ring in rings.items()},
        "claims": rules.choices(tuple(at.values())),
        "max_cards": rules.max_cards(deck, house),
    }


# ---------------------------------------------------------------- plain data


def deal_data(dealts: Sequence[DealResult], *, reveal: bool) -> dict[str, Any]:
    """The first hand's keys, and where there are more hands each of the others under `later`."""
    first, *later = [_one(dealt, reveal=reveal) for dealt in dealts]
    more = [{"hand": number, **each} for number, each in enumerate(later, 2)]
    return first | ({"later": more} if more else {})


def _one(dealt: DealResult, *, reveal: bool) -> dict[str, Any]:
    """`text` is what `title`, `rows` and `read` say; `added` are the house rules that no code holds."""
    said, data = announce(dealt), deal_json(dealt, reveal=reveal)
    if plan := dealt.game.table.deal_plan(len(dealt.names), dealt.house):
        data["plan"] = list(plan)
        if reveal:
            data["deals"] = [
                {name: [str(card) for card in hand] for name, hand in zip(dealt.names, hands, strict=True)}
                for hands in dealt.deals
            ]
    return data | {
        "also": list(dealt.game.table.other_decks(len(dealt.names), dealt.deck)),
        "house": {
            name: rule_value(name, value, dealt.names) if isinstance(value, tuple) else value
            for name, value in dealt.house.changed.items()
        },
        "text": "\n".join([said.title, *(text for _, text in said.rows), *said.read]),
        "title": said.title,
        "rows": [list(row) for row in said.rows],
        "read": list(said.read),
        "rules_text": rules_text(dealt.house, dealt.names),
        "added": added_rules(dealt),
    }
