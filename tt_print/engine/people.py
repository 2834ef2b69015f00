"""Players' names, once for every command: what can be a name, and which player a typed name means.

A name may hold whatever people write: emoji, two alphabets, `Ann:B`, `Tom+Sue`. Only a comma and `=` cannot be in
one, because they are between names (`--players Ann,Bo`) and before points (`Bo=4`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import count

from tt_print.engine.notation import seat_name
from tt_print.errors import InputError, did_you_mean, join_words
from tt_print.problems import Problem
from tt_print.typed_words import read_signed, read_whole, split_list

MAX_LETTERS = 60  # the longest that still stands on a slip and in the column of a score sheet
SEPARATORS = ",="
JOINERS = "\u200c\u200d"  # they join emoji into one, and shape Persian and Indic letters
BLACK_FLAG = "\U0001f3f4"  # the flags of England, Scotland and Wales are this one and hidden letters behind it
_VARIATIONS = "\ufe0e\ufe0f"  # the same sign in color or in black
_COUNTS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


# ---------------------------------------------------------------- what can be a name


def check_names(texts: Iterable[str]) -> tuple[str, ...]:
    """Names as they are kept: accents composed (NFC), spaces single.

    Raises InputError for what cannot be a name, and for two players of one name.
    """
    texts = tuple(texts)
    if broken := next((text for text in texts if "\n" in text.strip() or "\r" in text.strip()), None):
        raise InputError(f"{broken!r} has two lines. Give each player a name of their own.")
    names = tuple(unicodedata.normalize("NFC", " ".join(text.split())) for text in texts)
    for name in names:
        _check_name(name)
    known = [plain(name) for name in names]
    for name in names:
        if known.count(plain(name)) > 1:
            raise InputError(_same_name(name, names))
        parts = re.split(r"[+/]", name)
        if len(parts) > 1 and all(plain(part) in known for part in parts):
            raise InputError(f"{name!r} is also {join_words(map(str.strip, parts), 'and')} together. Add a letter.")
    return names


def _check_name(name: str) -> None:
    if not name:
        raise InputError("a player has no name. Give each one, such as Ann.")
    if not can_be_shown(name):
        raise InputError(f"{name!r} has a character that cannot be shown. Write the name without it.")
    if name[0] == "-" or any(mark in name for mark in SEPARATORS):
        raise InputError(
            f"{name!r} cannot be a name: no name holds a comma or =, or begins with -, so that names and options "
            "can be told apart."
        )
    if plain(name).isdigit():
        raise InputError(f"{name!r} is a number; numbers mean seats. Add a letter to it.")
    if len(name) > MAX_LETTERS:
        raise InputError(f"{name!r} is too long. Use at most {MAX_LETTERS} letters.")


def can_be_shown(text: str) -> bool:
    """Whether a terminal and a page show every character of it; control characters would be obeyed instead."""
    for index, letter in enumerate(text):
        category = unicodedata.category(letter)
        if category == "Cn" and "\U0001f000" <= letter <= "\U0001faff":
            continue  # an emoji that is younger than this Python
        if letter in JOINERS or ("\U000e0020" <= letter <= "\U000e007f" and BLACK_FLAG in text[:index]):
            continue
        if category.startswith("C") or category in ("Zl", "Zp"):
            return False
    return True


def _same_name(name: str, names: Sequence[str]) -> str:
    """`two players are called Ann. Use Ann1 and Ann2, or add an initial.`, with names that nobody has yet."""
    same = [other for other in names if plain(other) == plain(name)]
    free = (spelled for number in count(1) if (spelled := f"{same[0]}{number}") not in names)
    told_apart = [next(free) for _ in same]
    number = _COUNTS.get(len(same), str(len(same)))
    return f"{number} players are called {same[0]}. Use {join_words(told_apart, 'and')}, or add an initial."


def numbered_names(players: int) -> tuple[str, ...]:
    """`Player 1`, `Player 2`, ... for players who gave no names."""
    return tuple(f"Player {seat + 1}" for seat in range(players))


# ---------------------------------------------------------------- names as typed


def parse_names(text: str, field: str = "") -> tuple[str, ...]:
    """The names of a list, `Ann, Bo` or `Ann Bo`. Raises InputError, of the `field`."""
    parts = split_list(text)
    if not any(parts):
        raise Problem("people.nobody", field)
    if not all(parts):
        raise Problem("people.stray_comma", field, text=text)
    return check_names(parts)


def read_players(text: str, max_players: int) -> tuple[str, ...]:
    """The players clockwise: `Ann,Bo,Cy`, or a number for numbered seats. Raises InputError."""
    if re.fullmatch(r"\s*[+-]?\d+\s*", text):
        number = read_signed(text)
        if number is not None and number < 1:
            raise Problem("people.no_number", "players", text=text.strip())
        if number is None or number > max_players:
            raise Problem("people.too_many", "players", text=text.strip(), most=max_players)
        return numbered_names(number)
    names = parse_names(text, "players")
    if len(names) == 1:
        raise Problem("people.one_player", "players", text=text, example=f"{names[0]},Bo,Cy")
    return names


# ---------------------------------------------------------------- whom a name means


@lru_cache(maxsize=1000)  # a night asks for its few names again with each hand
def plain(name: str) -> str:
    """What decides whether two names are the same: case and ways of writing a letter do not."""
    shown = "".join(letter for letter in name if letter not in JOINERS + _VARIATIONS)
    return unicodedata.normalize("NFKC", " ".join(shown.split())).casefold()


def bare(name: str) -> str:
    """As `plain`, without accents: who has no key for the last letter of José types Jose."""
    apart = unicodedata.normalize("NFKD", plain(name))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


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
    seat = _numbered_seat(text, len(names))
    if seat is not None:
        return seat
    raise InputError(f"no player is called {text!r}.{suggest_name(text, names)} Players: {join_words(names, 'and')}.")


def exact_player(text: str, names: Sequence[str]) -> int | None:
    """The seat of the player of this whole name, or of this number from 1; None for anything else."""
    known = [plain(name) for name in names]
    return known.index(plain(text)) if plain(text) in known else _numbered_seat(text, len(names))


def _numbered_seat(text: str, players: int) -> int | None:
    number = read_whole(text)
    return number - 1 if number is not None and 1 <= number <= players else None


def suggest_name(text: str, names: Iterable[str]) -> str:
    """` Did you mean Zoë?`, near by the whole name or by its first word, in either case; else nothing."""
    spelled = {word: name for name in names for word in (plain(name).split()[0], plain(name))}
    near = did_you_mean(plain(text), spelled).removeprefix(" Did you mean ").removesuffix("?")
    return f" Did you mean {spelled[near]}?" if near else ""


def split_group(text: str, names: Sequence[str]) -> list[str]:
    """`Bo+Cy` as two texts, one a player; a name with a + in it (`Tom+Sue`) stays whole."""
    return _split_known(text, names, "+")[::2]


def teams_by_seat(option: str, names: Sequence[str]) -> str:
    """The house rule `teams=Zoë+Max/Bo+Li` in the engine's names for the seats; any other rule as it is.

    A seat may also be a number from 1, and the engine's own name where players gave none. Raises InputError for
    anybody else.
    """
    rule, _, teams = option.partition("=")
    if rule.strip() != "teams" or teams.strip().lower() in ("", "none"):
        return option
    pieces = _split_known(teams, names, "+/")
    return f"{rule}={''.join(text if index % 2 else _seat_of(text, names) for index, text in enumerate(pieces))}"


def _seat_of(text: str, names: Sequence[str]) -> str:
    seat = exact_player(text, names)
    if seat is not None:
        return seat_name(seat)
    if tuple(names) == numbered_names(len(names)):
        return text  # the engine's own name for a seat; it refuses what is none
    near = suggest_name(text, names)
    raise InputError(f"teams: no player is called {text.strip()!r}.{near} Players: {join_words(names, 'and')}.")


def _split_known(text: str, names: Sequence[str], marks: str) -> list[str]:
    """Names and the marks between them in turn. Of all ways to split, the longest known name comes first."""
    known = {plain(name) for name in names}
    pieces = re.split(f"([{re.escape(marks)}])", text)
    found: list[str] = []
    while pieces:
        end = next((e for e in range(len(pieces), 1, -2) if plain("".join(pieces[:e])) in known), 1)
        found += ["".join(pieces[:end]), *pieces[end : end + 1]]
        pieces = pieces[end + 1 :]
    return found
