"""How well the faces of a theme can be read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from tt_print.core.commands.common import Answer, Command
from tt_print.problems import Problem
from tt_print.requests import listings as of
from tt_print.requests.kinds import Choice, Switch, fixed
from tt_print.requests.notes import Bare

if TYPE_CHECKING:
    from tt_print.cards.theme import Theme as Look
    from tt_print.core.environment import Call
    from tt_print.legibility.check import Measure
    from tt_print.sheets.plan import CardSize

CHECK = "check"


@dataclass(frozen=True)
class Theme(Command):
    """`action`: `check`, the only one there is."""

    action: Annotated[str, Choice(fixed(CHECK), str, CHECK), Bare()] = ""
    name: Annotated[str, Choice(of.themes, str), Bare()] = ""
    ink: Annotated[str, Choice(of.inks, of.find_ink, "INK")] = "color"
    card: Annotated[str, Choice(of.card_sizes, of.find_card_size, "SIZE", is_open=True)] = "standard"
    all_sizes: Annotated[bool, Switch()] = False

    verb = "theme"
    shown_by = ("as_json", "quiet")

    def problems(self) -> Iterable[Problem]:
        is_check = self.action.strip().lower() == CHECK
        if not (is_check and self.name):
            yield Problem("how", "action", value=self.name or ("" if is_check else self.action) or "tab")

    def answer(self, call: Call) -> Answer:
        """What was measured; status 1 if the theme falls short. `made` is a Checked."""
        from tt_print.cards.theme import find_theme
        from tt_print.cards.words import default_words
        from tt_print.legibility.check import PRESS, holding_back, is_learned, unbuilt
        from tt_print.sheets.plan import card_sizes, find_card_size

        theme, size = find_theme(self.ink, name=self.name), find_card_size(self.card)
        measures = measure(theme, size, whole=True)
        at_press = holding_back([each for each in measures if each.name.startswith(PRESS)])
        hard = holding_back([each for each in measures if not each.name.startswith(PRESS)])
        words = default_words(theme.words)
        sizes = [
            {
                "card": each.name, "width_mm": each.width_mm, "height_mm": each.height_mm,
                "hard_to_read": holding_back(measure(theme, each, whole=False)),
            }
            for each in (card_sizes() if self.all_sizes else ())
        ]  # fmt: skip
        data = {
            "name": theme.name, "ink": theme.ink_style, "card": size.name, "good": not hard, "hard_to_read": hard,
            "hard_to_read_at_press": at_press, "without_cmyk": [] if theme.is_low else unbuilt(theme),
            "default_words": list(words), "read_in_photos": is_learned(find_theme(name=self.name)), "measures": [_measure_row(each) for each in measures], "sizes": sizes,
        }  # fmt: skip
        return Answer(data, {}, ThemeCheck(theme, measures, words), status=1 if hard else 0, kind="theme check")


class ThemeCheck(NamedTuple):
    """Measures of a theme, and its words that are still the defaults."""

    theme: Look
    measures: list[Measure]
    words: Mapping[str, Any]


def measure(theme: Look, size: CardSize, whole: bool) -> list[Measure]:
    """On cards of this size; `whole` with what is the same on all of them. Raises LayoutError for a card too small for faces."""
    from tt_print.cards.layout import lay_out
    from tt_print.legibility.check import OF_SIZE, check_theme
    from tt_print.sheets.compose import scale_of

    laid = lay_out(theme, size.width_mm, size.height_mm)
    factor = scale_of(size, laid.width_mm, laid.height_mm, theme.card.rim_mm)
    return check_theme(laid, with_ink=whole, only=() if whole else OF_SIZE, at_press=whole, scale=factor)


def _measure_row(each: Measure) -> dict[str, Any]:
    return {
        "name": each.name, "title": each.limit.title, "figure": round(each.worst.figure, 3), "limit": each.limit_value,
        "side": "most" if each.limit.most is not None else "least", "between": list(each.worst.between),
        "good": each.good, "holds_back": each.holds_back,
    }  # fmt: skip
