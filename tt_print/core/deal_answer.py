"""The table and the codes of a deal that was asked for, and the deal as data, in lines, and on pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tt_print.core.commands.common import ONE_SIDE, Answer, look_of, name_warnings, names_on_paper, pdf_of, with_names
from tt_print.deck import VARIABLES, find_deck
from tt_print.engine.base import Game
from tt_print.engine.figures import time_sentence
from tt_print.engine.house import show_value
from tt_print.engine.people import find_player, numbered_names, teams_by_seat
from tt_print.engine.printed_lines import TITLES, house_sentences, idle_options, table_facts, team_words
from tt_print.engine.standing import own_value
from tt_print.errors import choose, join_words
from tt_print.games import GAMES, find_game, load_games, titles_where
from tt_print.play.dealing.code import (
    SECRET_BYTES,
    Settings,
    fresh_code,
    held_options,
    house_of,
    parse_code,
    settings_of,
)
from tt_print.play.dealing.result import (
    DealResult,
    added_rules,
    announce,
    common_words,
    deal_json,
    make_deal,
    own_words,
    print_lines,
    rules_text,
    sort_hand,
    title_of,
)
from tt_print.problems import Action, FactRows, FileName, Line, Problem, Said, pick
from tt_print.templates import has_template, read_table

if TYPE_CHECKING:
    from tt_print.core.asking import Call
    from tt_print.core.commands.deal import Deal
    from tt_print.deck import AnyCard
    from tt_print.engine.house import House
    from tt_print.faces.theme import Theme
    from tt_print.paper.backs import Sheet
    from tt_print.paper.plan import Paper
    from tt_print.play.score.night import Night


def table_of(asked: Deal) -> tuple[Settings, House]:
    """The table of a fresh deal, or of a round with chits. Raises InputError for anything that does not fit together."""
    if asked.chits:
        game = pointer_game(asked.game, "chits")
    elif asked.game:
        game = find_game(asked.game)
    else:
        raise Problem("deal.which_game", "game", games=join_words(GAMES))
    typed = typed_rules(game, asked, asked.players)  # a wrong deck is reported before more is asked for
    if not asked.players:
        raise Problem("deal.who", "players")
    house = asked.read_house(game, typed)
    dealer = find_player(asked.dealer, asked.players) if asked.dealer.strip() else None
    settings = settings_of(game, len(asked.players), house, dealer)
    return settings, house_of(settings, house)


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
    house = asked.read_house(game, typed)
    named = {text.partition("=")[0].strip() for text in typed}.union(house.changed)
    for name in [each for each in house if each in named & held_options(game)]:
        stated = settings.deck if name == "deck" else held[name]  # the code says which deck it is, even by default
        if house[name] != stated:
            values = {"held": show_value(stated), "given": show_value(house[name])}
            raise Problem("deal.code_rule", "house", name=name, **values)
    return make_deal(code, names, house_of(settings, house))


def typed_rules(game: Game, asked: Deal, names: Sequence[str]) -> list[str]:
    """House rules as `name=value`: those of `house`, then what `deck`, `jokers` and `hands` say. Raises InputError."""
    typed = [teams_by_seat(text, names) for text in asked.house]
    stated = {text.partition("=")[0].strip(): text.partition("=")[2].strip() for text in typed}
    fields = {"deck": _deck(game, asked.deck)}
    if asked.jokers:
        values = choices_of(game, "jokers")
        code = "deal.no_jokers" if values == ["0"] else "deal.jokers"
        fields["jokers"] = pick("jokers", asked.jokers, values, code, title=game.title)
    if asked.hands and game.table.hands_option:
        fields[game.table.hands_option] = str(asked.hands)
    for name, value in fields.items():
        if value and stated.get(name, value) != value:
            raise Problem("deal.contradiction", name, other="house", name=name, value=value, stated=stated[name])
    return [*typed, *(f"{name}={value}" for name, value in fields.items() if value)]


def choices_of(game: Game, name: str) -> list[str]:
    """What a house rule may be as people choose it; nothing if the game has no such rule."""
    return [str(value) for each in game.options if each.name == name for value in each.values if value != "auto"]


def _deck(game: Game, deck: str) -> str:
    """The deck as a house rule has it, "" if the game has but one. Raises Problem for another."""
    if deck and (choices := choices_of(game, "deck")):
        return pick("deck", "west" if deck.lower() == "w" else deck, choices, "deal.no_deck", title=game.title)
    if deck and find_deck(deck) != game.deck:
        twin = find_game(game.table.twin or game.name)
        values = {"title": game.title, "deck": TITLES[game.deck], "twin": twin.name}
        code = "deal.deck_of_twin" if game.table.twin else "deal.one_deck"
        raise Problem(code, "deck", twin_deck=TITLES[twin.deck], twin_title=twin.title, **values)
    return ""


# ---------------------------------------------------------------- chance, and several hands


def make_deals(asked: Deal, random_bytes: Callable[[int], bytes]) -> list[DealResult]:
    """One deal a hand: the deal moves one to the left each time (ruling G-4).

    Raises InputError, also where who deals next, or who still plays, is not known beforehand.
    """
    if asked.code:
        return [repeated_deal(asked)]
    settings, house = table_of(asked)
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


def chits(asked: Deal) -> Answer:
    """Where the pointers are, how they run and wrap, what may be claimed, and the most cards at a time."""
    settings, house = table_of(asked)
    data = pointer_data(find_game(settings.game), settings.deck, house)
    at, rings = data["pointers"], list[tuple[str, str]]()
    for variable, ring in data["rings"].items():
        shown = " ".join(f"[{each}]" if each == at[variable] else each for each in ring)
        rings.append((f"  {variable}", str(Said("deal.ring", ring=shown, first=ring[0]))))
    text: list[Line] = [
        title_of(settings),
        FactRows(tuple(rings)),
        Said("deal.pointers", values=", ".join(at.values())),
        Said("deal.claims", claims=", ".join(data["claims"])),
        Said("deal.most", most=data["max_cards"]),
        *(f"  {line}" for line in print_lines(own_words(settings.game).turn, house)),
        Said("deal.rules", rules=rules_text(house, ())),
    ]
    return Answer({**data, "players": settings.players, "house": house.as_json()}, {}, kind="deal chits", text=text)


# ---------------------------------------------------------------- plain data


def deal_data(dealts: Sequence[DealResult], *, reveal: bool) -> dict[str, object]:
    """The first hand's keys, and where there are more hands each of the others under `later`."""
    first, *later = [_one(dealt, reveal=reveal) for dealt in dealts]
    more = [{"hand": number, **each} for number, each in enumerate(later, 2)]
    return first | ({"later": more} if more else {})


def _one(dealt: DealResult, *, reveal: bool) -> dict[str, object]:
    """`text` is what `title`, `rows` and `read` say; `added` are the house rules that no code holds."""
    (title, rows, read), data, names = announce(dealt), deal_json(dealt, reveal=reveal), dealt.names
    if plan := dealt.game.table.deal_plan(len(names), dealt.house):
        data["plan"] = list(plan)
        if reveal:
            deals = [zip(names, hands, strict=True) for hands in dealt.deals]
            data["deals"] = [{name: [*map(str, hand)] for name, hand in each} for each in deals]
    return data | {
        "also": list(dealt.game.table.other_decks(len(names), dealt.deck)),
        "house": {name: own_value(name, value, names) for name, value in dealt.house.as_json().items()},
        "text": "\n".join([title, *(text for _, text in rows), *read]),
        "title": title,
        "rows": [list(row) for row in rows],
        "read": read,
        "rules_text": rules_text(dealt.house, names),
        "added": added_rules(dealt),
    }


# ---------------------------------------------------------------- the text


def deal_text(asked: Deal, dealts: Sequence[DealResult], night: Night | None, files: Iterable[str]) -> list[Line]:
    """The first hand in full, of each other who deals and its code; then the night that it is for, and the files."""
    first, *later = dealts
    text: list[Line] = [Said("deal.hand", number=1)] if later else []
    text += _hand_lines(first, asked.reveal)
    text += [""] if later else []
    for number, dealt in enumerate(later, 2):
        values = {"number": number, "dealer": dealt.names[dealt.dealer], "starter": dealt.starter_name}
        knows = dealt.starter is not None and not dealt.game.table.hides_hands
        text.append(Said("deal.later_starts" if knows else "deal.later", **values))
        text += [Said("deal.later_code", code=dealt.code), *(_card_lines(dealt) if asked.reveal else [])]
    if night is not None:
        for_whom = {"night": night.number, "names": join_words(first.names, "and")}
        text.append(Said("deal.night" if asked.names_a_night else "deal.night_found", **for_whom))
        code = "deal.after_in_file" if asked.file else "deal.after"
        text.append(Said(code, hand=night.action("hand"), file=asked.file))
    text += [Said("deal.wrote", file=FileName(name)) for name in files]
    return text + (_slips_lines(asked, dealts) if asked.slips else [])


def _hand_lines(dealt: DealResult, reveal: bool) -> list[Line]:
    """The setup, then the cards if they are to be shown, the house rules, and the code."""
    title, rows, read = announce(dealt)
    text: list[Line] = [title, FactRows(tuple((f"  {label}", each) for label, each in rows))]
    if read:
        numbered = FactRows(tuple((f"    {number}", each) for number, each in enumerate(read, 1)))
        text += [f"  {common_words().labels['read']}:", numbered]
    text += ["", *_card_lines(dealt)] if reveal else []
    text += ["", Said("deal.rules", rules=rules_text(dealt.house, dealt.names))]
    if time := time_sentence(dealt.game, dealt.house, len(dealt.names)):
        text.append(Said("deal.time", time=time))
    if also := dealt.game.table.other_decks(len(dealt.names), dealt.deck):
        text.append(Said("deal.also", decks=[*also]))
    text += [Said("deal.code", code=dealt.code), Said("deal.again", again=_again(dealt))]
    return text if reveal else [*text, Said("deal.hidden_stacks" if dealt.game.table.hides_hands else "deal.hidden")]


def _again(dealt: DealResult, **more: object) -> Action:
    """The same deal, with the house rules that no code holds."""
    return Action("deal", {"code": str(dealt.code), "house": added_rules(dealt), **more})


def _card_lines(dealt: DealResult) -> list[Line]:
    """Every card, hand by hand; stacks from the top, hands sorted."""
    rows: list[tuple[str, str]] = []
    stacks, deals = dealt.game.table.hides_hands, dealt.deals
    for seat, (name, hand) in enumerate(zip(dealt.names, dealt.hands, strict=True)):
        rows += [(name, f"{number}: {_codes(hands[seat])}") for number, hands in enumerate(deals, 1)]
        rows += [] if deals else [(name, _codes(hand[::-1] if stacks else sort_hand(hand)))]
        rows += [("  face up", _codes(dealt.up[seat]))] if dealt.up else []
    draw = () if deals else dealt.draw[::-1]
    piles = {"middle": dealt.center, "table": dealt.table, "aside": dealt.aside, "draw pile": draw}
    rows += [(label, _codes(pile)) for label, pile in piles.items() if pile]
    head = "stacks" if stacks else "cards_by_deal" if deals else "cards_and_draw" if dealt.draw else "cards"
    text: list[Line] = [Said(f"deal.{head}"), FactRows(tuple((f"  {name}", codes) for name, codes in rows))]
    if stacks:
        peeled = [", ".join(f"{dealt.names[seat]} {card}" for seat, card in each) for each in dealt.shown]
        text += [Said("deal.turned_up", cards=each) for each in peeled]
        text.append(Said("deal.lots" if dealt.starter is None else "deal.starts", starter=dealt.starter_name))
    return text


def _codes(cards: Iterable[AnyCard]) -> str:
    return " ".join(card.safe_code for card in cards)


def _open_cards(dealt: DealResult) -> str:
    """What is dealt face up for all: the cards on the table, or the first one of the center."""
    if dealt.table:
        return f"table: {_codes(dealt.table)}"
    return f"center: {dealt.center[-1].safe_code}" if dealt.game.table.center_face_up else ""


def _slips_lines(asked: Deal, dealts: Sequence[DealResult]) -> list[Line]:
    """What to do with the slips, and what comes after them."""
    text: list[Line] = [Said("deal.slips")]
    text += [Said("deal.face_up", cards=cards) for dealt in dealts if (cards := _open_cards(dealt))]
    number = (asked.deal or 1) + 1
    for dealt in dealts:
        if number <= len(dealt.deals):
            named = () if dealt.names == numbered_names(len(dealt.names)) else dealt.names
            look = look_of(asked.look()[0])
            again = _again(dealt, players=named, slips=True, deal=number, paper=asked.paper, **look)
            text.append(Said("deal.next_slips", number=number, again=again))
    return [*text, Said("deal.rest")] if dealts[0].draw and not dealts[0].deals else text


# ---------------------------------------------------------------- pages


def _slip_sheets(dealt: DealResult, paper: Paper, theme: Theme, deal: int = 1) -> list[Sheet]:
    """Slips for one deal of a hand. Raises InputError for a game in which nobody may see a hand."""
    from tt_print.paper.deal_pages import Slip, draw_slips

    game, deals = dealt.game, dealt.deals or [dealt.hands]
    if game.table.hides_hands:
        raise Problem("deal.no_slips", "slips", title=game.title)
    if not 1 <= deal <= len(deals):
        values = {"value": deal, "title": game.title, "most": len(deals), "players": len(dealt.names)}
        raise Problem("deal.deals" if dealt.deals else "deal.one_deal", "deal", **values)
    number = f" {deal} of {len(deals)}," if len(deals) > 1 else ""
    what = f"{game.title} · deal{number} {str(dealt.code)[-8:]}"
    rows = zip(dealt.names, deals[deal - 1], dealt.up or ((),) * len(dealt.names), strict=True)
    slips = [Slip(name, sort_hand(hand), up) for name, hand, up in rows]
    return draw_slips(slips, what, _open_cards(dealt) if deal == 1 else "", paper, theme, game.title)


def _setup_sheet(dealt: DealResult, paper: Paper, theme: Theme) -> Sheet:
    from tt_print.faces.faces import key_text, read_key_words
    from tt_print.paper.deal_pages import PileOnTable, SheetFacts, draw_setup

    game, house, names, hooks = dealt.game, dealt.house, dealt.names, dealt.game.table
    title, rows, read = announce(dealt)
    if time := time_sentence(game, house, len(names)):
        rows.append((common_words().labels["time"], time))
    if key := key_text(theme):
        rows.append((read_key_words().label, key))
    shown = frozenset({"deck", "jokers", "game", "hands"})  # in another way
    idle = idle_options(house, table_facts(game, house, len(names)))
    rules = " ".join(house_sentences(house, shown | idle, team_words(house, names))) or "none"
    chits = {}
    if dealt.pointers and hooks.pointers:
        chits = {v: (hooks.pointers.ring(dealt.deck, v), at) for v, at in zip(VARIABLES, dealt.pointers, strict=True)}
    labels, each = read_table(dict[str, str], "deals/pages.toml", "piles"), len(dealt.hands[0])
    hands = labels["stacks" if hooks.hides_hands else "hands"].format(count=each)
    hands += f"; {len(dealt.deals)} deals" if dealt.deals else ""
    center, is_up = "center_up" if hooks.center_face_up else "center_down", ("up", "table", "center_up")
    places = {"up": (), "table": dealt.table, center: dealt.center, "draw": dealt.draw, "aside": dealt.aside}
    places |= {"up": dealt.up[0]} if dealt.up else {}
    piles = [PileOnTable(len(cards), name in is_up, labels[name]) for name, cards in places.items() if cards]
    foot = own_words(game.name).foot.replace("{title}", game.title).replace("{author}", game.author)
    facts = SheetFacts(
        title, rows, read, [PileOnTable(each, False, hands), *piles], rules, str(dealt.code), chits, foot
    )
    return draw_setup(facts, paper, theme)


def page_files(asked: Deal, dealts: Sequence[DealResult], call: Call) -> tuple[dict[str, bytes], list[Problem | str]]:
    """The PDFs that were asked for by their names, of each hand; and what there is to say of the theme, and of names that the fonts
    cannot draw. Raises InputError."""
    from tt_print.files.disk import file_stem, short_hash

    paper, (theme, warnings), deal = asked.sheet_size(call), asked.look(), asked.deal or 1
    files = {}
    for dealt in dealts:
        shown = names_on_paper(dealt.names)
        on_paper = dealt._replace(names=tuple(shown.get(name, name) for name in dealt.names))
        # eight digits stand for the deal, the names and the house rules: `push-it-slips-1a2b3c4d-a4`
        everything = [deal_json(dealt, reveal=True), {k: str(v) for k, v in dealt.house.items()}, deal]
        digits, low = short_hash(json.dumps(everything, sort_keys=True)), "low" if theme.is_low else ""
        for kind in asked.pages:
            is_slips = kind == "slips"
            number = f"deal-{deal}" if is_slips and dealt.deals else ""
            stem = file_stem(dealt.game.name, kind, digits, number, low, theme.file_part, paper.name)
            sheets = _slip_sheets(on_paper, paper, theme, deal) if is_slips else [_setup_sheet(on_paper, paper, theme)]
            pages = [(sheet.drawing, sheet.drawing.title, sheet.trim_mm) for sheet in sheets]
            files[f"deals/{stem}.pdf"] = pdf_of(pages, f"Triple Topper, {dealt.game.title}: {kind}", ONE_SIDE)
    spelled = " ".join(text for dealt in dealts for _, text in announce(dealt).rows) if asked.sheet else ""
    shown = {name: seat for name, seat in names_on_paper(dealts[0].names).items() if asked.slips or name in spelled}
    return files, [*warnings, *name_warnings(shown, "players")]


def lesson(asked: Deal, call: Call) -> Answer:
    """The first game of a game, for players who are named or not. Raises Problem if no game is named, or it has no lesson for so many."""
    from tt_print.books.make import lesson_pdf, read_lesson
    from tt_print.faces import START_THEME

    if not asked.game:
        raise Problem("deal.which_game", "game", games=join_words(GAMES))
    game, names = find_game(asked.game), asked.players
    if not has_template(f"games/{game.name}/lesson.md"):
        raise Problem("deal.no_lesson", "lesson", title=game.title)
    found = read_lesson(game.name)
    if names and len(names) != found.players:
        raise Problem("deal.lesson_players", "players", title=game.title, players=found.players)
    shown = names_on_paper(names)
    written = () if names == numbered_names(len(names)) else with_names(names, shown)
    theme, warnings = replace(asked, theme=asked.theme or START_THEME).look()
    warnings += tuple(name_warnings(shown, "players"))
    name, content = lesson_pdf(game.name, written, asked.sheet_size(call), theme)
    order = [None if card is None else str(card) for card in found.order]
    data = {"game": game.name, "players": found.players, "order": order}
    text = [Said("deal.wrote", file=FileName(name)), Said("deal.lesson")]
    return Answer(data, {name: content}, warnings=warnings, kind="deal lesson", text=text)
