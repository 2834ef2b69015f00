"""A key to the cards for pages with rules: the parts of a face, and what English rules call red and a theme's cards call rouge."""

from __future__ import annotations

from tt_print.cards.theme import Theme
from tt_print.cards.words import check_fields
from tt_print.deck import LETTER_OF, VALUES
from tt_print.drawing.text import in_our_letters
from tt_print.records import dataclass
from tt_print.templates import TemplateTable, read_table

WEST = "W"  # as rules name the ring of the 27


class KeyWords(TemplateTable):
    """`templates/themes/key.toml`."""

    title: str
    facts: str
    label: str
    pair: str

    def __post_init__(self) -> None:
        check_fields("pair", self.pair, {"ours", "theirs"}, all_of_them=True)


@dataclass(frozen=True, slots=True)
class RenamedWord:
    """A word of the rules and that of the cards; `icon` is what `cards.icons` draws for it, "" for a letter that has no picture."""

    ours: str
    theirs: str
    icon: str = ""


def part_heights_mm(theme: Theme) -> dict[str, float]:
    """How far below a face's top edge the middle of each part of its tab is, by the part's name."""
    tab = theme.tab
    return {
        "number": tab.number_y - tab.number_cap / 2,
        "shape": tab.shape_y,
        "letter": tab.letter_y - tab.letter_cap / 2,
        "west": tab.west_y,
    }


def renamed_values(theme: Theme) -> list[RenamedWord]:
    """Values in play order that the theme's cards rename, and the W of the 27; [] where cards and rules agree. Words that
    only a font of the theme's own can draw are left out.
    """
    places = {"color": "{}", "shape": ".{}", "number": "..{}"}
    found = [
        RenamedWord(value, theme.words.values[value], places[variable].format(LETTER_OF[variable][value]))
        for variable, values in VALUES.items()
        for value in values
        if theme.words.values[value] != value
    ]
    found += [RenamedWord(WEST, theme.words.west)] if theme.words.west != WEST else []
    return [one for one in found if in_our_letters(one.theirs)]


def read_key_words() -> KeyWords:
    return read_table(KeyWords, "themes/key.toml")


def key_text(theme: Theme) -> str:
    """`red = rouge, yellow = jaune, W = O`; "" where nothing is renamed."""
    pair = read_key_words().pair
    return ", ".join(pair.format(ours=one.ours, theirs=one.theirs) for one in renamed_values(theme))
