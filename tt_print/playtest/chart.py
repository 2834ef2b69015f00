"""A playtest as a picture: wins by seat with their intervals, and how long games were."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tt_print.drawing.geometry import Rect, polygon
from tt_print.drawing.shapes import Drawing, Ink, Item, Path, Text
from tt_print.drawing.text import BOLD, TEXT
from tt_print.engine.base import Game
from tt_print.playtest.games import GameRecord
from tt_print.playtest.report import percent
from tt_print.playtest.summary import Summary
from tt_print.playtest.words import Sentences, sentences
from tt_print.templates import TemplateTable, read_table

Side = tuple[Summary, Sequence[GameRecord]]
STEPS = (1, 2, 5)


class ChartStyle(TemplateTable):
    """Measures in millimeters, inks as #RRGGBB; see the template."""

    width: float
    margin: float
    title_size: float
    text_size: float
    small_size: float
    line_height: float
    bars_height: float
    bins_height: float
    gap: float
    axis_room: float
    bar_part: float
    line: float
    whisker: float
    tick: float
    bins: int
    ink: str
    first: str
    against: str
    faint: str


def draw_chart(game: Game, sides: Sequence[Side]) -> Drawing:
    """One side, or two with the second in outlines."""
    style, say = read_table(ChartStyle, "playtest/chart.toml"), sentences()
    summary = sides[0][0]
    left, right = style.margin + style.axis_room, style.width - style.margin
    legend = len(sides) if len(sides) > 1 or summary.setup.house != "-" else 0
    top = style.margin + style.title_size + legend * style.line_height + style.gap
    bars = Rect.from_edges(left, top, right, top + style.bars_height)
    bins_top = bars.bottom + 2 * style.line_height + style.gap
    bins = Rect.from_edges(left, bins_top, right, bins_top + style.bins_height)
    height = bins.bottom + 2 * style.line_height + style.margin
    items: list[Item] = [Path(Rect(0, 0, style.width, height).path(), fill=_ink("#FFFFFF"))]
    title = say("chart_title", game=game.title, players=summary.setup.players, games=f"{summary.games:,}")
    items.append(Text(style.margin, style.margin + style.title_size, title, BOLD, style.title_size, _ink(style.ink)))
    items += _legend(style, say, sides[:legend])
    items += _bars(style, say, bars, [side for side, _ in sides])
    items += _bins(style, say, bins, sides)
    note = say("chart_note", game=game.name)
    items.append(Text(right, height - style.margin / 2, note, TEXT, style.small_size, _ink(style.ink), "end"))
    wins = ", ".join(percent(share.value) for share in summary.wins)
    described = say("chart_wins", wins=wins)
    if summary.turns:
        described += " " + say("chart_mean", mean=f"{summary.turns.mean.value:,.0f}")
    return Drawing(style.width, height, tuple(items), title, described)


def _ink(rgb: str) -> Ink:
    return Ink(rgb, (0, 0, 0, round(100 - int(rgb[1:3], 16) / 2.55)))


def _box(style: ChartStyle, side: int, rect: Rect) -> Path:
    fill = _ink(style.first if side == 0 else style.against)
    return Path(rect.path(), fill=fill, stroke=_ink(style.ink), width_mm=style.line)


def _legend(style: ChartStyle, say: Sentences, sides: Sequence[Side]) -> Iterator[Item]:
    y = style.margin + style.title_size
    for number, (summary, _) in enumerate(sides):
        y += style.line_height
        size = style.text_size
        yield _box(style, number, Rect(style.margin, y - size * 0.8, size, size * 0.8))
        house = summary.setup.house
        text = say("usual_house") if house == "-" else house
        yield Text(style.margin + 2 * size, y, text, TEXT, size, _ink(style.ink))


def _bars(style: ChartStyle, say: Sentences, plot: Rect, sides: Sequence[Summary]) -> Iterator[Item]:
    ink = _ink(style.ink)
    yield Text(plot.left, plot.top - style.line_height / 2, say("chart_seats"), TEXT, style.text_size, ink)
    players = sides[0].setup.players
    highest = max(share.high for side in sides for share in side.wins)
    step = _step(highest, 4)
    top = step * -(-highest // step)

    def y_of(share: float) -> float:
        return plot.bottom - plot.height * share / top

    for tick in range(round(top / step) + 1):
        y = y_of(tick * step)
        yield _line(style, plot.left, y, plot.right, y, style.faint)
        yield Text(
            plot.left - style.tick,
            y + style.small_size / 3,
            percent(tick * step, 0),
            TEXT,
            style.small_size,
            ink,
            "end",
        )
    room = plot.width / players
    width = room * style.bar_part / len(sides)
    for seat in range(players):
        middle = plot.left + room * (seat + 0.5)
        for number, side in enumerate(sides):
            share = side.wins[seat]
            x = middle + width * (number - len(sides) / 2)
            yield _box(style, number, Rect.from_edges(x, y_of(share.value), x + width, plot.bottom))
            center = x + width / 2
            yield Path(
                polygon([(center, y_of(share.low)), (center, y_of(share.high))], closed=False),
                stroke=ink,
                width_mm=style.whisker,
            )
            for edge in (share.low, share.high):
                yield _line(style, center - style.tick / 2, y_of(edge), center + style.tick / 2, y_of(edge), style.ink)
        label = f"{say('head_seat')} {seat + 1}" if players < 8 else str(seat + 1)
        yield Text(middle, plot.bottom + style.line_height, label, TEXT, style.text_size, ink, "middle")
    fair = y_of(1 / players)
    yield Path(
        polygon([(plot.left, fair), (plot.right, fair)], closed=False),
        stroke=ink,
        width_mm=style.line,
        dash_mm=(0.6, 0.9),
    )
    yield _line(style, plot.left, plot.bottom, plot.right, plot.bottom, style.ink)


def _bins(style: ChartStyle, say: Sentences, plot: Rect, sides: Sequence[Side]) -> Iterator[Item]:
    ink = _ink(style.ink)
    yield Text(plot.left, plot.top - style.line_height / 2, say("chart_turns"), TEXT, style.text_size, ink)
    finished = [[each.turns for each in played if each.is_finished] for _, played in sides]
    every = sorted(turns for row in finished for turns in row)
    if not every:
        return
    low, high = every[0], every[int(0.995 * (len(every) - 1))]  # a single endless game does not flatten the rest
    size = max(1, _step((high - low + 1) / style.bins, 1))
    first = low // size
    count = int(high // size - first) + 1
    rows: list[list[float]] = []
    for row in finished:
        counts = [0] * count
        for turns in row:
            counts[min(count - 1, int(turns // size - first))] += 1
        rows.append([number / len(row) if row else 0.0 for number in counts])
    most = max(map(max, rows))
    room = plot.width / count
    for number, bins in enumerate(rows):
        points: list[tuple[float, float]] = [(plot.left, plot.bottom)]
        for index, part in enumerate(bins):
            y = plot.bottom - plot.height * part / most
            points += [(plot.left + room * index, y), (plot.left + room * (index + 1), y)]
        points.append((plot.right, plot.bottom))
        fill = _ink(style.first) if number == 0 else None
        yield Path(polygon(points), fill=fill, stroke=ink, width_mm=style.line if number == 0 else style.whisker)
    yield _line(style, plot.left, plot.bottom, plot.right, plot.bottom, style.ink)
    step = max(1, _step(count * size, 6))  # there are no parts of turns
    tick = step * -(-(first * size) // step)
    while tick <= (first + count) * size:
        x = plot.left + room * (tick / size - first)
        yield _line(style, x, plot.bottom, x, plot.bottom + style.tick, style.ink)
        y = plot.bottom + style.line_height
        yield Text(x, y, f"{tick:,.0f}", TEXT, style.small_size, ink, "middle")
        tick += step


def _line(style: ChartStyle, x1: float, y1: float, x2: float, y2: float, rgb: str) -> Path:
    return Path(polygon([(x1, y1), (x2, y2)], closed=False), stroke=_ink(rgb), width_mm=style.line)


def _step(length: float, parts: int) -> float:
    """A round step of which at most about `parts` fit: 1, 2 or 5 times a power of ten."""
    step = 10.0**-4
    while True:
        for factor in STEPS:
            if length / (step * factor) <= parts + 1e-9:
                return step * factor
        step *= 10
