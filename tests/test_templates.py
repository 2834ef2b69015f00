"""Tables of templates become dataclasses; the error names a misspelled key."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import pytest

from tests.walks import walk
from tt_print.errors import TemplateError
from tt_print.templates import TABLE_NAME, TemplateTable, parse_table, read_table


@dataclass(frozen=True)
class Label:
    text: str
    size_mm: float = 3.0


class Point(NamedTuple):
    x: float
    y: float = 0.0


@dataclass(frozen=True)
class Panel:
    name: str = field(metadata=TABLE_NAME)
    width: float
    label: Label | str
    rows: int = 1
    shown: bool = True
    side: Literal["left", "right"] = "left"
    names: tuple[str, ...] = ()
    at: tuple[float, float] | None = None
    points: Sequence[Point] = ()
    captions: Mapping[str, str] = field(default_factory=dict)
    more: Any = None

    def __post_init__(self):
        if self.width <= 0:
            raise ValueError("a panel needs a width")


FULL = """
# a comment
[front]
width = 60
label = { text = "Lid", size_mm = 4.5 }
rows = 2
shown = false
side = "right"
names = ["Ann", "Bo"]
at = [1.5, 2]
points = [
    { x = 1.0 },
    { x = 2, y = 3.5 },
]
captions = { "?" = "wild ?", 1 = "one" }
more = [[1, "two"]]
[back]
width = 61.5
label = \"\"\"
width = 3
[front]\"\"\"
"""


def parse(text, shape=dict[str, Panel]):
    return parse_table(shape, text, "templates/panels.toml")


def test_a_table_is_its_dataclass():
    read = parse(FULL)
    assert read["front"] == Panel(
        "front", 60, Label("Lid", 4.5), 2, False, "right", ("Ann", "Bo"), (1.5, 2), (Point(1.0), Point(2, 3.5)),
        {"?": "wild ?", "1": "one"}, [[1, "two"]],
    )  # fmt: skip
    assert read["back"] == Panel("back", 61.5, "width = 3\n[front]")
    assert f"{read['front'].width}" == "60", "a whole number prints as it is written"


@walk(("old", "new", "words"), [
    ("rows = 2", "rosw = 2", "'rosw' is not a key of [front]. Did you mean rows?"),
    ("rows = 2", "zebra = 2", "'zebra' is not a key of [front]. Its keys are width, label, rows, shown, side, names, at, points, "
                                 "captions, and more."),
    ("width = 61.5\n", "", "[back] has no width."),
    ("width = 60", 'width = "60"', "front.width must be a number, not '60'."),
    ("width = 60", "width = true", "front.width must be a number, not true."),
    ("rows = 2", "rows = 2.5", "front.rows must be a whole number, not 2.5."),
    ("shown = false", "shown = 0", "front.shown must be true or false, not 0."),
    ('side = "right"', 'side = "rihgt"', "front.side must be 'left' or 'right', not 'rihgt'."),
    ('"Bo"]', "3]", "front.names must be a text in quotes, not 3."),
    ("at = [1.5, 2]", "at = [1.5]", "front.at must be a list, not a list of 1."),
    ("y = 3.5", "z = 3.5", "'z' is not a key of [front.points]. Its keys are x and y."),
    ("{ x = 1.0 }", "{ y = 1.0 }", "[front.points] has no x."),
    ("x = 2,", "x = [],", "front.points.x must be a number, not a list of 0."),
    ("1 = \"one\"", "1 = 1", "front.captions.1 must be a text in quotes, not 1."),
    ("size_mm = 4.5", "size = 4.5", "'size' is not a key of [front.label]. Did you mean size_mm?"),
    ("width = 61.5", "width = -1", "[back]: a panel needs a width"),
    ("label = { text", "label = 3 #", "front.label must be a table or a text in quotes, not 3."),
])  # fmt: skip
def test_a_fault_is_told_with_its_file_and_key(old, new, words):
    assert old in FULL
    with pytest.raises(TemplateError) as caught:
        parse(FULL.replace(old, new, 1))
    assert str(caught.value) == f"templates/panels.toml: {words}"


class Corner(TemplateTable):
    radius: float
    round: bool = True


class Cut(Corner):
    at: Point | None = None

    def __post_init__(self):
        if self.radius < 0:
            raise ValueError("a radius of less than nothing")


def test_a_table_is_frozen_and_knows_its_defaults():
    read = parse("radius = 3\nat = { x = 1 }\n", Cut)
    assert (read.radius, read.round, read.at) == (3, True, Point(1))
    assert read.changed(radius=4).radius == 4 and read.radius == 3
    assert "radius=3" in repr(read)
    with pytest.raises(AttributeError, match="Cut.radius cannot be changed"):
        read.radius = 5


PAPERS = "sheets/papers.toml"


@walk(("read", "words"), [
    (lambda: parse("radios = 3", Cut), r"panels\.toml: 'radios' is not a key of the file. Did you mean radius\?"),
    (lambda: parse("round = false", Cut), r"panels\.toml: the file has no radius\."),
    (lambda: parse("radius = -1", Cut), r"panels\.toml: a radius of less than nothing"),
    (lambda: parse("[front]\nwidth 3\n"), r"panels\.toml: .*line 2"),
    (lambda: read_table(Label, PAPERS, "a44"), r"^templates/sheets/papers\.toml: there is no table \[a44\]\. Did you mean a4"),
    (lambda: read_table(Label, PAPERS, "a4", "title", "x"), r"papers\.toml: there is no table \[a4\.title\.x\]"),
])  # fmt: skip
def test_a_fault_is_reported_wherever_it_stands(read, words):
    with pytest.raises(TemplateError, match=words):
        read()


def test_what_is_read_from_a_file_is_shared():
    assert read_table(dict[str, Any], PAPERS) is read_table(dict[str, Any], PAPERS)
