"""Casino Macedonia: what everyone took, as counts, as cards, or as points (rules 6 to 8)."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.deck import parse_card
from tt_print.engine.house import House
from tt_print.engine.notation import intern_card
from tt_print.engine.query import Asked, check_in_deck
from tt_print.engine.standing import Standing
from tt_print.errors import InputError, join_words
from tt_print.games.casino import entry_questions as casino_asking
from tt_print.games.casino import score, sheet
from tt_print.games.casino.entry_sums import count_discrepancies, explain, point_discrepancies
from tt_print.games.casino.facts import box
from tt_print.games.casino.score import Counts
from tt_print.score.scorer import Entry, Outcome, quoted
from tt_print.score.seats import Table, add_pair, split_pairs

COUNTED = ("cards", "reds", "circles", "ones", "red-circles")
FLAGS = {
    "counts": "one player's seven numbers: Ann=40,8,9,7,2,1,2 for cards, reds, circles, ones, red circles, special, "
    "hearts",
    "cards": "how many cards everyone took: Ann=60,Bo=64",
    "reds": "how many reds",
    "circles": "how many circles",
    "ones": "how many 1s",
    "red-circles": "how many red circles",
    "special": "who has the blue square 4 (? where it is a 5), or none",
    "hearts": "how many yellow hearts: Ann=3,Bo=2; or who has all, or none",
    "captured": "one player's cards in place of counts: Ann=RC1,RH3",
    "rest": "who has all the other cards",
    "aside": "the cards set aside, turned up: KB4",
    "points": "points in place of counts: Ann=60,Bo=90",
}
NOBODY = "none"


def read(asked: Asked, table: Table, standing: Standing) -> Entry:
    """`{"points": {name: n}}`, or `{"counts": {name: [seven]}, "captured": {name: [codes]}, "aside": [codes]}`.

    A heart count of None says that it was not counted, and is not all of them.
    """
    points = split_pairs((*asked.words, *asked.flags.get("points", ())), table, "points")
    if points:
        return {"points": _read_points(points, asked, table)}
    house = standing.house
    captured = _read_captured(asked, table, house)
    aside = _codes(asked.one("aside") or "", house)
    if rest := asked.one("rest"):
        captured[table.name(rest)] = _the_rest(table.name(rest), captured, aside, table, house)
    counts = _read_counts(asked, table)
    for name in counts:
        if name in captured:
            raise InputError(f"{name} has cards and counts. Give one of the two.")
    spoken = [name for name in table.names if name not in captured and name not in counts]
    counts |= _read_categories(asked, spoken, table, house)
    entry: Entry = {
        "counts": {n: counts[n] for n in table.names if n in counts},
        "captured": {n: captured[n] for n in table.names if n in captured},
    }
    return entry | ({"aside": aside} if aside else {})


def _read_points(points: dict[str, str], asked: Asked, table: Table) -> dict[str, int]:
    if others := [flag for flag in asked.flags if flag != "points"]:
        raise InputError(f"points and --{others[0]} are two ways to enter a hand. Give one of them.")
    if missing := [name for name in table.names if name not in points]:
        raise InputError(
            f"nothing is said of {join_words(missing, 'and')}. Everyone counts, 0 too: {quoted(missing[0] + '=0')}."
        )
    return {name: table.number(points[name], f"points of {name}") for name in table.names}


def _codes(text: str, house: House) -> list[str]:
    parts = [part for part in text.split(",") if part.strip()]
    if len(parts) == 1 and len(parts[0].split()) > 1 and all(len(word) <= 3 for word in parts[0].split()):
        parts = parts[0].split()
    cards = tuple(parse_card(part) for part in parts)
    check_in_deck(cards, house["deck"], house["jokers"], "Casino Macedonia")
    return [card.safe_code for card in cards]


def _read_captured(asked: Asked, table: Table, house: House) -> dict[str, list[str]]:
    pairs: dict[str, str] = {}
    for text in asked.flags.get("captured", ()):
        add_pair(pairs, text, table, "cards")
    return {name: _codes(text, house) for name, text in pairs.items()}


def _the_rest(rest: str, captured: dict[str, list[str]], aside: list[str], table: Table, house: House) -> list[str]:
    if rest in captured:
        raise InputError(f"{rest} has named cards and the rest. Give one of the two.")
    if missing := [name for name in table.names if name not in captured and name != rest]:
        raise InputError(f"--rest needs the cards of everyone else: --captured {quoted(missing[0])}=RC1,RH3.")
    hidden = sheet.hidden_size(len(table.names), house)
    if hidden != len(aside):
        raise InputError(f"--rest needs the cards set aside ({hidden}): turn them up and add --aside KB4.")
    named = {code for codes in captured.values() for code in codes} | set(aside)
    return [card.safe_code for card in box(house) if card.safe_code not in named]


def _read_counts(asked: Asked, table: Table) -> dict[str, list[int | None]]:
    pairs: dict[str, str] = {}
    for text in asked.flags.get("counts", ()):
        add_pair(pairs, text, table, "counts")
    rows = {}
    for name, text in pairs.items():
        parts = text.replace(",", " ").split()
        if len(parts) != len(sheet.CATEGORIES):
            raise InputError(
                f"--counts {name}: {len(parts)} numbers; seven belong there: cards, reds, circles, ones, "
                "red circles, special card, yellow hearts."
            )
        rows[name] = [
            None if part == "-" and place == 6 else table.number(part, f"counts of {name}")
            for place, part in enumerate(parts)
        ]
    return rows


def _read_categories(asked: Asked, names: Sequence[str], table: Table, house: House) -> dict[str, list[int | None]]:
    """Counts by category, for the players `names`. Raises InputError that lists what has not been said."""
    if not names:
        return {}
    columns: dict[str, dict[str, int | None]] = {}
    for flag in COUNTED:
        pairs = split_pairs(asked.flags.get(flag, ()), table, flag)
        columns[flag] = {name: table.number(text, f"{flag} of {name}") for name, text in pairs.items()}
        if missing := [name for name in names if name not in columns[flag]]:
            whole = (
                ""
                if any(asked.flags.values())
                else (
                    " A hand is entered with --cards --reds --circles --ones --red-circles --special --hearts, each "
                    "NAME=NUMBER for everyone; with --counts; with --captured; or as points."
                )
            )
            raise InputError(
                f"--{flag}: nothing is said of {join_words(missing, 'and')}. Everyone counts, 0 too: "
                f"--{flag} {','.join(quoted(name + '=0') for name in missing)}.{whole}"
            )
    columns["special"] = _holder(asked, "special", 1, names, table)
    columns["hearts"] = _holder(asked, "hearts", score.weights(house).all_hearts, names, table)
    for flag, column in columns.items():
        if strange := [name for name in column if name not in names]:
            raise InputError(f"--{flag}: {strange[0]} has cards or counts already. Give one of the two.")
    return {name: [columns[flag][name] for flag in (*COUNTED, "special", "hearts")] for name in names}


def _holder(asked: Asked, flag: str, whole: int, names: Sequence[str], table: Table) -> dict[str, int | None]:
    """Who has the special card, or all yellow hearts; hearts may be counted for each."""
    text = asked.need(flag, f"--{flag}: {FLAGS[flag]}. Say --{flag} {quoted(names[0])} or --{flag} {NOBODY}.")
    others = None if flag == "hearts" else 0
    if text.strip().lower() == NOBODY:
        return dict.fromkeys(names, others)
    if "=" in text:
        pairs = split_pairs([text], table, flag)
        return dict.fromkeys(names, 0) | {
            name: table.number(number, f"{flag} of {name}") for name, number in pairs.items()
        }
    return dict.fromkeys(names, 0) | {table.name(text): whole}


def counts_of(entry: Entry, table: Table, house: House) -> tuple[Counts, ...]:
    """By seat; hearts that were not counted are 0. Only for an entry without points."""
    rows = {name: Counts(*(number or 0 for number in row)) for name, row in entry["counts"].items()}
    rows |= {name: score.count_cards(map(intern_card, codes), house) for name, codes in entry["captured"].items()}
    return tuple(rows[name] for name in table.names)


def discrepancies(entry: Entry, table: Table, standing: Standing) -> list[str]:
    """Sums that cannot be (C-1, C-33), before anything is stored."""
    if "points" in entry:
        return point_discrepancies(list(entry["points"].values()), len(table.names), standing.house)
    found = []
    where: dict[str, list[str]] = {}
    for name, codes in (*entry["captured"].items(), ("the cards aside", entry.get("aside", []))):
        for code in codes:
            where.setdefault(code, []).append(name)
    for code, names in where.items():
        if len(names) > 1:
            found.append(f"{intern_card(code).name} is in two places ({join_words(names, 'and')}). The deck has one.")
    unheard = any(None in row for row in entry["counts"].values())
    counts = counts_of(entry, table, standing.house)
    aside = [intern_card(code) for code in entry.get("aside", [])]
    return found + count_discrepancies(counts, aside, unheard, table.names, standing.house)


def play(entry: Entry, table: Table, standing: Standing) -> Outcome:
    if standing.is_over:
        return Outcome(
            standing, (0,) * len(table.names), problems=("the game was over before; this hand does not count",)
        )
    if "points" in entry:
        points = tuple(entry["points"][name] for name in table.names)
        return Outcome(score.after_hand(standing, points), points)
    counts = counts_of(entry, table, standing.house)
    points = score.hand_points(counts, standing.house)
    lines = explain(counts, points, table.names, standing.house)
    return Outcome(score.after_hand(standing, points), points, tuple(lines))


def describe_entry(entry: Entry, table: Table) -> str:
    if "points" in entry:
        return ", ".join(f"{name} {points}" for name, points in entry["points"].items())
    said = [f"{name} took {row[0]}" for name, row in entry["counts"].items()]
    said += [f"{name} took {len(codes)}, named" for name, codes in entry["captured"].items()]
    return ", ".join(said) + (f"; aside {' '.join(entry['aside'])}" if entry.get("aside") else "")


def words(entry: Entry) -> list[str]:
    if "points" in entry:
        return [f"{name}={points}" for name, points in entry["points"].items()]
    typed = []
    for name, row in entry["counts"].items():
        typed += ["--counts", f"{name}={','.join('-' if n is None else str(n) for n in row)}"]
    for name, codes in entry["captured"].items():
        typed += ["--captured", f"{name}={','.join(codes)}"]
    return typed + (["--aside", ",".join(entry["aside"])] if entry.get("aside") else [])


def merge(entry: Entry, asked: Asked, table: Table) -> Asked:
    """Each player's numbers as said now, else as said then; single categories of a player can be said anew."""
    points = split_pairs((*asked.words, *asked.flags.get("points", ())), table, "points")
    if points or not asked.flags:
        old = {name: str(number) for name, number in entry.get("points", {}).items()}
        flags = {flag: texts for flag, texts in asked.flags.items() if flag != "points"}  # `read` refuses them
        return Asked(tuple(f"{name}={number}" for name, number in (old | points).items()), flags)
    if "points" in entry:  # counted after all: then everything is said now
        return asked
    flags = {flag: list(texts) for flag, texts in asked.flags.items()}
    anew = {
        table.name(text.partition("=")[0]) for flag in ("counts", "captured", "rest") for text in flags.get(flag, ())
    }
    said = {flag: split_pairs(flags[flag], table, flag) for flag in COUNTED if flag in flags}
    for name, row in entry.get("counts", {}).items():
        if name in anew:
            continue
        row = [
            said.get(flag, {}).get(name, number)
            for flag, number in zip((*COUNTED, "special", "hearts"), row, strict=True)
        ]
        for place, flag, whole in ((5, "special", 1), (6, "hearts", score.FULL_WEIGHTS.all_hearts)):
            if flag in flags:
                row[place] = _holder(asked, flag, whole, table.names, table)[name]
        flags.setdefault("counts", []).append(f"{name}={','.join('-' if n is None else str(n) for n in row)}")
        anew.add(name)
    for flag in (*COUNTED, "special", "hearts"):
        flags.pop(flag, None)
    flags.setdefault("captured", []).extend(
        f"{name}={','.join(codes)}" for name, codes in entry.get("captured", {}).items() if name not in anew
    )
    if entry.get("aside") and "aside" not in flags:
        flags["aside"] = [",".join(entry["aside"])]
    return Asked((), {flag: tuple(texts) for flag, texts in flags.items() if texts})


def example(table: Table) -> str:
    """Everyone's points; two of them have any."""
    points = (60, 90, *(0,) * len(table.names))
    return " ".join(quoted(f"{name}={number}") for name, number in zip(table.names, points, strict=False))


def counts_points(house: House) -> bool:
    return True


def is_series(house: House) -> bool:
    return False


places = score.places
ask = casino_asking.ask
