"""What a deal says to those who read it: the announcement, cards if they are shown, the code, and what comes next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tt_print.core.commands.common import look_of
from tt_print.dealing import announce as of
from tt_print.engine.lengths import time_sentence
from tt_print.errors import join_words
from tt_print.games import find_game
from tt_print.people import numbered_names
from tt_print.problems import Action, Facts, FileName, Line, Said

if TYPE_CHECKING:
    from tt_print.core.commands.deal import Deal
    from tt_print.dealing.plan import DealResult
    from tt_print.dealing.settings import Settings
    from tt_print.deck import AnyCard
    from tt_print.engine.house import House
    from tt_print.score.night import Night


def deal_text(asked: Deal, dealts: Sequence[DealResult], night: Night | None, files: Iterable[str]) -> list[Line]:
    """The first hand in full, of each other who deals and its code; then the night that it is for, and the files."""
    first, *later = dealts
    text: list[Line] = [Said("deal.hand", number=1)] if later else []
    text += _hand_lines(first, asked.reveal)
    text += [""] if later else []
    for number, dealt in enumerate(later, 2):
        values = {"number": number, "dealer": dealt.names[dealt.dealer], "starter": _starter(dealt)}
        knows = dealt.starter is not None and not dealt.game.table.hides_hands
        text += [
            Said("deal.later_starts" if knows else "deal.later", **values),
            Said("deal.later_code", code=dealt.code),
        ]
        text += _card_lines(dealt) if asked.reveal else []
    if night is not None:
        for_whom = {"night": night.number, "names": join_words(first.names, "and")}
        text.append(Said("deal.night" if asked.names_a_night else "deal.night_found", **for_whom))
        code = "deal.after_in_file" if asked.file else "deal.after"
        text.append(Said(code, hand=night.action("hand"), file=asked.file))
    text += [Said("deal.wrote", file=FileName(name)) for name in files]
    return text + (_slips_lines(asked, dealts) if asked.slips else [])


def _hand_lines(dealt: DealResult, reveal: bool) -> list[Line]:
    """The setup, then the cards if they are to be shown, the house rules, and the code."""
    said, labels = of.announce(dealt), of.common_words().labels
    text: list[Line] = [said.title, Facts(tuple((f"  {label}", each) for label, each in said.rows))]
    if said.read:
        text += [f"  {labels['read']}:", Facts(tuple((f"    {n}", each) for n, each in enumerate(said.read, 1)))]
    text += ["", *_card_lines(dealt)] if reveal else []
    text += ["", Said("deal.rules", rules=of.rules_text(dealt.house, dealt.names))]
    if time := time_sentence(dealt.game, dealt.house, len(dealt.names)):
        text.append(Said("deal.time", time=time))
    if also := dealt.game.table.other_decks(len(dealt.names), dealt.deck):
        text.append(Said("deal.also", decks=[*also]))
    text += [Said("deal.code", code=dealt.code), Said("deal.again", again=_again(dealt))]
    return text if reveal else [*text, Said("deal.hidden_stacks" if dealt.game.table.hides_hands else "deal.hidden")]


def _again(dealt: DealResult, **more: Any) -> Action:
    """The same deal, with the house rules that no code holds."""
    return Action("deal", {"code": str(dealt.code), "house": of.added_rules(dealt), **more})


def _starter(dealt: DealResult) -> str:
    return "" if dealt.starter is None else dealt.names[dealt.starter]


def _card_lines(dealt: DealResult) -> list[Line]:
    """Every card, hand by hand; stacks from the top, hands sorted."""
    rows: list[tuple[str, str]] = []
    stacks, deals = dealt.game.table.hides_hands, dealt.deals
    for seat, name in enumerate(dealt.names):
        rows += [(name, f"{number}: {_codes(hands[seat])}") for number, hands in enumerate(deals, 1)]
        if not deals:
            hand = (
                dealt.hands[seat][::-1]
                if stacks
                else sorted(dealt.hands[seat], key=lambda card: getattr(card, "index", 999))
            )
            rows.append((name, _codes(hand)))
        rows += [("  face up", _codes(dealt.up[seat]))] if dealt.up else []
    piles = {
        "middle": dealt.center,
        "table": dealt.table,
        "aside": dealt.aside,
        "draw pile": () if deals else dealt.draw[::-1],
    }
    rows += [(name, _codes(pile)) for name, pile in piles.items() if pile]
    head = "stacks" if stacks else "cards_by_deal" if deals else "cards_and_draw" if dealt.draw else "cards"
    text: list[Line] = [Said(f"deal.{head}"), Facts(tuple((f"  {name}", codes) for name, codes in rows))]
    if stacks:
        shown = [", ".join(f"{dealt.names[seat]} {card}" for seat, card in each) for each in dealt.shown]
        text += [Said("deal.turned_up", cards=each) for each in shown]
        text.append(Said("deal.lots" if dealt.starter is None else "deal.starts", starter=_starter(dealt)))
    return text


def _codes(cards: Iterable[AnyCard]) -> str:
    return " ".join(card.safe_code for card in cards)


def _slips_lines(asked: Deal, dealts: Sequence[DealResult]) -> list[Line]:
    """What to do with the slips, and what comes after them."""
    from tt_print.core.deal_pages import open_cards

    text: list[Line] = [Said("deal.slips")]
    text += [Said("deal.face_up", cards=cards) for dealt in dealts if (cards := open_cards(dealt))]
    number = (asked.deal or 1) + 1
    for dealt in dealts:
        if number <= len(dealt.deals):
            named = () if dealt.names == numbered_names(len(dealt.names)) else dealt.names
            look = look_of(asked.look()[0])
            again = _again(dealt, players=named, slips=True, deal=number, paper=asked.paper, **look)
            text.append(Said("deal.next_slips", number=number, again=again))
    is_last = dealts[0].draw and not dealts[0].deals
    return [*text, Said("deal.rest")] if is_last else text


def chits_text(settings: Settings, house: House, chits: Mapping[str, Any]) -> list[Line]:
    """Where the pointers are, how they run and wrap, what may be claimed, and the most cards at a time."""
    at, title = chits["pointers"], find_game(settings.game).title
    rings = tuple(
        (f"  {variable}", str(Said("deal.ring", ring=" ".join(f"[{each}]" if each == at[variable] else each for each in ring), first=ring[0])))
        for variable, ring in chits["rings"].items()
    )  # fmt: skip
    return [
        of.common_words().title.format(title=title, players=settings.players, deck_title=of.deck_title(settings)),
        Facts(rings),
        Said("deal.pointers", values=", ".join(at.values())),
        Said("deal.claims", claims=", ".join(chits["claims"])),
        Said("deal.most", most=chits["max_cards"]),
        *(f"  {line}" for line in of.printed(of.own_words(settings.game).turn, house)),
        Said("deal.rules", rules=of.rules_text(house, ())),
    ]
