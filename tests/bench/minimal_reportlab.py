"""The least that draws the same 127 faces: reportlab's public canvas, one script, no choices, no checks.

Run: python minimal_reportlab.py FONT_FOLDER OUT.pdf. The budgets in `tests/bench` are ratios to this.
"""

import math
import sys

from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

fonts, out = sys.argv[1:]
rl_config.useA85 = 0
pdfmetrics.registerFont(TTFont("D", f"{fonts}/rubik-700.ttf", asciiReadable=0))
mm = 72 / 25.4
c = Canvas(out, pagesize=(210 * mm, 297 * mm), invariant=1, initialFontName="D")
INK, PAPER = HexColor("#080808"), HexColor("#ffffff")
COLORS = {"R": ("red", "#C00C1C"), "Y": ("yellow", "#FDE03A"), "G": ("green", "#4AB474"), "B": ("blue", "#12389C"),
          "K": ("black", "#080808")}  # fmt: skip
COLORS = {k: (name, HexColor(code)) for k, (name, code) in COLORS.items()}
ON = {"R": PAPER, "Y": INK, "G": INK, "B": PAPER, "K": PAPER}
HEART = [
    (0, 0.97), (-0.3, 0.62, -1.03, 0.2, -1.03, -0.38), (-1.03, -0.76, -0.77, -0.95, -0.52, -0.95), (-0.27, -0.95, -0.09, -0.8, 0, -0.58),
    (0.09, -0.8, 0.27, -0.95, 0.52, -0.95), (0.77, -0.95, 1.03, -0.76, 1.03, -0.38), (1.03, 0.2, 0.3, 0.62, 0, 0.97),
]  # fmt: skip
LOOP = [
    (-1.08, 0.10), (-1.0, -0.34), (-0.62, -0.52), (-0.30, -0.40), (0, -0.78), (0.46, -0.86), (0.72, -0.44), (1.04, -0.30),
    (1.10, 0.14), (0.80, 0.36), (0.60, 0.70), (0.16, 0.80), (-0.14, 0.52), (-0.50, 0.66), (-0.92, 0.52),
]  # fmt: skip
BLOB = [LOOP[0]]
for i in range(15):
    a, b, d, e = LOOP[i - 1], LOOP[i], LOOP[(i + 1) % 15], LOOP[(i + 2) % 15]
    handles = [(b[k] + 0.2 * (d[k] - a[k]), d[k] - 0.2 * (e[k] - b[k])) for k in (0, 1)]
    BLOB.append((handles[0][0], handles[1][0], handles[0][1], handles[1][1], *d))
SHAPES = {
    "circle": (None, 17.8, 2.45, 0, 17),
    "heart": (HEART, 18.2, 2.38, -2.6, 14.6),
    "triangle": ([(0, -0.98), (1.06, 0.86), (-1.06, 0.86)], 18.6, 2.16, 6, 13.4),
    "square": ([(-0.84, -0.84), (0.84, -0.84), (0.84, 0.84), (-0.84, 0.84)], 18.45, 2.5, 0, 17),
    "blob": (BLOB, 18.2, 2.24, -0.4, 13.4),
}


def shape(name, x, y, size):
    p = c.beginPath()
    points = SHAPES[name][0]
    if points is None:
        p.circle(x, y, 0.94 * size)
        return p
    p.moveTo(x + points[0][0] * size, y + points[0][1] * size)
    for point in points[1:]:
        where = [x + v * size if i % 2 == 0 else y + v * size for i, v in enumerate(point)]
        (p.curveTo if len(where) == 6 else p.lineTo)(*where)
    p.close()
    return p


def text(string, x, y, cap, stretch=1.0):
    c.saveState()
    c.translate(x, y)
    c.scale(stretch, -1)
    c.setFont("D", cap / 0.7)
    c.drawCentredString(0, 0, string)
    c.restoreState()


def dot(x, y, r, color, line, width):
    c.setFillColor(color), c.setStrokeColor(line), c.setLineWidth(width)
    c.circle(x, y, r, 1, 1)


def tab(color, name, number, west):
    c.setFillColor(COLORS[color][1] if color else PAPER), c.setStrokeColor(INK), c.setLineWidth(0.3)
    c.roundRect(1.65, 1.65, 6.3, 21.2, 1.6, 1, 1)
    c.setFillColor(ON[color] if color else INK)
    if not color:
        c.drawPath(star(4.8, 6, 2.7), 0, 1)
        for i, letter in enumerate("JOKER"):
            text(letter, 4.8, 12.2 + 2.95 * i, 2.15)
        return
    text(number, 4.8, 10.85, 7.8, 0.8)
    c.drawPath(shape(name, 4.8, 15.15, SHAPES[name][2]), 0, 1)
    if color == "K":
        for k, (dx, dy) in zip("RYGB", ((-1.25, -1.25), (1.25, -1.25), (1.25, 1.25), (-1.25, 1.25)), strict=False):
            dot(4.8 + dx, 21.3 + dy, 0.98, COLORS[k][1], PAPER, 0.24)
    else:
        text(color, 4.8, 22.9, 3.3)
    if west:
        dot(4.8, 28.3, 2.2, PAPER, INK, 0.4)
        c.setFillColor(INK)
        text("W", 4.8, 29.25, 1.9)


def star(x, y, r):
    p = c.beginPath()
    for i in range(10):
        a, q = math.pi * i / 5, r if i % 2 == 0 else r * 0.42
        (p.lineTo if i else p.moveTo)(x + q * math.sin(a), y - q * math.cos(a))
    p.close()
    return p


def four_quarters(draw):
    for k, (x, y) in zip("RYGB", ((0, 0), (31.5, 0), (31.5, 44), (0, 44)), strict=False):
        c.saveState()
        p = c.beginPath()
        p.rect(x, y, 31.5, 44)
        c.clipPath(p, stroke=0)
        c.setStrokeColor(COLORS[k][1]), c.setFillColor(COLORS[k][1])
        draw()
        c.restoreState()


def ends(color, name, number, west, words):
    for turn in (0, 1):
        c.saveState()
        if turn:
            c.translate(63, 88), c.rotate(180)
        tab(color, name, number, west)
        c.translate(53.4, 0)
        tab(color, name, number, west)
        c.translate(-53.4, 0)
        rows = [kind for kind, wild in (("c", color == "K"), ("s", name == "blob"), ("n", number == "?")) if wild]
        for j, kind in enumerate(rows):
            y = 71.6 + (j - (len(rows) - 1) / 2) * 5.2
            for i in range(4):
                x = 31.5 + (i - 1.5) * 5.6
                if kind == "c":
                    dot(x, y, 1.55, COLORS["RYGB"[i]][1], INK, 0.35)
                elif kind == "s":
                    c.setStrokeColor(INK), c.setLineWidth(0.35)
                    c.drawPath(shape(list(SHAPES)[i], x, y, 1.6), 1, 0)
                else:
                    c.setFillColor(INK)
                    text("1234"[i], x, y + 1.45, 2.9)
        c.setFillColor(INK)
        text(words, 31.5, 84.6, 2.15)
        c.restoreState()


def face(color, name, number):
    west = color in "RYG" and name in ("circle", "heart", "triangle") and number in "123"
    ends(color, name, number, west, f"{COLORS[color][0]} {name} {number}".upper())
    _, size, _, dy, cap = SHAPES[name]
    big = shape(name, 31.5, 44, size)
    c.setLineJoin(1)
    if color == "K":
        c.setStrokeColor(INK), c.setLineWidth(5.4)
        c.drawPath(big, 1, 0)
        c.setLineWidth(4.8)
        four_quarters(lambda: c.drawPath(big, 1, 0))
        c.setStrokeColor(PAPER), c.setLineWidth(1.4), c.setFillColor(INK)
        c.drawPath(big, 1, 0), c.drawPath(big, 0, 1)
    else:
        c.setFillColor(COLORS[color][1])
        c.drawPath(big, 0, 1)
        c.saveState()
        c.clipPath(big, stroke=0)
        c.setStrokeColor(PAPER), c.setLineWidth(3.3), c.drawPath(big, 1, 0)
        c.setStrokeColor(COLORS[color][1]), c.setLineWidth(2.5), c.drawPath(big, 1, 0)
        c.restoreState()
        c.setStrokeColor(INK), c.setLineWidth(0.6), c.drawPath(big, 1, 0)
    c.setFillColor(ON[color])
    text(number, 31.5, 44 + dy + cap / 2, cap)


def joker(i):
    ends("", "", "", False, f"JOKER {i} OF 2")
    big = star(31.5, 44, 21)
    four_quarters(lambda: c.drawPath(big, 0, 1))
    c.setStrokeColor(INK), c.setLineWidth(0.6), c.drawPath(big, 1, 0)
    dot(31.5, 44, 8, PAPER, INK, 0.6)
    c.setFillColor(INK)
    text("J", 31.5, 48.2, 8.4)


cards = [(k, s, n) for k in "RYGBK" for s in SHAPES for n in "1234?"] + [1, 2]
for first in range(0, len(cards), 9):
    c.scale(mm, mm)
    for i, card in enumerate(cards[first : first + 9]):
        c.saveState()
        c.translate(10.5 + i % 3 * 63, 16.5 + (2 - i // 3) * 88 + 88)
        c.scale(1, -1)
        joker(card) if isinstance(card, int) else face(*card)
        c.restoreState()
    c.setLineWidth(0.2), c.setStrokeColor(INK)
    for i in range(4):
        for y in (12, 281.5):
            c.line(10.5 + 63 * i, y, 10.5 + 63 * i, y + 3.5)
        for x in (6, 200.5):
            c.line(x, 16.5 + 88 * i, x + 3.5, 16.5 + 88 * i)
    c.showPage()
c.save()
