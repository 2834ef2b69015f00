"""Tables of templates become dataclasses; whoever misspells a key is told where."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import pytest

from tests.walks import walk
from tt_print.data_lines import find_lines
from tt_print.errors import TemplateError
from tt_print.templates import TABLE_NAME, TemplateTable, from_key, parse_table, read_table, read_toml, templates_folder


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
    meant_for: tuple[str, ...] = field(default=(), metadata=from_key("for"))
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
for = ["Ann", "Bo"]
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


@walk(("old", "new", "line", "words"), [
    ("rows = 2", "rosw = 2", 6, "'rosw' is not a key of [front]. Did you mean rows?"),
    ("rows = 2", "zebra = 2", 6, "'zebra' is not a key of [front]. Its keys are width, label, rows, shown, side, for, at, points, "
                                 "captions and more."),
    ("width = 61.5\n", "", 17, "[back] has no width."),
    ("width = 60", 'width = "60"', 4, "front.width must be a number, not '60'."),
    ("width = 60", "width = true", 4, "front.width must be a number, not true."),
    ("rows = 2", "rows = 2.5", 6, "front.rows must be a whole number, not 2.5."),
    ("shown = false", "shown = 0", 7, "front.shown must be true or false, not 0."),
    ('side = "right"', 'side = "rihgt"', 8, "front.side must be 'left' or 'right', not 'rihgt'."),
    ('"Bo"]', "3]", 9, "front.for must be a text in quotes, not 3."),
    ("at = [1.5, 2]", "at = [1.5]", 10, "front.at must be a list, not a list of 1."),
    ("y = 3.5", "z = 3.5", 13, "'z' is not a key of [front.points]. Its keys are x and y."),
    ("{ x = 1.0 }", "{ y = 1.0 }", 12, "[front.points] has no x."),
    ("x = 2,", "x = [],", 13, "front.points.x must be a number, not a list of 0."),
    ("1 = \"one\"", "1 = 1", 15, "front.captions.1 must be a text in quotes, not 1."),
    ("size_mm = 4.5", "size = 4.5", 5, "'size' is not a key of [front.label]. Did you mean size_mm?"),
    ("width = 61.5", "width = -1", 17, "[back]: a panel needs a width"),
    ("label = { text", "label = 3 #", 5, "front.label must be a table or a text in quotes, not 3."),
])  # fmt: skip
def test_a_fault_is_told_with_file_and_line(old, new, line, words):
    assert old in FULL
    with pytest.raises(TemplateError) as caught:
        parse(FULL.replace(old, new, 1))
    assert str(caught.value) == f"templates/panels.toml, line {line}: {words}"


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
    (lambda: parse("radios = 3", Cut), r"panels\.toml, line 1: 'radios' is not a key of the file. Did you mean radius\?"),
    (lambda: parse("round = false", Cut), r"panels\.toml, line 1: the file has no radius\."),
    (lambda: parse("radius = -1", Cut), r"panels\.toml, line 1: the file: a radius of less than nothing"),
    (lambda: parse("[front]\nwidth 3\n"), r"panels\.toml: .*line 2"),
    (lambda: parse_table(Label, "text = 'a'\nwide = 3\n", "book.md", first_line=11), r"book\.md, line 12: 'wide' is not"),  # within another file
    (lambda: read_table(Label, PAPERS, "a44"), r"^templates/sheets/papers\.toml, line 1: there is no table \[a44\]\. Did you mean a4"),
    (lambda: read_table(Label, PAPERS, "a4", "title", "x"), r"papers\.toml, line \d+: there is no table \[a4\.title\.x\]"),
])  # fmt: skip
def test_a_fault_is_reported_wherever_it_stands(read, words):
    with pytest.raises(TemplateError, match=words):
        read()


def test_what_is_read_from_a_file_is_shared():
    assert read_table(dict[str, Any], PAPERS) is read_table(dict[str, Any], PAPERS)


def ways(data, trail=()):
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        yield (*trail, key), value
        if isinstance(value, dict | list):
            yield from ways(value, (*trail, key))


FILES = [path.relative_to(templates_folder()).as_posix() for path in sorted(templates_folder().rglob("*.toml"))]


@walk("name", [name for name in FILES if not name.startswith("new/")])  # forms, which a person's name makes tables
def test_every_value_of_every_template_is_found_at_its_line(name):
    """A key stands on the line that is told; a text in a list of texts, too."""
    text = (templates_folder() / name).read_text(encoding="utf-8")
    rows, lines = text.splitlines(), find_lines(text)
    for trail, value in ways(read_toml(name)):
        row = rows[lines[trail] - 1]
        wanted = value if isinstance(trail[-1], int) else trail[-1]
        if isinstance(wanted, str) and '"' not in wanted and "\\" not in wanted and "\n" not in wanted:
            assert wanted in row, (trail, row)


def test_tables_of_lists_are_told_apart():
    text = "[[a]]\nx = 1\n[[a.b]]\ny = 2\n[[a]]\nx = 3\n[[a.b]]\ny = 4\n[[a.b]]\ny = 5\n[a.c]\nz = 6\n"
    assert tomllib.loads(text)["a"][1]["b"][1]["y"] == 5
    places = {("a", 0, "x"): 2, ("a", 0, "b", 0, "y"): 4, ("a", 1, "x"): 6, ("a", 1, "b", 0, "y"): 8,
              ("a", 1, "b", 1, "y"): 10, ("a", 1, "b", 1): 9, ("a", 1, "c", "z"): 12, ("a", 1, "c"): 11}  # fmt: skip
    assert places.items() <= find_lines(text).items()


def test_every_value_of_json_is_found_at_its_line():
    text = '{"a": [1,\n 2, {"b":\n 3}],\n\n"c\\u0041": {}, "d" : [\n[[],\n[4]]]}'
    assert find_lines(text, "json") == {
        (): 1, ("a",): 1, ("a", 0): 1, ("a", 1): 2, ("a", 2): 2, ("a", 2, "b"): 2, ("cA",): 5, ("d",): 5,
        ("d", 0): 6, ("d", 0, 0): 6, ("d", 0, 1): 7, ("d", 0, 1, 0): 7,
    }  # fmt: skip


def test_words_in_texts_and_comments_are_no_keys():
    text = '# a = [\n\'b = [\' = "# c = {" # ]\nd = """\n[e]\nf = 1\n"""\n["g.h".i] # [j]\nk.l = { m = 1, \'n\' = [2,\n3] }\n'
    assert tomllib.loads(text)["g.h"]["i"]["k"]["l"]["n"] == [2, 3]
    g = ("g.h", "i")
    assert find_lines(text) == {
        (): 1, ("b = [",): 2, ("d",): 3, ("g.h",): 7, g: 7, (*g, "k"): 8, (*g, "k", "l"): 8, (*g, "k", "l", "m"): 8,
        (*g, "k", "l", "n"): 8, (*g, "k", "l", "n", 0): 8, (*g, "k", "l", "n", 1): 9,
    }  # fmt: skip
