"""A playtest as a picture: wins by seat with their intervals, and how long games were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tt_print.drawing.geometry import Rect, polygon
from tt_print.drawing.shapes import Drawing, Ink, Item, Path, Text
from tt_print.drawing.text import BOLD, TEXT
from tt_print.playtest.games import GameRecord
from tt_print.playtest.summary import Summary, house_name, percent
from tt_print.problems import Said

Side = tuple[Summary, Sequence[GameRecord]]
Point = tuple[float, float]

# Measures in millimeters, and grays alone, so that it reads the same on every printer; of two sets of house rules the second is white
# with an outline.
WIDTH, MARGIN, TITLE_SIZE, TEXT_SIZE, LINE_HEIGHT = 150.0, 8.0, 5.0, 3.0, 5.0
BARS_HEIGHT, BINS_HEIGHT, AXIS_ROOM = 42.0, 34.0, 11.0
LINE, WHISKER, TICK, DASH = 0.25, 0.45, 1.6, (0.6, 0.9)
INK, FAINT, FILLS = "#202020", "#BBBBBB", ("#8A8A8A", "#FFFFFF")
BAR_PART = 0.62  # of a seat's room
BINS = 30  # at most about
STEPS = (1, 2, 5)
MOST_SHOWN = 0.995  # of the games: a single endless one does not flatten the rest


def draw_chart(name: str, sides: Sequence[Side]) -> Drawing:
    """One side, or two with the second in outlines; `name` is that of the game."""
    summary = sides[0][0]
    left, right, y = MARGIN + AXIS_ROOM, WIDTH - MARGIN, MARGIN + TITLE_SIZE
    games = f"{summary.games:,}"
    title = str(Said("playtest.chart_title", game=name, players=summary.setup.players, games=games))
    items: list[Item] = [Text(MARGIN, y, title, BOLD, TITLE_SIZE, _ink())]
    for number, (side, _) in enumerate(sides):
        y += LINE_HEIGHT
        items.append(_box(number, Rect(MARGIN, y - 0.8 * TEXT_SIZE, TEXT_SIZE, 0.8 * TEXT_SIZE)))
        items.append(_text(MARGIN + 2 * TEXT_SIZE, y, house_name(side.setup)))
    bars = Rect(left, y + 2 * LINE_HEIGHT, right - left, BARS_HEIGHT)
    bins = Rect(left, bars.bottom + 4 * LINE_HEIGHT, right - left, BINS_HEIGHT)
    height = bins.bottom + LINE_HEIGHT + MARGIN
    items += [*_bars(bars, [side for side, _ in sides]), *_bins(bins, sides)]
    background = Path(Rect(0, 0, WIDTH, height).path(), fill=_ink("#FFFFFF"))
    described = str(Said("playtest.chart_wins", wins=", ".join(percent(share.value) for share in summary.wins)))
    return Drawing(WIDTH, height, (background, *items), title, described)


def _bars(plot: Rect, sides: Sequence[Summary]) -> Iterator[Item]:
    """Wins by seat, from 0 to what the highest interval needs."""
    players = sides[0].setup.players
    highest = max(share.high for side in sides for share in side.wins)
    step = _step(highest, 4)
    top = step * -(-highest // step)

    def y_of(share: float) -> float:
        return plot.bottom - plot.height * share / top

    yield _text(plot.left, plot.top - LINE_HEIGHT / 2, str(Said("playtest.chart_seats")))
    for tick in range(round(top / step) + 1):
        y = y_of(tick * step)
        yield _line((plot.left, y), (plot.right, y), FAINT)
        yield _text(plot.left - TICK, y + TEXT_SIZE / 3, percent(tick * step, 0), "end")
    room = plot.width / players
    width = room * BAR_PART / len(sides)
    for seat in range(players):
        middle = plot.left + room * (seat + 0.5)
        for number, side in enumerate(sides):
            share, x = side.wins[seat], middle + width * (number - len(sides) / 2)
            yield _box(number, Rect.from_edges(x, y_of(share.value), x + width, plot.bottom))
            yield _line((x + width / 2, y_of(share.low)), (x + width / 2, y_of(share.high)), width=WHISKER)
        yield _text(middle, plot.bottom + LINE_HEIGHT, str(seat + 1), "middle")
    yield _line((plot.left, plot.bottom), (plot.right, plot.bottom))
    yield _line((plot.left, y_of(1 / players)), (plot.right, y_of(1 / players)), dash=DASH)


def _bins(plot: Rect, sides: Sequence[Side]) -> Iterator[Item]:
    """How many games had how many turns; the last bin has all that are longer."""
    yield _text(plot.left, plot.top - LINE_HEIGHT / 2, str(Said("playtest.chart_turns")))
    finished = [[each.turns for each in played if each.is_finished] for _, played in sides]
    every = sorted(turns for row in finished for turns in row)
    if not every:
        return
    low, high = every[0], every[int(MOST_SHOWN * (len(every) - 1))]
    size = max(1, _step((high - low + 1) / BINS, 1))
    first = low // size
    count = int(high // size - first) + 1
    room = plot.width / count
    rows = [Counter(min(count - 1, int(turns // size - first)) for turns in row) for row in finished]
    most = max(found / len(row) for row, bins in zip(finished, rows, strict=True) for found in bins.values())
    for number, (row, bins) in enumerate(zip(finished, rows, strict=True)):
        points = [(plot.left, plot.bottom)]
        for place in range(count):
            y = plot.bottom - plot.height * bins[place] / max(1, len(row)) / most
            points += [(plot.left + room * place, y), (plot.left + room * (place + 1), y)]
        fill, width = (_ink(FILLS[0]), LINE) if number == 0 else (None, WHISKER)
        yield Path(polygon([*points, (plot.right, plot.bottom)]), fill=fill, stroke=_ink(), width_mm=width)
    step = max(1, _step(count * size, 6))  # there are no parts of turns
    tick = step * -(-(first * size) // step)
    while tick <= (first + count) * size:
        x = plot.left + room * (tick / size - first)
        yield _line((x, plot.bottom), (x, plot.bottom + TICK))
        yield _text(x, plot.bottom + LINE_HEIGHT, f"{tick:,.0f}", "middle")
        tick += step


def _step(length: float, parts: int) -> float:
    """A round step of which at most about `parts` fit: 1, 2 or 5 times a power of ten."""
    step = 10.0**-4
    while True:
        for factor in STEPS:
            if length / (step * factor) <= parts + 1e-9:
                return step * factor
        step *= 10


# ---------------------------------------------------------------- pens


def _ink(rgb: str = INK) -> Ink:
    return Ink(rgb, (0, 0, 0, round(100 - int(rgb[1:3], 16) / 2.55)))


def _text(x: float, y: float, text: str, anchor: str = "start") -> Text:
    return Text(x, y, text, TEXT, TEXT_SIZE, _ink(), anchor)


def _line(start: Point, end: Point, rgb: str = INK, width: float = LINE, dash: tuple[float, ...] = ()) -> Path:
    return Path(polygon([start, end], closed=False), stroke=_ink(rgb), width_mm=width, dash_mm=dash)


def _box(side: int, rect: Rect) -> Path:
    return Path(rect.path(), fill=_ink(FILLS[side]), stroke=_ink(), width_mm=LINE)
