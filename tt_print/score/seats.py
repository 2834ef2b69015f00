"""Who plays: names as people write them, and how they find each other again."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tt_print.engine.base import Game
from tt_print.engine.house import House, show_value
from tt_print.engine.notation import parse_seat, seat_name
from tt_print.errors import InputError, did_you_mean, join_words

LONGEST = 30  # letters in a name; a table has no room for more
RESERVED = "=,+/:"  # they mean something between names


@dataclass(frozen=True, slots=True)
class Table:
    """A game with its house rules and its players by seat, clockwise. `shared` is how tied places are numbered."""

    game: Game
    house: House
    names: tuple[str, ...]
    shared: str = "1224"

    def seat(self, text: str) -> int:
        """As `find_player`."""
        return find_player(text, self.names)

    def name(self, text: str) -> str:
        return self.names[self.seat(text)]

    @property
    def rules(self) -> str:
        """House rules that differ from the default, teams by the players' own names; `-` when there are none."""
        text = str(self.house)
        teams = self.house.get("teams", "none")
        if teams == "none":
            return text
        own = "/".join("+".join(self.names[parse_seat(member)] for member in team) for team in teams)
        return text.replace(f"teams={show_value(teams)}", f"teams={own}")

    def all(self, seats: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.names[seat] for seat in seats)

    def by_name(self, values: Sequence[Any]) -> dict[str, Any]:
        """Values by seat as values by name."""
        return dict(zip(self.names, values, strict=True))

    def number(self, text: str, what: str, most: int | None = None) -> int:
        """A whole number of 0 or more. Raises InputError that names `what`."""
        word = text.strip()
        if not (word.isascii() and word.isdigit()):
            raise InputError(f"{what}: {text!r} is no number. Give a whole number such as 0 or 4.")
        if most is not None and int(word) > most:
            raise InputError(f"{what}: {word} is more than there can be ({most}).")
        return int(word)


def find_player(text: str, names: Sequence[str]) -> int:
    """The seat of the player called `text`: the name in either case and with or without its accents, a beginning that
    fits only one, or the number of the seat from 1. Raises InputError that lists the players."""
    for spelled in (plain, bare):
        wanted, known = spelled(text), [spelled(name) for name in names]
        if known.count(wanted) == 1:
            return known.index(wanted)
        begins = [seat for seat, name in enumerate(known) if wanted and name.startswith(wanted)]
        if len(begins) == 1:
            return begins[0]
        if begins:
            raise InputError(f"{text!r} could be {join_words(names[seat] for seat in begins)}. Write one of them.")
    if text.strip().isascii() and text.strip().isdigit() and 1 <= int(text) <= len(names):
        return int(text) - 1
    raise InputError(f"no player is called {text!r}.{meant_name(text, names)} Players: {join_words(names, 'and')}.")


def meant_name(text: str, names: Iterable[str]) -> str:
    """` Did you mean Zoë?`, near by the whole name or by its first word, in either case; else nothing."""
    spelled = {word: name for name in names for word in (plain(name).split()[0], plain(name))}
    near = did_you_mean(plain(text), spelled).removeprefix(" Did you mean ").removesuffix("?")
    return f" Did you mean {spelled[near]}?" if near else ""


def plain(name: str) -> str:
    """What decides whether two names are the same: case and ways of writing an accent do not."""
    return unicodedata.normalize("NFKC", " ".join(name.split())).casefold()


def bare(name: str) -> str:
    """As `plain`, without accents: who has no key for the last letter of José types Jose."""
    apart = unicodedata.normalize("NFKD", plain(name))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def check_names(texts: Sequence[str]) -> tuple[str, ...]:
    """Names as they are kept. Raises InputError for two players of one name and for what is no name."""
    names: list[str] = []
    for text in texts:
        name = unicodedata.normalize("NFC", " ".join(text.split()))
        if not name:
            raise InputError("a player has no name. Give each one, such as Ann.")
        if any(unicodedata.category(letter).startswith("C") and letter != "\u200d" for letter in name):
            raise InputError(f"{text!r} holds a character that cannot be shown. Write the name without it.")
        if name[0] in "-=+@" or any(mark in name for mark in RESERVED):
            raise InputError(
                f"{name!r} cannot be a name: {' '.join(RESERVED)} stand between names, and none begins with - or @."
            )
        if name.isdigit():
            raise InputError(f"{name!r} is a number; numbers mean seats. Add a letter to it.")
        if len(name) > LONGEST:
            raise InputError(f"{name!r} is too long for a table. Keep to {LONGEST} letters.")
        if plain(name) in map(plain, names):
            first, second = f"{name}1", f"{name}2"
            raise InputError(f"two players are called {name}. Use {first} and {second}, or initials.")
        names.append(name)
    return tuple(names)


def to_seat_names(teams: str, names: Sequence[str]) -> str:
    """`Zoë+Max/Bo+Li` as the engine's teams, in its names for the seats. Raises InputError for an unknown name."""
    known = [plain(name) for name in names]

    def seat(text: str) -> str:
        if plain(text) not in known:
            raise InputError(f"teams: no player is called {text!r}. Players: {join_words(names, 'and')}.")
        return seat_name(known.index(plain(text)))

    return "/".join("+".join(seat(member) for member in team.split("+")) for team in teams.split("/"))


# ---------------------------------------------------------------- NAME=VALUE texts


def split_pairs(texts: Iterable[str], table: Table, what: str) -> dict[str, str]:
    """`Bo=4,Cy=1` and further such texts as name to text, in the order given. A comma separates pairs.

    Blanks about `=` and a comma too many at an end do no harm, and `Bo 4` is a pair too. Raises InputError for an
    unknown name, a missing `=`, or a player named twice.
    """
    pairs: dict[str, str] = {}
    for text in _joined(texts):
        for part in text.strip(" ,").split(","):
            if pairs and part.strip().isdigit():
                raise InputError(
                    f"{what} {text!r}: a comma stands between players, and points and counts are whole numbers."
                )
            add_pair(pairs, part, table, what)
    return pairs


def _joined(texts: Iterable[str]) -> list[str]:
    """A name, `=` and a number as one text, where blanks had torn them apart."""
    joined: list[str] = []
    for text in map(str.strip, texts):
        ahead = joined[-1] if joined else ""
        if not text.strip(" ,"):
            continue
        if ahead.endswith("=") or (ahead and text.startswith("=")):
            joined[-1] += text
        elif ahead and "=" not in ahead and text.strip(",").isdigit():
            joined[-1] += f"={text}"
        else:
            joined.append(text)
    return joined


def add_pair(pairs: dict[str, str], text: str, table: Table, what: str) -> None:
    spoken, equals, value = text.partition("=")
    if not equals:
        raise InputError(f"{what} {text.strip()!r}: write a name, = and the value, such as {table.names[-1]}=4.")
    name = table.name(spoken)
    if name in pairs:
        raise InputError(f"{what} of {name} are given twice. Give them once.")
    pairs[name] = value


def split_names(text: str, table: Table) -> tuple[str, ...]:
    """`Bo+Cy` or `Bo,Cy`: each player once."""
    names = [table.name(part) for part in text.replace("+", ",").split(",")]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{name} is named twice. Name each player once.")
    return tuple(names)
