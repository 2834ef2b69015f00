"""Casino Macedonia: what everyone took, as counts, as cards, or as points (rules 6 to 8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from functools import partial
from typing import Any

from tt_print.deck import AnyCard, parse_cards
from tt_print.engine.house import House
from tt_print.engine.notation import intern_card
from tt_print.engine.query import Listed, Query, check_in_deck, parse_query
from tt_print.engine.standing import Standing
from tt_print.errors import InputError, join_words
from tt_print.games.casino import score, sheet
from tt_print.games.casino.facts import box
from tt_print.games.casino.score import Counts
from tt_print.records import dataclass
from tt_print.score.answers import (
    NOBODY_WORDS,
    CountError,
    LineError,
    ask_tally,
    ask_who,
    is_figure,
    named_values,
    split_answers,
)
from tt_print.score.scorer import Entry, Outcome, Question, Typed, Way, given, quoted, seat_picks, seats_shown
from tt_print.score.seats import ScoredTable, add_pair, split_pairs

COUNTED = ("cards", "reds", "circles", "ones", "red-circles")
MOST = COUNTED[:3]  # it is enough to know who took most
FLAGS = {
    "counts": Listed(
        "one player's seven numbers: Ann=40,8,9,7,2,1,2 for cards, reds, circles, ones, red circles, special, hearts; - for "
        "what is told by who took most"
    ),
    "cards": Listed("how many cards everyone took: Ann=60,Bo=64; or who took most, or none for a tie"),
    "reds": Listed("how many reds, or who took most"),
    "circles": Listed("how many circles, or who took most"),
    "ones": Listed("how many 1s"),
    "red-circles": Listed("how many red circles"),
    "special": "who has the blue square 4 (? where it is a 5), or none",
    "hearts": Listed("how many yellow hearts: Ann=3,Bo=2; or who has all, or none"),
    "captured": Listed("one player's cards in place of counts: Ann=RC1,RH3"),
    "rest": "who has all the other cards",
    "aside": Listed("the cards set aside, turned up: KB4"),
    "points": Listed("points in place of counts: Ann=60,Bo=90"),
}
NOBODY = "none"


def read(query: Query, table: ScoredTable, standing: Standing) -> Entry:
    """`{"points": {name: n}}`, or `{"counts": {name: [seven]}, "captured": {name: [codes]}, "aside": [codes]}`, with
    `{"most": {"cards": name or None}}` where not all was counted.

    A heart count of None says that it was not counted, and is not all of them. One of cards, reds or circles stands
    where `most` says who took most, None for a tie.
    """
    points = split_pairs((*query.words, *query.flags.get("points", ())), table, "points")
    if points:
        return {"points": _read_points(points, query, table)}
    house = standing.house
    captured = _read_captured(query, table, house)
    aside = _codes(query.one("aside") or "", house)
    if rest := query.one("rest"):
        captured[table.name(rest)] = _the_rest(table.name(rest), captured, aside, table, house)
    counts = _read_counts(query, table)
    most = _read_most(query, table)
    for name in counts:
        if name in captured:
            raise InputError(f"{name} has cards and counts. Give one of the two.")
    counted = [name for name in table.names if name not in captured and name not in counts]
    counts |= _read_categories(query, counted, table, house)
    _check_most(most, counts, captured, table)
    entry: Entry = {
        "counts": {n: counts[n] for n in table.names if n in counts},
        "captured": {n: captured[n] for n in table.names if n in captured},
    }
    return entry | ({"most": most} if most else {}) | ({"aside": aside} if aside else {})


def _read_points(points: dict[str, str], query: Query, table: ScoredTable) -> dict[str, int]:
    if others := [flag for flag in query.flags if flag != "points"]:
        raise InputError(f"points and --{others[0]} are two ways to enter a hand. Give one of them.")
    if missing := [name for name in table.names if name not in points]:
        raise InputError(
            f"nothing is entered for {join_words(missing, 'and')}. Everyone counts, 0 too: {quoted(missing[0] + '=0')}."
        )
    return {name: table.number(points[name], f"points of {name}") for name in table.names}


def _read_most(query: Query, table: ScoredTable) -> dict[str, str | None]:
    """Who took most, by category, where that is said in place of counts."""
    said = {flag: query.flags[flag][0].strip() for flag in MOST if _says_who(query.flags.get(flag, ()))}
    return {flag: None if text.lower() == NOBODY else table.name(text) for flag, text in said.items()}


def _says_who(texts: Sequence[str]) -> bool:
    return len(texts) == 1 and "=" not in texts[0] and bool(texts[0].strip(" ,"))


def _check_most(
    most: dict[str, str | None], counts: dict[str, list[int | None]], captured: dict[str, list[str]], table: ScoredTable
) -> None:
    """Raises InputError where counts and who took most are mixed, or neither is said."""
    for index, flag in enumerate(MOST):
        if flag in most and captured:
            raise InputError(f"--{flag}: who took most is said where nobody's cards are named. Give counts.")
        numbers = [row[index] for row in counts.values()]
        if flag in most and any(number is not None for number in numbers):
            raise InputError(f"--{flag}: counts, and who took most. Give one of the two.")
        if flag not in most and None in numbers:
            raise InputError(
                f"--{flag}: how many did everyone take, or who took most? --{flag} {quoted(table.names[0])}, or "
                f"--{flag} {NOBODY} for a tie."
            )


def _codes(text: str, house: House) -> list[str]:
    cards = parse_cards(text)
    check_in_deck(cards, house["deck"], house["jokers"], "Casino Macedonia")
    return [card.safe_code for card in cards]


def _read_captured(query: Query, table: ScoredTable, house: House) -> dict[str, list[str]]:
    pairs: dict[str, str] = {}
    for text in query.flags.get("captured", ()):
        add_pair(pairs, text, table, "cards")
    return {name: _codes(text, house) for name, text in pairs.items()}


def _the_rest(
    rest: str, captured: dict[str, list[str]], aside: list[str], table: ScoredTable, house: House
) -> list[str]:
    if rest in captured:
        raise InputError(f"{rest} has named cards and the rest. Give one of the two.")
    if missing := [name for name in table.names if name not in captured and name != rest]:
        raise InputError(f"--rest needs the cards of everyone else: --captured {quoted(missing[0])}=RC1,RH3.")
    hidden = sheet.hidden_size(len(table.names), house)
    if hidden != len(aside):
        if not hidden:
            raise InputError(f"no card is set aside with {len(table.names)} players. Leave out --aside.")
        example = ",".join(card.safe_code for card in box(house)[-hidden:])
        raise InputError(f"--rest needs the cards set aside ({hidden}): turn them up and add --aside {example}.")
    named = {code for codes in captured.values() for code in codes} | set(aside)
    return [card.safe_code for card in box(house) if card.safe_code not in named]


def _read_counts(query: Query, table: ScoredTable) -> dict[str, list[int | None]]:
    pairs: dict[str, str] = {}
    for text in query.flags.get("counts", ()):
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
            None if part == "-" and index in (0, 1, 2, 6) else table.number(part, f"counts of {name}")
            for index, part in enumerate(parts)
        ]
    return rows


def _read_categories(
    query: Query, names: Sequence[str], table: ScoredTable, house: House
) -> dict[str, list[int | None]]:
    """Counts by category, for the players `names`. Raises InputError that lists what has not been said."""
    if not names:
        flags = [flag for flag in (*COUNTED, "special", "hearts") if flag in query]
        if twice := [flag for flag in flags if not (flag in MOST and _says_who(query.flags[flag]))]:
            raise InputError(f"--{twice[0]}: everyone has cards or counts already. Leave it out.")
        return {}
    columns: dict[str, dict[str, int | None]] = {}
    for flag in COUNTED:
        if flag in MOST and _says_who(query.flags.get(flag, ())):
            columns[flag] = dict.fromkeys(names)
            continue
        pairs = split_pairs(query.flags.get(flag, ()), table, flag)
        columns[flag] = {name: table.number(text, f"{flag} of {name}") for name, text in pairs.items()}
        if missing := [name for name in names if name not in columns[flag]]:
            whole = (
                ""
                if any(query.flags.values())
                else (
                    " A hand is entered with --cards --reds --circles --ones --red-circles --special --hearts, each "
                    "NAME=NUMBER for everyone; with --counts; with --captured; or as points."
                )
            )
            raise InputError(
                f"--{flag}: nothing is entered for {join_words(missing, 'and')}. Everyone counts, 0 too: "
                f"--{flag} {','.join(quoted(name + '=0') for name in missing)}.{whole}"
            )
    columns["special"] = _holder(query, "special", 1, names, table)
    columns["hearts"] = _holder(query, "hearts", score.weights(house).all_hearts, names, table)
    for flag, column in columns.items():
        if strange := [name for name in column if name not in names]:
            raise InputError(f"--{flag}: {strange[0]} has cards or counts already. Give one of the two.")
    return {name: [columns[flag][name] for flag in (*COUNTED, "special", "hearts")] for name in names}


def _holder(query: Query, flag: str, whole: int, names: Sequence[str], table: ScoredTable) -> dict[str, int | None]:
    """Who has the special card, or all yellow hearts; hearts may be counted for each."""
    text = query.need(flag, f"--{flag}: {FLAGS[flag]}. Say --{flag} {quoted(names[0])} or --{flag} {NOBODY}.")
    others = None if flag == "hearts" else 0
    if text.strip().lower() == NOBODY:
        return dict.fromkeys(names, others)
    found: dict[str, int | None] = dict.fromkeys(names, 0)
    if "=" in text:
        pairs = split_pairs([text], table, flag)
        return found | {name: table.number(number, f"{flag} of {name}") for name, number in pairs.items()}
    return found | {table.name(text): whole}


def counts_of(entry: Entry, table: ScoredTable, house: House) -> tuple[Counts, ...]:
    """By seat; hearts that were not counted are 0, and where only who took most is known they have 1, the others 0.

    Only for an entry without points. For whom nothing is entered took nothing.
    """
    leads = [entry.get("most", {}).get(flag, ...) for flag in MOST]
    rows = {}
    for name, row in entry["counts"].items():
        known = [int(lead == name) if lead is not ... else number for lead, number in zip(leads, row, strict=False)]
        rows[name] = Counts(*(number or 0 for number in (*known, *row[len(MOST) :])))
    rows |= {name: score.count_cards(map(intern_card, codes), house) for name, codes in entry["captured"].items()}
    return tuple(rows.get(name, Counts(*(0,) * len(Counts.__slots__))) for name in table.names)


def discrepancies(entry: Entry, table: ScoredTable, standing: Standing) -> list[str]:
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
    counts = counts_of(entry, table, standing.house)
    aside = [intern_card(code) for code in entry.get("aside", [])]
    return found + count_discrepancies(counts, aside, _uncounted(entry), table.names, standing.house)


def _uncounted(entry: Entry) -> frozenset[str]:
    """The categories that somebody did not count."""
    return frozenset(
        name for row in entry["counts"].values() for name, n in zip(sheet.CATEGORIES, row, strict=True) if n is None
    )


def fit(entry: Entry, table: ScoredTable, standing: Standing) -> tuple[Entry, tuple[str, ...]]:
    """Without those who were not at the table, and without cards that are not in the deck."""
    deck = {card.safe_code for card in box(standing.house)}
    parts = [key for key in ("points", "counts", "captured") if key in entry]
    named = dict.fromkeys(name for key in parts for name in entry[key])
    problems = [f"{name} was not at the table, and does not count" for name in named if name not in table.names]
    problems += [f"nothing is entered for {name}" for name in table.names if name not in named]
    kept: dict[str, Any] = {
        key: {name: row for name, row in entry[key].items() if name in table.names} for key in parts
    }
    for name, codes in list(kept.get("captured", {}).items()):
        if strange := [code for code in codes if code not in deck]:
            problems.append(f"the cards of {name} do not count: {', '.join(strange)} is not in this deck")
            del kept["captured"][name]
    most = {flag: name for flag, name in entry.get("most", {}).items() if name is None or name in table.names}
    if "aside" in entry:
        kept["aside"] = [code for code in entry["aside"] if code in deck]
    return entry | kept | ({"most": most} if "most" in entry else {}), tuple(problems)


def rename(entry: Entry, spelled: Callable[[str], str]) -> Entry:
    parts = [key for key in ("points", "counts", "captured") if key in entry]
    by_name = {key: {spelled(name): row for name, row in entry[key].items()} for key in parts}
    most = {flag: name and spelled(name) for flag, name in entry.get("most", {}).items()}
    return entry | by_name | ({"most": most} if "most" in entry else {})


def play(entry: Entry, table: ScoredTable, standing: Standing) -> Outcome:
    entry, problems = fit(entry, table, standing)
    if "points" in entry:
        points = tuple(entry["points"].get(name, 0) for name in table.names)
        return Outcome(score.after_hand(standing, points), points, problems=problems)
    counts = counts_of(entry, table, standing.house)
    points = score.hand_points(counts, standing.house)
    lines = explain(counts, points, table.names, standing.house)
    return Outcome(score.after_hand(standing, points), points, tuple(lines), problems)


def describe_entry(entry: Entry, table: ScoredTable) -> str:
    if "points" in entry:
        return ", ".join(f"{name} {points}" for name, points in entry["points"].items())
    most: dict[str | None, list[str]] = {}
    for flag, name in entry.get("most", {}).items():
        most.setdefault(name, []).append(flag)
    sentences = [f"{name or 'nobody'} took most {join_words(kinds, 'and')}" for name, kinds in most.items()]
    sentences += [f"{name} took {row[0]}" for name, row in entry["counts"].items() if row[0] is not None]
    sentences += [f"{name} took {len(codes)}, named" for name, codes in entry["captured"].items()]
    return ", ".join(sentences) + (f"; aside {' '.join(entry['aside'])}" if entry.get("aside") else "")


def words(entry: Entry) -> list[str]:
    if "points" in entry:
        return [f"{name}={points}" for name, points in entry["points"].items()]
    typed = []
    for name, row in entry["counts"].items():
        typed += ["--counts", f"{name}={','.join('-' if n is None else str(n) for n in row)}"]
    for flag, most in entry.get("most", {}).items():
        typed += [f"--{flag}", NOBODY if most is None else most]
    for name, codes in entry["captured"].items():
        typed += ["--captured", f"{name}={','.join(codes)}"]
    return typed + (["--aside", ",".join(entry["aside"])] if entry.get("aside") else [])


def merge(entry: Entry, query: Query, table: ScoredTable) -> Query:
    """Each player's numbers as said now, else as said then; single categories of a player can be said anew."""
    points = split_pairs((*query.words, *query.flags.get("points", ())), table, "points")
    if not (points or query.flags):  # as it was, for a note or a reason
        return parse_query(words(entry), FLAGS, "")
    if points:
        old = {name: str(number) for name, number in entry.get("points", {}).items()}
        others = {flag: texts for flag, texts in query.flags.items() if flag != "points"}  # `read` refuses them
        return Query(tuple(f"{name}={number}" for name, number in (old | points).items()), others)
    if "points" in entry:  # counted after all: then everything is said now
        return query
    flags = {flag: list(texts) for flag, texts in query.flags.items()}
    anew = {
        table.name(text.partition("=")[0]) for flag in ("counts", "captured", "rest") for text in flags.get(flag, ())
    }
    said_who = {flag: flags[flag] for flag in MOST if _says_who(flags.get(flag, ()))}
    given = {
        flag: dict.fromkeys(table.names, "-") if flag in said_who else split_pairs(flags[flag], table, flag)
        for flag in COUNTED
        if flag in flags
    }
    kept = [name for name in entry.get("counts", {}) if name not in anew]
    wholes = {"special": 1, "hearts": score.weights(table.house).all_hearts}
    held = {flag: _holder(query, flag, whole, table.names, table) for flag, whole in wholes.items() if flag in flags}
    for name in kept:
        row = [
            given.get(flag, {}).get(name, held.get(flag, {}).get(name, number))
            for flag, number in zip((*COUNTED, "special", "hearts"), entry["counts"][name], strict=True)
        ]
        flags.setdefault("counts", []).append(f"{name}={','.join('-' if n is None else str(n) for n in row)}")
        anew.add(name)
    # of those of whom nothing was counted, a category is said as it would be in a new entry
    for flag in COUNTED:
        pairs = {name: number for name, number in given.get(flag, {}).items() if name not in kept}
        flags[flag] = [f"{name}={number}" for name, number in pairs.items()] if flag not in said_who else said_who[flag]
    fresh = [name for name in table.names if name not in anew and name not in entry.get("captured", {})]
    for flag, numbers in held.items():
        told = {name: number for name, number in numbers.items() if name in fresh or (number and name not in kept)}
        is_none = all(number is None for number in told.values())
        flags[flag] = [NOBODY if is_none else ",".join(f"{name}={number or 0}" for name, number in told.items())]
        if not told:
            del flags[flag]
    for flag, most in entry.get("most", {}).items():
        if kept and flag not in given:
            flags[flag] = [NOBODY if most is None else most]
    flags.setdefault("captured", []).extend(
        f"{name}={','.join(codes)}" for name, codes in entry.get("captured", {}).items() if name not in anew
    )
    if entry.get("aside") and "aside" not in flags:
        flags["aside"] = [",".join(entry["aside"])]
    return Query((), {flag: tuple(texts) for flag, texts in flags.items() if texts})


def example(table: ScoredTable) -> str:
    """Everyone's points; two of them have any."""
    points = (60, 90, *(0,) * len(table.names))
    return " ".join(quoted(f"{name}={number}") for name, number in zip(table.names, points, strict=False))


def counts_points(house: House) -> bool:
    return True


def is_series(house: House) -> bool:
    return False


def leave(standing: Standing, seat: int) -> Outcome:
    return Outcome(score.leave(standing, seat))


join, under, places = score.join, score.under, score.places


# ---------------------------------------------------------------- what does not add up, and where points come from

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
    counts: Sequence[Counts], aside: Sequence[AnyCard], uncounted: Set[str], names: Sequence[str], house: House
) -> list[str]:
    """Sums that cannot be. `aside` are the cards set aside that somebody turned up; `uncounted` are categories."""
    found = []
    hidden = sheet.hidden_size(len(counts), house)
    total = sheet.total_counts(counts)
    categories = [name for name in sheet.CATEGORIES if name not in uncounted]
    if aside and len(aside) != hidden:
        found.append(f"{len(aside)} cards aside, and {hidden} belong there (rules 1 and 9a; C-1, C-2).")
    whole, out = sheet.whole_counts(house), score.count_cards(aside, house)
    for name, (minimum, maximum) in sheet.allowed_sums(hidden, house).items():
        if name not in categories:
            continue
        if aside and len(aside) == hidden:
            minimum = maximum = getattr(whole, name) - getattr(out, name)
        got = getattr(total, name)
        if not minimum <= got <= maximum:
            short = minimum - got if got < minimum else got - maximum
            wanted = str(minimum) if minimum == maximum else f"{minimum} to {maximum}"
            off = f"{NUMBERS.get(short, short)} {'short' if got < minimum else 'too many'}"
            found.append(f"{got} {WORDS[name]} together, and there are {wanted}: {off}. Recount?")
    for name, each in zip(names, counts, strict=True):
        if not uncounted & {"reds", "circles"} and each.red_circles > min(each.reds, each.circles):
            found.append(
                f"{name} has {each.red_circles} red circles, and only "
                f"{_counted(min(each.reds, each.circles), 'reds' if each.reds <= each.circles else 'circles')}. "
                "Recount?"
            )
        maximum = max(getattr(each, kind) for kind in ("reds", "circles", "ones") if kind not in uncounted)
        if "cards" not in uncounted and maximum > each.cards:
            found.append(f"{name} has {each.cards} cards, and {maximum} of one kind among them. Recount?")
    missing = sheet.missing_counts(counts, house)
    if not found and not aside and not uncounted and not sheet.can_be_hidden(missing, house):
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
    """A line a player with the parts of their points, and one for what nobody got."""
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
        losses = ", ".join(f"{n} for {_lost_word(name, won)}" for name, n in lost.items())
        rows.append(f"{total} of {full} points; nobody got: {losses}")
    else:
        rows.append(f"{total} of {full} points")
    return rows


def _lost_word(name: str, won: dict[str, int | None]) -> str:
    if name in won:
        return f"most {WORDS[name]} (tied)"
    return {"hearts": "all yellow hearts", "special": "the special card"}.get(name, f"the {WORDS[name]} aside")


# ---------------------------------------------------------------- asked line by line: who took most, then what counts by the card

POINTS = "points"


def ask(typed: Typed, table: ScoredTable, standing: Standing) -> Question | None:
    """Who took most cards, reds and circles, or how many everyone took; ones and red circles of each; who has the
    special card and the hearts."""
    if given(typed, "how"):
        return ask_tally(typed, "", "points", table.names, table)
    said = _Said(typed, table, standing.house)
    for flag in COUNTED:
        question = _ask_most(flag, said) if flag in MOST and not given(typed, flag) else _ask_count(flag, said)
        if question:
            return question
    card = score.special_card(standing.house).name
    for flag, what in (
        ("special", f"the {card}"),
        ("hearts", f"all {score.weights(standing.house).all_hearts} yellow hearts"),
    ):
        if not given(typed, flag):
            return ask_who(
                f"Who has {what}?", partial(_take_holder, flag), table, said.seats_with_cards(), nobody="nobody"
            )
    return None


def _take_holder(flag: str, name: str) -> Typed:
    return ((flag, name or NOBODY),)


@dataclass(frozen=True, slots=True)
class _Said:
    """What was answered so far, by category."""

    typed: Typed
    table: ScoredTable
    house: House

    def counts(self, flag: str) -> dict[str, int]:
        """Numbers by name; empty where nobody was counted."""
        return {
            name: int(number)
            for name, equals, number in (text.partition("=") for text in given(self.typed, flag))
            if equals
        }

    def maximum(self, flag: str, name: str) -> int | None:
        """The most that a player can have of a category, by what they have of others; None where nothing says so."""
        above = [self.counts("cards")] if flag != "cards" else []
        above += [self.counts("reds"), self.counts("circles")] if flag == "red-circles" else []
        return min((counts[name] for counts in above if name in counts), default=None)

    def rest(self, flag: str, name: str) -> tuple[int, int]:
        """What the others leave: the fewest and the most that player `name` can have, as far as it is known."""
        sums = sheet.allowed_sums(sheet.hidden_size(len(self.table.names), self.house), self.house)
        low, high = sums[flag.replace("-", "_")]
        others = sum(number for other, number in self.counts(flag).items() if other != name)
        waiting = [other for other in self.table.names if other not in self.counts(flag) and other != name]
        return (0 if waiting else max(0, low - others)), high - others

    def with_count(self, flag: str, name: str, number: int) -> _Said:
        return _Said((*self.typed, (flag, f"{name}={number}")), self.table, self.house)

    def seats_with_cards(self) -> tuple[int, ...]:
        counts = self.counts("cards")
        return tuple(seat for seat, name in enumerate(self.table.names) if counts.get(name) != 0)


def _ask_most(flag: str, said: _Said) -> Question:
    """Who took most; or how many the first took, or several."""
    table, word, seats = said.table, WORDS[flag], said.seats_with_cards()
    listed = seats_shown(table, seats, "a tie")
    alone = table.names[seats[0]] if len(seats) == 1 else ""
    counted = "" if flag != "cards" else "; or how many each took"

    def take(answer: str) -> Typed:
        if answer.strip().lower() in (*NOBODY_WORDS, "tie", "a tie"):
            return ((flag, NOBODY),)
        if flag == "cards" and answer.strip().lower() == POINTS:
            return (("how", POINTS),)
        numbers = split_answers(answer)
        if is_figure(answer) and (len(numbers) > 1 or not _is_seat(answer, table)):
            if len(numbers) > len(table.names):
                raise LineError(
                    f"{len(numbers)} numbers, and there are {len(table.names)} players. Give one number each."
                )
            return _take_counts(flag, dict(zip(table.names, numbers, strict=False)), said)
        if values := named_values(answer, table.names):
            return _take_counts(flag, values, said)
        if table.seat(answer) not in seats:
            raise InputError(f"{table.name(answer)} took no cards. {listed}")
        return ((flag, table.name(answer)),)

    numbers = Way(
        "numbers",
        f"How many {word} each took",
        0,
        getattr(sheet.whole_counts(said.house), flag),
        table.names,
        keeps=True,
    )
    return Question(
        f"Who took most {word}?",
        take,
        default=alone,
        follows=bool(alone),
        nothing="Who took most: a name, a number of the list, or 0 for a tie.",
        words=(*table.names, POINTS) if flag == "cards" else table.names,
        topic=word,
        picks=seat_picks(table, seats, "a tie"),
        after=counted,
        ways=(Way("seat"), numbers, *((Way("choice", POINTS),) if flag == "cards" else ())),
    )


def _is_seat(answer: str, table: ScoredTable) -> bool:
    try:
        table.seat(answer)
    except InputError:
        return False
    return True


def _take_counts(flag: str, numbers: Mapping[str, str], said: _Said) -> Typed:
    """Raises LineError for a number that cannot be."""
    before = said.typed
    for name, text in numbers.items():
        try:
            said = said.with_count(flag, name, _count(flag, said, name, text))
        except LineError:
            raise
        except InputError as error:
            raise LineError(str(error)) from None
    return said.typed[len(before) :]


def _count(flag: str, said: _Said, name: str, text: str) -> int:
    """A number of one category; `40!` keeps one that does not go with the others.

    Raises InputError for what cannot be: more than there are, than a player took, or than the others leave.
    """
    category = flag.replace("-", "_")
    word, again = WORDS[category], "Give the number again, or - to go back."
    number = said.table.number(text.removesuffix("!"), f"{word} of {name}")
    whole, maximum = getattr(sheet.whole_counts(said.house), category), said.maximum(flag, name)
    if number > whole:
        raise InputError(f"{number} {word} of {name}, and there are {whole}. {again}")
    if maximum is not None and number > maximum:
        above = {kind: said.counts(kind).get(name) for kind in (MOST if flag == "red-circles" else ("cards",))}
        had = join_words([f"{n} {kind}" for kind, n in above.items() if n is not None and n < number], "and")
        raise InputError(f"{number} {word} of {name}, who took {had}? {again}")
    low, high = said.rest(flag, name)
    if not (low <= number <= high or text.endswith("!")):
        minimum, most = sheet.allowed_sums(sheet.hidden_size(len(said.table.names), said.house), said.house)[category]
        there = str(most) if minimum == most else f"{minimum} to {most}"
        total = number + sum(n for other, n in said.counts(flag).items() if other != name)
        raise CountError(
            f"{total} {word} together, and there are {there}. Count again; - goes back, {number}! keeps it."
        )
    return number


def _ask_count(flag: str, said: _Said) -> Question | None:
    """How many each took; None where everyone's number, or who took most, is known."""
    if given(said.typed, flag) and not said.counts(flag):
        return None
    follows, hints = {}, {}
    for name in said.table.names:
        low, high = said.rest(flag, name)
        maximum = said.maximum(flag, name)
        high = high if maximum is None else min(high, maximum)
        if low == high or high == 0:
            follows[name] = high
        elif 0 < high - low < 3 and len(said.counts(flag)) == len(said.table.names) - 1:
            hints[name] = join_words(map(str, range(low, high + 1)))
    return ask_tally(
        said.typed,
        flag,
        WORDS[flag.replace("-", "_")],
        said.table.names,
        said.table,
        follows,
        hints,
        partial(_count, flag, said),
        partial(_limits, flag, said),
        keeps=True,
    )


def _limits(flag: str, said: _Said, name: str) -> tuple[int, int]:
    """The fewest and the most that the others leave, and that the player's other numbers allow."""
    low, high = said.rest(flag, name)
    maximum = said.maximum(flag, name)
    high = high if maximum is None else min(high, maximum)
    return (low, high) if low <= high else (0, getattr(sheet.whole_counts(said.house), flag.replace("-", "_")))
