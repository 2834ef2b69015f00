"""The fields of a family book as boxes: steps, pictures of what was judged, panels of a round, a quiz, and house rules to tick.

A field has one place and one size of type, and a page holds what fits on it: what does not fit stops the build, with the number of
letters to lose (`pages`).
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from tt_print.books.blocks import Bullets, Field, Panel, Paragraph, Round, Shown, Span, plain, read_words
from tt_print.books.figures import arrow, centered, chits_layout, numbered_disc, set_groups, set_move, verdict_mark
from tt_print.books.pictures import emblem_height, place_back_emblem
from tt_print.books.prose import FixedBox, Style, bullets_box, paragraph_box, runs_of
from tt_print.deck import VARIABLES
from tt_print.draw.geometry import Rect, polygon, rectangle
from tt_print.draw.shapes import Group, Ink, Item, Path, reduced
from tt_print.faces.chits import draw_value
from tt_print.faces.toppers import Topper, draw_topper, turned
from tt_print.page.boxes import Box, Framed, Hang, Keep, Layout, Picture, Row, Share, Stack, Tag, Tagged, Words, grouped
from tt_print.page.flow import Cell, Column, Put, Table, TableRow, TableStyle
from tt_print.page.text import NO_BREAK
from tt_print.problems import LayoutProblem
from tt_print.records import replace

PLAYERS = {"Ann": ("red", "heart"), "Bo": ("yellow", "square"), "Cy": ("green", "triangle"), "Di": ("blue", "circle")}
TOPPER = 0.62  # how wide a player's Topper is, of the height of a card beside it
ALONE = 1.5  # how much larger it is without a name
MOST_BACKS = 3  # cards that are drawn of those that lie face down
LARGE = ("picture", "marked")  # fields with larger cards
NARROWER = (1.0, 0.8, 0.6, 0.45, 0.36, 0.3, 0.26, 0.22, 0.18, 0.15)  # how much of its place a label takes at most
LEAST_GAP_MM = 1.0  # between two things in a picture
OVERLAP = 0.36  # how much of a covered back shows
LEAST_BESIDE = 0.19  # of a column: a label that has less room beside a picture is below it
BESIDE_MM = 2.2  # between a thing and its label at the right
FRAME_MM = 1.8  # around things in one frame
BESIDE = 0.44  # of a frame, for a picture beside words
LETTERS_PER_EM = 2.05  # of running text
LEAST_LETTERS = 22  # in a line of text beside a picture
LEAST_IN_POCKET = 0.34  # of its narrow column, for such text
MAX_IN_ROW, MAX_LETTERS = 4, 34  # answers to tick in one row, and letters of each
TINT = 14  # percent of the game's color behind a field
WARNING = 22  # percent of yellow behind a mistake


def field_box(field: Field, style: Style) -> Box:
    """A field as wide as the column. Raises LayoutProblem for a picture without room."""
    made_by = {"quiz": _quiz, "ticks": _ticks, "bar": _bar, "step": _step, "box": _frame, "mistake": _frame}
    if field.kind in made_by:
        return made_by[field.kind](field, style)
    picture = centered(picture_layout(field, style, style.column_mm - 2 * style.box_pad_mm), style.column_mm)
    return (
        Keep(Stack([picture, Words(runs_of(field.title), style.small.middle, "Caption")], 1.2))
        if field.title
        else picture
    )


def _texts(blocks: Sequence[Paragraph | Bullets], style: Style) -> Box:
    return Stack(
        [bullets_box(b, style) if isinstance(b, Bullets) else paragraph_box(b, style) for b in blocks], style.paragraph_gap_mm
    )  # fmt: skip


# ---------------------------------------------------------------- kinds of field


def _step(field: Field, style: Style) -> Box:
    """A number and what to do, a picture, and how."""
    disc = numbered_disc(int(field.number), style.section.leading * 0.56, style)
    title = Words(runs_of(field.title), style.section, "H3")
    boxes: list[Box] = [Row([disc, title], [disc.width, Share()], 3.0, "middle")]
    if field.picture:
        boxes.append(centered(picture_layout(field, style, style.column_mm), style.column_mm))
    return Keep(Tagged("Sect", Stack([*boxes, _texts(field.blocks, style)], style.block_gap_mm * 0.75)))


def _frame(field: Field, style: Style) -> Box:
    """Words in a frame, beside a picture; those about a mistake beside somebody who is surprised."""
    is_mistake = field.kind == "mistake"
    room = style.column_mm - 2 * style.box_pad_mm
    pictures = [_player("", "surprised", style, ("yellow", "circle"))] if is_mistake else []
    pictures += [picture_layout(field, style, BESIDE * room)] if field.picture else []
    widths = [one.width for one in pictures]
    gap = style.group_gap_mm * 0.7
    inner = style.indented(2 * style.box_pad_mm + sum(widths) + gap * len(widths))
    row = Row([*map(FixedBox, pictures), _texts(field.blocks, inner)], [*widths, Share()], gap, "middle")
    fill = tinted(style.theme.colors["yellow"].ink, WARNING) if is_mistake else tinted(style.accent, TINT)
    return Keep(Framed(row, style.box_pad_mm, style.theme.ink, 0.35, 3.0, fill=None if style.theme.is_low else fill))


def _bar(field: Field, style: Style) -> Box:
    """How the game ends, on the game's color."""
    bare = style.theme.is_low
    ink = style.theme.ink if bare else style.on_accent
    text, title = replace(style.body, ink=ink), replace(style.section, ink=ink)
    boxes = [Words(runs_of(block.spans), text) for block in field.blocks if isinstance(block, Paragraph)]
    whole = Stack([Words(runs_of(field.title), title, "H3"), *boxes], 0.8)
    line_mm, fill = (0.6, None) if bare else (0.35, style.accent)
    return Keep(Framed(whole, style.box_pad_mm + 1.0, style.theme.ink, line_mm, 3.0, fill=fill))


def _quiz(field: Field, style: Style) -> Box:
    """Questions with their cards in two columns, each with a letter, and the answers below, as the engine or else the author gives them."""
    width = (style.column_mm - style.group_gap_mm * 0.6) / 2
    panels = [_question(one, letter, style, width) for one, letter in zip(field.picture, ascii_lowercase, strict=False)]
    rows = [
        Row(panels[index : index + 2], [width] * len(panels[index : index + 2]), style.group_gap_mm * 0.6, "fill")
        for index in range(0, len(panels), 2)
    ]
    answers: list[Span] = []
    for one, letter in zip(field.picture, ascii_lowercase, strict=False):
        judged = quiz_answer(one)
        said = (Span(judged.lower().removesuffix(".")),) if judged else ()
        between = (Span(": "),) if judged and one.answer else ()
        answers += [Span(f"{letter} ", bold=True), *said, *between, *one.answer, Span(f"{NO_BREAK}·  ")]
    return Keep(
        Stack([Stack(rows, style.panel_gap_mm), Words(runs_of(tuple(answers[:-1])), style.small)], style.block_gap_mm)
    )


def quiz_answer(one: Shown) -> str:
    """What the engine says of a case: yes or no where the label asks whether something is allowed, else its own word."""
    if one.example is None:
        return ""
    asked = plain(one.label)
    if asked.endswith("?") and not asked.endswith(" ?"):  # "Five 2s and a ?" asks nothing
        words = read_words()
        said: dict[str, str] = {"yes": words.allowed, "no": words.not_allowed}
        if one.example.verdict in said:
            return said[one.example.verdict]
    return one.example.answer or one.example.outcome


def _question(one: Shown, letter: str, style: Style, width: float) -> Box:
    room = width - 2 * style.box_pad_mm
    bare = tuple(replace(group, role="") for group in one.groups)
    cards = set_groups(bare, style, style.panel_face_mm, room)
    disc = numbered_disc(letter, style.panel.leading * 0.55, style)
    asked = Row([disc, Words(runs_of(one.label), style.panel.strong)], [disc.width, Share()], 1.6, "middle")
    boxes: list[Box] = [asked, *([FixedBox(cards)] if cards else [])]
    return Framed(Tagged("Div", Stack(boxes, 1.6)), style.box_pad_mm, style.theme.inks["grey"], 0.35, 2.4)


def _ticks(field: Field, style: Style) -> Box:
    """A question a line, with a box to tick before each answer."""
    size, text = style.note.size, style.note
    square = rectangle(0.3, text.baseline - 0.82 * size, 0.84 * size, 0.84 * size, 0.5)
    drawn = Path(square, style.theme.paper, style.theme.ink, 0.35)
    box = Picture((drawn,), size, text.leading, baseline=text.baseline)
    rows: list[Box] = []
    for question, answers in field.ticks:
        each_box = [Tagged("LI", Hang(box, Words(runs_of(each), text, "LBody"), 1.5 * size)) for each in answers]
        is_short = len(answers) <= MAX_IN_ROW and all(len(plain(each)) <= MAX_LETTERS for each in answers)
        choices = Row(each_box, [Share()] * len(answers), 2.0) if is_short else Stack(each_box, 0.3)
        rows.append(Keep(Stack([Words(runs_of(question), text.strong), Tagged("L", choices)], 0.3)))
    return Stack(rows, style.paragraph_gap_mm)


# ---------------------------------------------------------------- a round


def panels_box(block: Round, style: Style) -> Box:
    """A round that is played: a panel a move, one below the other, or side by side in columns."""
    gap, across = style.panel_gap_mm, block.columns
    width = (style.column_mm - gap * (across - 1)) / across
    narrow = style.indented(style.column_mm - width).changed(panel_face_mm=block.card_size * style.panel_face_mm)
    panels = [_panel(step, number, block, narrow) for number, step in enumerate(block.panels, block.first)]
    rows: list[Box] = [
        Keep(Row(panels[at : at + across], [width] * len(panels[at : at + across]), gap, "fill"))
        if across > 1
        else panels[at]
        for at in range(0, len(panels), across)
    ]
    if block.usual:
        said = read_words().played_by.format(rules=" ".join(block.usual))
        rows.insert(0, Words(runs_of((Span(said),)), style.small))
    return Stack(rows, gap)


def _claims(claims: Sequence[tuple[str, str]], style: Style) -> Table:
    """Who claims what, two a row."""
    cells = [
        [
            Cell(Words(name, style.panel.strong), head="Row", across="start"),
            Cell(Words(said, style.panel), across="start"),
        ]
        for name, said in claims
    ]
    rows = [TableRow([cell for pair in cells[at : at + 2] for cell in pair]) for at in range(0, len(cells), 2)]
    return Table([Column(), Column(Share()), Column(), Column(Share())], rows, TableStyle(pad=0.8), heads=0)


def _panel(step: Panel, number: int, block: Round, style: Style) -> Box:
    """Who acts at the left, what they say over the cards of the move, and beside or below them what happens."""
    disc = numbered_disc(number, style.panel.leading * 0.5, style)
    player = [_player(step.who, step.mood, style)] if step.who else []
    left = grouped([(0.0, 0.0, disc.lay(disc.width)), *((disc.width - 0.6, 0.6, one) for one in player)],
                   disc.width + sum(one.width for one in player), max([disc.height, *(one.height + 0.6 for one in player)]))  # fmt: skip
    room = style.column_mm - 2 * style.box_pad_mm - left.width - 2.0
    groups = step.groups
    if step.who:  # who plays is at the left, and what lies face down is in the text
        is_seen = not block.has_arrows and any(group.fresh and not group.moved for group in groups)  # where it lies now
        groups = tuple(
            replace(group, role="" if group.moved or group.form == "pile" else group.role, fresh_role="")
            for group in groups
            if group.cards and not (is_seen and group.moved)
        )
    lay = set_move if block.has_arrows else set_groups
    words: list[Box] = [FixedBox(_slots(step.pointers, step.pointed, style))] if step.pointers else []
    words += [Words(runs_of(step.text, style), style.panel)] if step.text else []
    bubble = (
        [Framed(Words(runs_of(step.says), style.panel.strong), 1.2, style.theme.ink, 0.35, 2.2)] if step.says else []
    )
    bodies = list[Box]()
    letters = style.group_gap_mm + LEAST_LETTERS / LETTERS_PER_EM * style.panel.size
    least = LEAST_IN_POCKET * style.column_mm if style.format == "pocket" else letters
    for part in (0.6, 1.0):
        said = [Row([one], [None]) for one in bubble]
        if (cards := lay(groups, style, style.panel_face_mm, part * room)) is None:
            bodies.append(Stack([*said, *words], 1.2))
            break
        seen: list[Box] = [*said, FixedBox(cards)]
        wide = max(cards.width, *(one.natural() for one in bubble)) if bubble else cards.width
        if part == 1.0:
            bodies.append(Stack([*seen, *words], 1.2))
        elif room - wide >= least:
            bodies.append(Row([Stack(seen, 1.2), Stack(words, 1.2)], [wide, Share()], style.group_gap_mm, "middle"))
    tried = [box.lay(room) for box in bodies]
    best = min(range(len(bodies)), key=lambda index: (bool(tried[index].overflow), tried[index].height))
    body: Box = bodies[best]
    if step.claims:
        body = Stack([body, _claims(step.claims, style)], 1.2)
    if step.verdict == "no":
        body = Row([body, verdict_mark("no", style)], [Share(), style.mark_mm], 1.6)
    row = Row([FixedBox(left), body], [left.width, Share()], 2.0, "middle")
    return Keep(Tagged("Div", Framed(row, style.box_pad_mm * 0.8, style.theme.inks["grey"], 0.3, 2.0)))


def _slots(values: Sequence[str], moved: Sequence[bool], style: Style) -> Layout:
    """What the three pointers show, the one that moved in a ring."""
    side, gap = style.panel.leading * 1.45, 1.4
    items: list[Item] = []
    for index, (variable, value) in enumerate(zip(VARIABLES, values, strict=True)):
        box = Rect(index * (side + gap) + 0.5, 0.5, side - 1.0, side - 1.0)
        items += draw_value(style.theme, variable, value, box)
        if moved[index]:
            items.append(Path(box.inset(-0.7).path(1.2), None, style.alarm, 0.8))
    width = 3 * (side + gap) - gap
    drawn = Group(reduced(tuple(items), 1.0), miniature=True)
    return Layout(width, side, (drawn,), tag=Tag("Figure", f"pointers: {', '.join(values)}"))


# ---------------------------------------------------------------- pictures


def picture_layout(field: Field, style: Style, room: float) -> Layout:
    """The picture of a field: one thing beside the other, those that are `below` in a column; the `marked` ones in one frame."""
    style = style.changed(panel_face_mm=style.start_face_mm) if field.kind in LARGE else style
    columns: list[list[Shown]] = []
    for one in field.picture:
        if one.below and columns:
            columns[-1].append(one)
        else:
            columns.append([one])
    for rows in range(1, 2 if field.count else len(columns) + 1):
        size = -(-len(columns) // rows)
        laid = [_in_row(columns[at : at + size], style, room, field.count) for at in range(0, len(columns), size)]
        found = [row for row in laid if row]
        if len(found) == len(laid):
            width = max((row.width for row in found), default=0.0)
            return Stack([centered(row, width) for row in found], style.block_gap_mm).lay(width)
    raise LayoutProblem("page.overflow", "paper", words=longest_words(field))


def longest_words(field: Field) -> str:
    """The longest of its title and labels, by which somebody finds it; without these, its kind."""
    return max((plain(spans) for spans in (field.title, *(one.label for one in field.picture))), key=len) or field.kind


def _in_row(columns: Sequence[Sequence[Shown]], style: Style, room: float, count: int) -> Layout | None:
    """Columns side by side, the first `count` of them in one frame; None where the room does not hold them."""
    for narrow in NARROWER:
        laid = [_column(each, style, narrow * room, room) for each in columns]
        spare = room - sum(one.width for one in laid) - (3 * FRAME_MM if count else 0.0)
        gap = min(style.group_gap_mm, spare / max(1, len(laid) - 1))
        if spare >= -0.1 and (gap >= LEAST_GAP_MM or len(laid) < 2):
            break
    else:
        return None
    height, pad = max(one.height for one in laid), FRAME_MM if count else 0.0
    parts, items, x = list[Put](), list[Item](), pad
    for index, one in enumerate(laid, 1):
        parts.append((x, pad + (height - one.height) / 2, one))
        x += one.width + gap + (2 * pad if index == count else 0.0)
    if count:
        frame = rectangle(0.0, 0.0, sum(one.width + gap for one in laid[:count]) - gap + 2 * pad, height + 2 * pad, 2.4)
        fill = None if style.theme.is_low else tinted(style.theme.colors["yellow"].ink, WARNING)
        items.append(Path(frame, fill, style.alarm, 0.6))
    return grouped(parts, x - gap, height + 2 * pad, items=tuple(items))


def _column(shown: Sequence[Shown], style: Style, room: float, most: float) -> Layout:
    """Things below one another, their labels beside them; one alone has its label below it."""
    if len(shown) == 1:
        return _thing(shown[0], style, room, most)
    rows = []
    for one in shown:
        picture = _thing(one if one.who else replace(one, label=()), style, room, most)
        if one.who:
            rows.append(Row([FixedBox(picture)], [picture.width]))
            continue
        words = Words(runs_of(one.label), style.small)
        if picture.width + max(LEAST_BESIDE * style.column_mm, words.least()) > room:
            wide = max(picture.width, min(words.natural(), room))
            rows.append(Row([FixedBox(_add_label(picture, one, style, room))], [wide]))
            continue
        wide = min(words.natural(), max(room - picture.width - BESIDE_MM - 0.2, words.least()))
        rows.append(Row([FixedBox(picture), words], [picture.width, wide + 0.2], BESIDE_MM, "middle"))
    wide = max(row.natural() for row in rows)
    return Stack(rows, 1.8).lay(wide)


def _thing(one: Shown, style: Style, room: float, most: float) -> Layout:
    """Cards, backs, chits, or an arrow; beside a player below what they say, else with the label below."""
    content = _content(one, style, room, most)
    if not one.who:
        return _add_label(content, one, style, room)
    player = _player(one.who, one.mood, style)
    height = max(player.height, content.height)
    parts: list[Put] = [(0.0, height - player.height, player)]
    width = player.width
    if content.width:
        parts.append((player.width + 1.6, height - content.height, content))
        width += 1.6 + content.width
    if not one.label:
        return grouped(parts, width, height)
    words = Words(runs_of(one.label), style.panel.strong.middle, "P")
    bubble = Framed(words, 1.4, style.theme.ink, 0.4, 2.4, fill=style.theme.paper)
    said = bubble.lay(min(bubble.natural(), max(room, 20.0)) + 0.1)
    tip = player.width * 0.62
    down = said.height + 2.2
    tail = polygon([(tip + 2.2, said.height - 0.4), (tip - 0.6, down + 1.2), (tip + 5.2, said.height - 0.4)])
    items = (Path(tail, style.theme.paper, style.theme.ink, 0.4, join="round"),)
    shifted = [(x, y + down, part) for x, y, part in parts]
    left = max(0.0, min(tip - 2.0, width - said.width)) if width > said.width else 0.0
    return grouped(
        [(0.0, 0.0, Layout(0.0, 0.0, items)), (left, 0.0, said), *shifted], max(width, left + said.width), down + height
    )


def _claim(one: Shown, style: Style, room: float) -> Layout:
    """What somebody says, where there are no cards to look at, and whether that is right."""
    said = Framed(Words(runs_of(one.label), style.panel.strong.middle), 1.2, style.accent, 0.5, 2.4)
    laid = said.lay(max(said.least(), min(said.natural(), room)) + 0.1)
    mark = verdict_mark(one.example.verdict if one.example else "fact", style)
    return _below(laid, mark.lay(mark.natural()), 0.8)


def _add_label(content: Layout, one: Shown, style: Style, room: float) -> Layout:
    """The content with its label in the middle below it. An example without cards is a claim, and its label is the claim."""
    if not one.label or (one.example and not one.groups):
        return content
    text = Words(runs_of(one.label), style.small.middle)
    words = text.lay(max(content.width, min(text.natural(), max(room - 2.0, text.least()))) + 0.1)
    return _below(content, words, 1.0)


def _below(upper: Layout, lower: Layout, gap: float, tag: Tag | None = None) -> Layout:
    """One below the other, both in the middle."""
    width, y = max(upper.width, lower.width), upper.height + gap
    parts = [((width - upper.width) / 2, 0.0, upper), ((width - lower.width) / 2, y, lower)]
    return grouped(parts, width, y + lower.height, tag=tag)


def _content(one: Shown, style: Style, room: float, most: float) -> Layout:
    face = style.panel_face_mm
    if one.kind == "back":
        return _backs(one.count, style, face)
    if one.kind == "arrow":
        return Layout(9.0, 2.0, tuple(arrow(9.0, style)))
    values = [value.removesuffix("*") for value in one.values]
    if one.kind == "pointers":
        return _slots(values, [value.endswith("*") for value in one.values], style)
    if one.kind == "chits":
        return replace(
            chits_layout(values, style, most), tag=Tag("Figure", f"chits with pointers at {', '.join(values)}")
        )
    bare = tuple(replace(group, role="") if one.label or one.who else group for group in one.groups)
    cards = set_move(bare, style, face, most)
    if cards is None:
        return _claim(one, style, room) if one.example and not one.who else Layout(0.0, 0.0)
    if one.example is None or one.example.verdict == "fact" or one.who:
        return cards
    mark = verdict_mark(one.example.verdict, style)
    laid = mark.lay(mark.natural())
    return grouped([(0.0, 0.0, cards), (cards.width + 0.8, (emblem_height(face) - laid.height) / 2, laid)],
                   cards.width + 0.8 + laid.width, max(cards.height, laid.height))  # fmt: skip


def _backs(count: int, style: Style, face: float) -> Layout:
    """Cards that lie face down, one a little over the other; no more than a few of many."""
    drawn = min(count, MOST_BACKS)
    step = OVERLAP * face
    items = tuple(place_back_emblem(style.theme, step * index, 0.0, face) for index in range(drawn))
    words = f"{count} card{'s' if count > 1 else ''} face down"
    return Layout(face + step * (drawn - 1), emblem_height(face), items, tag=Tag("Figure", words))


def _player(name: str, mood: str, style: Style, token: tuple[str, str] | None = None) -> Layout:
    """A player as a Topper, with the name below."""
    color, shape = token or PLAYERS[name]
    size = TOPPER * emblem_height(style.panel_face_mm) * (1.0 if name else ALONE)
    looks = 20.0 if mood in ("calm", "flat", "sly") else None
    drawn = turned(
        draw_topper(style.theme, Topper(color, shape, looks=looks, mood=mood), 0.5 * size), 0.56 * size, 0.56 * size
    )
    picture = Layout(1.12 * size, 1.2 * size, reduced((drawn,), 1.0))
    if not name:
        return picture
    said = Words(name, style.small.middle, "")
    return _below(picture, said.lay(max(picture.width, said.natural())), 0.0, Tag("P"))


def tinted(ink: Ink, percent: int) -> Ink:
    """So much of an ink on white, alike on screen and on the press."""
    red, green, blue = (round(255 - (255 - int(ink.rgb[at : at + 2], 16)) * percent / 100) for at in (1, 3, 5))
    cyan, magenta, yellow, black = (round(part * percent / 100) for part in ink.cmyk or (0, 0, 0, 0))
    return Ink(f"#{red:02X}{green:02X}{blue:02X}", (cyan, magenta, yellow, black))
