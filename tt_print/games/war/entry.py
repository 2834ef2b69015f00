"""The war games: who ran out of cards, who slapped back in, who won (rules 3 to 8)."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.deck import make_deck
from tt_print.engine.entries import Entry, Moments, Name, Names, NumberPart, Numbers, Order, ScoredTable
from tt_print.engine.scorer import EntryQuestion, Outcome, Pick, Scorer, Way, ask_who, strangers
from tt_print.engine.standing import Groups, Standing, next_left
from tt_print.errors import join_words
from tt_print.games.war.facts import variant_of
from tt_print.problems import Problem
from tt_print.records import replace

PLACES = Order("places", "a whole game at once, the winner first: Ann,Cy,Bo")
TALLIES = {"control": "pots won by control", "slaps": "pots won by slap", "wrong": "bad slaps"}
HAPPENED = {"out": "Who lost the last card?", "back": "Who slapped back in?", "winner": "Who won the game?"}
OTHERWISE = (Pick("back", "someone slapped back in"), Pick("winner", "someone won the game"))
FEW = {1: "one", 2: "two", 3: "three"}


class Scoring(Scorer):
    parts = (
        Names("back", "who slapped back in; counted before those who went out", shown="{} back in"),
        Moments("out", "who lost their last card, in order; Bo+Cy if at the same moment", shown="{} out"),
        Name("winner", "who won the game", shown="{} won"),
        PLACES,
        Numbers("cards", "everyone's cards, counted: Ann=40,Bo=24", shown="cards: {}"),
        *(Numbers(key, f"{what}, such as Ann=3,Bo=1", shown=f"{what}: {{}}") for key, what in TALLIES.items()),
        NumberPart(
            "center", "how many cards are in the center; everyone's cards are needed as well", shown="center {}"
        ),
    )
    together = ("back", "out", "winner", "places")

    def example(self, table: ScoredTable) -> Entry:
        return {"out": [[table.names[-1]]]}

    def settle(self, said: Entry, table: ScoredTable, standing: Standing) -> Entry:
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
            example, places = self.example_words(table), ",".join(table.names)
            raise Problem("war.what", example=example, first=table.names[0], places=places)
        return entry

    def discrepancies(self, entry: Entry, table: ScoredTable, standing: Standing) -> Sequence[str | Problem]:
        """Counted cards make the deck; who is out holds none."""
        if "cards" not in entry:
            return []
        found: list[str | Problem] = []
        size = len(make_deck(variant_of(standing.house).deck, jokers=standing.house["jokers"]))
        total = sum(entry["cards"].values()) + entry.get("center", 0)
        missing = [name for name in table.names if name not in entry["cards"]]
        if missing:
            found.append(Problem("war.not_counted", names=join_words(missing, "and"), first=missing[0]))
        elif off := abs(size - total):
            many = f"{FEW.get(off, off)} {'short' if total < size else 'too many'}"
            found.append(f"{total} cards together, and the deck has {size}: {many}. Recount?")
        after = self.count(entry, table, standing).standing
        for name, held in entry["cards"].items():
            if held and not after.is_over and table.seat(name) not in after.living:
                found.append(Problem("war.out_holds", name=name, held=held))
        return found

    def fit(self, entry: Entry, table: ScoredTable, standing: Standing) -> tuple[Entry, tuple[str, ...]]:
        """Without those who were not at the table, had no card to lose, or were not out to slap back in."""
        named = [*entry["back"], *(name for group in entry["out"] for name in group), *filter(None, [entry["winner"]])]
        problems = strangers(named, table)
        living, back, out = set(table.all(standing.living)), [], []
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
        return self.keep(entry, table.names) | {"back": back, "out": out, "winner": winner}, tuple(problems)

    def count(self, entry: Entry, table: ScoredTable, standing: Standing) -> Outcome:
        for name in entry["back"]:
            standing = slap_in(standing, table.names.index(name))
        for group in entry["out"]:
            standing = run_dry(standing, [table.names.index(name) for name in group])
        if entry["winner"]:
            standing = award(standing, table.names.index(entry["winner"]))
        lines = []
        if not standing.living:
            lines = ["Nobody has cards. The player in control wins. Enter who won (W-34)"]
        elif len(standing.living) == 1 and not standing.is_over:
            (alone,) = table.all(standing.living)
            lines = [f"Only {alone} has cards. After the last pot, enter who won (rule 8, W-22)"]
        return self.outcome(standing, lines)

    def outcome(self, standing: Standing, lines: Sequence[str] = ()) -> Outcome:
        """The deal of the next game rotates (G-4); the war games know no other way."""
        following = next_left(range(standing.players), standing.players, standing.dealer)
        return Outcome(standing, lines=tuple(lines), following=following if standing.is_over else None)

    def leave(self, standing: Standing, seat: int) -> Outcome:
        """Who leaves in the middle of a game is out of it, as if their last card were gone. It goes on among the others, or is won by the
        only one who has cards then."""
        if seat in standing.living:
            standing = run_dry(standing, [seat])
            if len(standing.living) == 1:
                standing = award(standing, standing.living[0])
        return self.outcome(standing)

    def places(self, standing: Standing) -> Groups:
        """Who has cards, then who lost the last ones, the latest first.

        The source names the winner only; this is S-20's way.
        """
        return tuple(group for group in (standing.living, *reversed(standing.out)) if group)

    def ask(self, said: Entry, table: ScoredTable, standing: Standing) -> EntryQuestion | None:
        """Who lost the last card; or who slapped back in, or won."""
        gone = tuple(seat for seat in range(standing.players) if seat not in standing.living)
        what = said.get("what", "out")
        if what in said:
            return None
        seats = gone if what == "back" else standing.living or tuple(range(standing.players))

        def take(name: str) -> Entry:
            return {what: {"out": [[name]], "back": [name], "winner": name}[what]}

        question = ask_who(HAPPENED[what], take, table, seats)
        if "what" in said:
            return question
        picks = tuple(pick for pick in OTHERWISE if gone or pick.value != "back")
        others = [pick.value for pick in picks]

        def take_or_turn(answer: str) -> Entry:
            return {"what": answer} if answer in others else question.take(answer)

        ways = (*question.ways, Way("choice", picks=picks))
        return replace(question, take=take_or_turn, ways=ways, default=None, follows=False)


def run_dry(before: Standing, gone: Sequence[int]) -> Standing:
    """`gone` lost their last cards at the same moment. They may slap back in (rule 7), and nobody has won by this
    alone (rule 8, W-22)."""
    living = tuple(seat for seat in before.living if seat not in gone)
    return replace(before, living=living, out=(*before.out, tuple(sorted(gone))))


def slap_in(before: Standing, seat: int) -> Standing:
    """A player without cards has won a pot (rule 7): their going out is undone."""
    out = tuple(left for group in before.out if (left := tuple(s for s in group if s != seat)))
    return replace(before, living=tuple(sorted((*before.living, seat))), out=out)


def award(before: Standing, winner: int) -> Standing:
    """`winner` has won the game (rule 8): the others are out, those who held cards until now last of all."""
    rest = tuple(seat for seat in before.living if seat != winner)
    back = before if winner in before.living else slap_in(before, winner)  # W-34: they won the pot without a card
    return replace(
        back,
        living=(winner,),
        out=(*back.out, rest) if rest else back.out,
        played=before.played + 1,
        winners=(winner,),
        is_over=True,
    )
