"""Casino Macedonia: what does not add up on a score sheet, and where a hand's points come from."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.deck import AnyCard
from tt_print.engine.house import House
from tt_print.games.casino import score, sheet
from tt_print.games.casino.score import Counts

WORDS = {
    "cards": "cards",
    "reds": "reds",
    "circles": "circles",
    "ones": "ones",
    "red_circles": "red circles",
    "special": "special card",
    "hearts": "yellow hearts",
}
NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}


def count_discrepancies(
    counts: Sequence[Counts], aside: Sequence[AnyCard], unheard: bool, names: Sequence[str], house: House
) -> list[str]:
    """Sums that cannot be. `aside` are the cards set aside that somebody turned up; `unheard`: hearts not counted."""
    found = []
    hidden = sheet.hidden_size(len(counts), house)
    total = sheet.total_counts(counts)
    categories = [name for name in sheet.CATEGORIES if not (unheard and name == "hearts")]
    if aside and len(aside) != hidden:
        found.append(f"{len(aside)} cards aside, and {hidden} belong there (rules 1 and 9a; C-1, C-2).")
    whole, out = sheet.whole_counts(house), score.count_cards(aside, house)
    for name, (least, most) in sheet.allowed_sums(hidden, house).items():
        if name not in categories:
            continue
        if aside and len(aside) == hidden:
            least = most = getattr(whole, name) - getattr(out, name)
        got = getattr(total, name)
        if not least <= got <= most:
            short = least - got if got < least else got - most
            wanted = str(least) if least == most else f"{least} to {most}"
            off = f"{NUMBERS.get(short, short)} {'short' if got < least else 'too many'}"
            found.append(f"{got} {WORDS[name]} together, and there are {wanted}: {off}. Recount?")
    for name, each in zip(names, counts, strict=True):
        if each.red_circles > min(each.reds, each.circles):
            found.append(
                f"{name} has {each.red_circles} red circles, and only "
                f"{_counted(min(each.reds, each.circles), 'reds' if each.reds <= each.circles else 'circles')}. "
                "Recount?"
            )
        if (most := max(each.reds, each.circles, each.ones)) > each.cards:
            found.append(f"{name} has {each.cards} cards, and {most} of one kind among them. Recount?")
    missing = sheet.missing_counts(counts, house)
    if not found and not aside and not unheard and not sheet.can_be_hidden(missing, house):
        lacking = ", ".join(
            _counted(getattr(missing, name), WORDS[name]) for name in categories if getattr(missing, name)
        )
        found.append(
            f"{lacking} in nobody's pile: no {hidden} card{'s' * (hidden != 1)} aside can be all that. Recount?"
        )
    return found


def _counted(count: int, words: str) -> str:
    return f"{count} {words.removesuffix('s') if count == 1 else words}"


def point_discrepancies(points: Sequence[int], players: int, house: House) -> list[str]:
    """Points that no hand can add up to (C-33)."""
    total, full = sum(points), score.full_total(house)
    if total in sheet.possible_totals(sheet.hidden_size(players, house), house):
        return []
    if total > full:
        return [f"{total} points together, and there are {full}: {total - full} too many. Recount?"]
    near = [n for n in sorted(sheet.possible_totals(sheet.hidden_size(players, house), house)) if abs(n - total) <= 5]
    shown = f" Near it: {', '.join(map(str, near))}." if near else ""
    return [
        f"{total} points together. There are {full}, less what is tied or in nobody's pile, and that cannot come to "
        f"{total}.{shown} Recount?"
    ]


def explain(counts: Sequence[Counts], points: Sequence[int], names: Sequence[str], house: House) -> list[str]:
    """A line a player with the parts of his points, and one for what nobody got."""
    by, won = score.weights(house), score.leaders(counts)
    rows = []
    for seat, (name, each) in enumerate(zip(names, counts, strict=True)):
        parts = [f"{getattr(by, kind)} most {WORDS[kind]}" for kind in score.PLURALITIES if won[kind] == seat]
        parts += [f"{each.ones * by.one} ones"] if each.ones else []
        parts += [f"{each.red_circles * by.red_circle} red circles"] if each.red_circles else []
        parts += [f"{by.special} {score.special_card(house).name}"] if each.special else []
        parts += [f"{by.hearts} all yellow hearts"] if each.hearts == by.all_hearts else []
        rows.append(f"{name} {points[seat]}" + (f" ({' + '.join(parts)})" if parts else ""))
    full, total = score.full_total(house), sum(points)
    lost = sheet.lost_points(counts, house)
    if total < full and sum(lost.values()) == full - total:
        said = ", ".join(f"{n} for {_lost_word(name, won)}" for name, n in lost.items())
        rows.append(f"{total} of {full} points; nobody got: {said}")
    else:
        rows.append(f"{total} of {full} points")
    return rows


def _lost_word(name: str, won: dict[str, int | None]) -> str:
    if name in won:
        return f"most {WORDS[name]} (tied)"
    return {"hearts": "all yellow hearts", "special": "the special card"}.get(name, f"the {WORDS[name]} aside")
