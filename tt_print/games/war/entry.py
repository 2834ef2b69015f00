"""The war games: who ran out of cards, who slapped back in, who won (rules 3 to 8)."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.deck import make_deck
from tt_print.engine.house import House
from tt_print.engine.standing import Standing
from tt_print.errors import join_words
from tt_print.games.war import score
from tt_print.games.war.pile import variant_of
from tt_print.problems import Problem
from tt_print.score.scorer import (
    Entry,
    Moments,
    Name,
    Names,
    Number,
    Numbers,
    Order,
    Outcome,
    Pick,
    Question,
    Schema,
    Words,
    ask_choice,
    ask_who,
)
from tt_print.score.seats import ScoredTable

TALLIES = {"control": "pots won by control", "slaps": "pots won by slap", "wrong": "wrong slaps"}
PLACES = Order("places", "a whole game at once, the winner first: Ann,Cy,Bo")
ENTRY = Schema(
    Names("back", "who slapped back in; counted before those who went out"),
    Moments("out", "who lost the last card, in order; Bo+Cy at one moment"),
    Name("winner", "who won the game"),
    PLACES,
    Numbers("cards", "everyone's cards, counted: Ann=40,Bo=24"),
    *(Numbers(key, f"{meaning}, such as Ann=3,Bo=1") for key, meaning in TALLIES.items()),
    Number("center", "the cards in the center, with the cards of everyone"),
    together=("back", "out", "winner", "places"),
)


def deck_size(house: House) -> int:
    return len(make_deck(variant_of(house).deck, jokers=house["jokers"]))


def settle(said: Entry, table: ScoredTable, standing: Standing) -> Entry:
    """`{"back": [names], "out": [[names], ...], "winner": name or None, "cards": {...}, "center": n, tallies}`."""
    entry = {"back": said.get("back", []), "out": said.get("out", []), "winner": said.get("winner")}
    if "places" in said:
        if any(entry.values()):
            raise Problem("war.places_alone", "places")
        first, *rest = said["places"]
        if len(first) > 1:
            raise Problem("war.one_winner", "places", name=first[0])
        PLACES.check(said["places"], table.all(standing.living))
        # second place lost the last card to the winner: that is what winning says already
        entry |= {"out": list(reversed(rest[1:])), "winner": first[0]}
    entry |= {key: said[key] for key in ("cards", *TALLIES, "center") if key in said}
    if not any(entry.values()):
        example_words = Words(ENTRY.words(example(table)))
        raise Problem("war.what", example=example_words, first=table.names[0], places=",".join(table.names))
    return entry


def discrepancies(entry: Entry, table: ScoredTable, standing: Standing) -> Sequence[str | Problem]:
    """Counted cards make the deck; who is out holds none."""
    if "cards" not in entry:
        return []
    found: list[str | Problem] = []
    size, total = deck_size(standing.house), sum(entry["cards"].values()) + entry.get("center", 0)
    missing = [name for name in table.names if name not in entry["cards"]]
    if missing:
        found.append(Problem("war.not_counted", names=join_words(missing, "and"), first=missing[0]))
    elif total != size:
        off = f"{_number(abs(size - total))} {'short' if total < size else 'too many'}"
        found.append(f"{total} cards together, and the deck has {size}: {off}. Recount?")
    after = count(entry, table, standing).standing
    for name, held in entry["cards"].items():
        if held and not after.is_over and table.seat(name) not in after.living:
            found.append(Problem("war.out_holds", name=name, held=held))
    return found


def _number(count: int) -> str:
    return {1: "one", 2: "two", 3: "three"}.get(count, str(count))


def fit(entry: Entry, table: ScoredTable, standing: Standing) -> tuple[Entry, tuple[str, ...]]:
    """Without those who were not at the table, had no card to lose, or were not out to slap back in."""
    problems = []
    living, back, out = set(table.all(standing.living)), [], []
    named = [*entry["back"], *(name for group in entry["out"] for name in group), *filter(None, [entry["winner"]])]
    for name in dict.fromkeys(name for name in named if name not in table.names):
        problems.append(f"{name} was not at the table, and does not count")
    for name in entry["back"]:
        if name in living:
            problems.append(f"{name} had cards already")
        elif name in table.names:
            back.append(name)
            living.add(name)
    for group in entry["out"]:
        gone = [name for name in group if name in living]
        known = [name for name in group if name in table.names]
        if len(gone) < len(known):
            problems.append(f"{join_words(known, 'and')} had no cards already, unless they slapped back in")
        if gone:
            out.append(gone)
            living -= {*gone}
    winner = entry["winner"] if entry["winner"] in table.names else None
    if winner and living and winner not in living:  # who wins a pot has cards again (rule 7)
        if winner in table.all(standing.living):
            out = [rest for group in out if (rest := [name for name in group if name != winner])]
        else:
            back.append(winner)
        problems.append(f"{winner} had no cards, and must have slapped back in")
    return ENTRY.keep(entry, table.names) | {"back": back, "out": out, "winner": winner}, tuple(problems)


def leave(standing: Standing, seat: int) -> Outcome:
    """Who leaves in the middle of a game is out of it, as if their last card were gone. It goes on among the others, or is won by the
    only one who has cards then."""
    after = score.run_dry(standing, [seat]) if seat in standing.living else standing
    if len(after.living) == 1 and seat in standing.living:
        after = score.award(after, after.living[0])
    return Outcome(after, following=score.following_dealer(after) if after.is_over else None)


def count(entry: Entry, table: ScoredTable, standing: Standing) -> Outcome:
    for name in entry["back"]:
        standing = score.slap_in(standing, table.names.index(name))
    for group in entry["out"]:
        standing = score.run_dry(standing, [table.names.index(name) for name in group])
    following = None
    if entry["winner"]:
        standing = score.award(standing, table.names.index(entry["winner"]))
        following = score.following_dealer(standing)
    lines = (
        ()
        if standing.is_over or len(standing.living) > 1
        else (
            f"Only {table.names[standing.living[0]]} has cards. When that play has won, enter who won (rule 8, W-22)",
        )
        if standing.living
        else ("Nobody has cards. The player who controls the pile wins: enter who won (W-34)",)
    )
    return Outcome(standing, None, lines, following=following)


def describe_entry(entry: Entry, table: ScoredTable) -> str:
    parts = [f"{name} back in" for name in entry["back"]]
    parts += [f"{' + '.join(group)} out" for group in entry["out"]]
    if entry["winner"]:
        parts.append(f"{entry['winner']} won")
    for flag in ("cards", *TALLIES):
        if entry.get(flag):
            parts.append(f"{TALLIES.get(flag, flag)}: " + ", ".join(f"{name} {n}" for name, n in entry[flag].items()))
    if "center" in entry:
        parts.append(f"center {entry['center']}")
    return "; ".join(parts)


HAPPENED = (Pick("out", "lost the last card"), Pick("back", "slapped back in"), Pick("winner", "won the game"))


def ask(said: Entry, table: ScoredTable, standing: Standing) -> Question | None:
    """What happened to each player: out, back in, or won."""
    gone = tuple(seat for seat in range(standing.players) if seat not in standing.living)
    if "what" not in said:
        possible = [pick for pick in HAPPENED if gone or pick.value != "back"]
        return ask_choice("What happened?", possible, lambda what: {"what": what})
    if (what := said["what"]) in said:
        return None
    seats = gone if what == "back" else standing.living or tuple(range(standing.players))
    return ask_who("Who?", lambda name: {what: {"out": [[name]], "back": [name], "winner": name}[what]}, table, seats)


def example(table: ScoredTable) -> Entry:
    return {"out": [[table.names[-1]]]}


places = score.finishing_order
