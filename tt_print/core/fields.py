"""What is asked of a person, as rows of a form: one field or one question, with its kind, words and limits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from tt_print.engine.house import show_value
from tt_print.requests.kinds import Kind, Request, With, shared_specs
from tt_print.requests.reading import label
from tt_print.templates import read_table

if TYPE_CHECKING:
    from tt_print.engine.base import ScoredGame
    from tt_print.engine.house import Option
    from tt_print.engine.scorer import EntryQuestion, Way

Row = dict[str, object]


class Object(Kind):
    """Values by their names, which the request itself looks at."""

    form, types = "object", (Mapping,)


def field_row(name: str, kind: str, text: str, needed: bool = True, **more: object) -> Row:
    """What is wanted, as JSON: `docs/core.md` has the kinds, and `more` that is left out where it is empty.

    `many` says that several may be given, as a list. Without `choices` any value of the kind is right; with `open` others than those may
    also be. `min` and `max` are those of a number, or how many are wanted.
    """
    found: Row = {"name": name, "kind": kind, "text": text, "needed": needed}
    for key, value in more.items():
        if value not in (None, "", (), []) and (value is not False or key == "default"):
            found[key] = value
    return found


def form(shape: type[Request], more: Mapping[str, Row] | None = None, **defaults: object) -> list[Row]:
    """The fields of a request as the site shows them, or only those in `more`, which has what else is known of each; `defaults` are those
    of the place where it is shown."""
    rows = []
    for name, spec in shared_specs(shape).items():
        if more is not None and name not in more:
            continue
        wanted = [each for each in spec.conditions() if isinstance(each, With)]
        when = [{"field": each.other, "is": [*each.values] or True} for each in wanted]
        own = spec.kind.described() | {"default": defaults.get(name, spec.default), "when": when}
        extra = {**(more or {}).get(name, {})}
        needed = bool(extra.pop("needed", spec.needed))
        rows.append(field_row(name, spec.kind.form, f"{label(shape, name)}.", needed, **own | extra))
    return rows


def choice_rows(choices: Iterable[tuple[object, str]]) -> list[Row]:
    """Answers: `value` is sent back, `text` is shown."""
    return [{"value": value, "text": text} for value, text in choices]


def plain_choices(values: Iterable[str]) -> list[Row]:
    """Values that are their own words."""
    return choice_rows((value, value) for value in values)


def question_row(question: EntryQuestion, opens: int | None = None) -> Row:
    """A question of a round as a screen shows it: its `title`, its `kind` (`tile` is a tap on a player, with `many` on several), the `seat`
    that it is about, likely `numbers`; `also` are the other ways to answer it. `opens`: the number of the round, if this is its first question."""
    first, *also = (_way_row(question, way) for way in question.ways)
    title = question.ask
    if opens is not None:
        title = f"Round {opens}{'. ' + title if question.who else ': ' + title[0].lower() + title[1:]}"
    row = {
        "title": title,
        "kind": first.pop("kind"),
        "seat": question.who,
        **first,
        "default": question.default,
        "also": also,
    }
    return {key: value for key, value in row.items() if value not in (None, "", [])}


def _way_row(question: EntryQuestion, way: Way) -> Row:
    is_picked = way.kind in ("seat", "seats", "choice")
    row = {
        "kind": "tile" if way.kind in ("seat", "seats") else way.kind,
        "many": way.kind == "seats",
        "text": way.text,
        "choices": choice_rows((pick.value, pick.text) for pick in way.picks or question.picks) if is_picked else [],
        "numbers": [*way.likely],
        "min": way.minimum,
        "max": way.maximum,
        "names": [*way.names],
    }
    return {key: value for key, value in row.items() if value not in (None, "", [], False)}


def house_fields(game: ScoredGame) -> list[Row]:
    """What a table may decide, with the sentence of each decision."""
    from tt_print.engine.printed_lines import read_house_words

    words, printed = read_house_words(game.name), read_table(str, "core/requests.toml", "printed_rule")

    def text(option: Option, value: object) -> str:
        """`left_of_dealer` and other names that are the default are what the option's own text explains."""
        said = words.options.get(option.name, {}).get(show_value(value))
        return said or (printed if isinstance(value, str) and value == option.default else show_value(value))

    rows = []
    for option in game.options:
        kind = "text" if option.read is not None else "number" if option.minimum is not None else "choice"
        if kind == "choice" and set(option.values) == {True, False}:
            kind = "yesno"
        rows.append(field_row(
            option.name, kind, option.meaning, needed=False,
            default=show_value(option.default) if isinstance(option.default, tuple) else option.default,
            choices=choice_rows((value, text(option, value)) for value in option.values),
            min=option.minimum, max=option.maximum, open=bool(option.values) and kind in ("text", "number"), ruling=option.ruling,
        ))  # fmt: skip
    return rows
