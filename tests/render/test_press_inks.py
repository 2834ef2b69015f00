"""What a press is given: the theme's builds and nothing else, read back by pikepdf."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace

import pikepdf
import pytest

from tt_print.cards.back import draw_back
from tt_print.cards.chits import draw_chit, draw_pointers
from tt_print.cards.extras import draw_spare, draw_text_cards
from tt_print.cards.faces import draw_face
from tt_print.cards.theme import find_theme
from tt_print.deck import FULL, JOKERS, VARIABLES
from tt_print.drawing.geometry import rectangle
from tt_print.drawing.shapes import Drawing, Group, Ink, Path
from tt_print.errors import TemplateError
from tt_print.render.inks import Press
from tt_print.render.pdf import DocumentFacts, Page, render_pdf

COLORING = {"g", "G", "rg", "RG", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN", "sh"}


def every_picture(theme) -> list[Drawing]:
    return [
        *(draw_face(card, theme) for card in FULL + JOKERS), *(draw_chit(variable, theme) for variable in VARIABLES),
        draw_pointers(theme), *draw_text_cards(theme), draw_spare(theme), draw_back(theme, bleed_mm=3),
    ]  # fmt: skip


def on_press(*drawings: Drawing, overprints: bool = False) -> bytes:
    pages = [Page(drawing, str(i), drawing.title) for i, drawing in enumerate(drawings)]
    return render_pdf(pages, DocumentFacts("Test"), inks=Press(overprints))


def used(data: bytes, names: set[str]) -> Iterator[tuple[str, tuple, pikepdf.Object]]:
    """(operator, operands, resources) wherever one of these operators stands, in pages and forms."""
    with pikepdf.open(io.BytesIO(data)) as document:
        forms = [o for o in document.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        for stream in [*document.pages, *forms]:
            for operands, operator in pikepdf.parse_content_stream(stream):
                if str(operator) in names:
                    yield str(operator), tuple(operands), stream.get("/Resources")


def percent(operands: tuple) -> tuple[float, ...]:
    return tuple(round(100 * float(part), 2) for part in operands)


@pytest.mark.parametrize("style", ["color", "low"])
def test_every_picture_uses_the_builds_of_the_theme_and_no_other_color(style):
    theme = find_theme(style)
    builds = {ink.cmyk for ink in theme.inks.values()} | {color.ink.cmyk for color in theme.colors.values()}
    found = {(operator, percent(operands)) for operator, operands, _ in used(on_press(*every_picture(theme)), COLORING)}
    assert {operator for operator, _ in found} == {"k", "K"}
    assert {build for _, build in found} <= builds
    if style == "color":
        assert {build for _, build in found} == builds


def test_low_ink_is_black_ink_alone():
    found = used(on_press(*every_picture(find_theme("low"))), COLORING)
    assert {percent(operands)[:3] for _, operands, _ in found} == {(0, 0, 0)}


def test_an_ink_without_a_build_is_refused_by_its_name():
    theme = find_theme()
    bare = replace(theme.inks["back"], cmyk=None)
    drawing = Drawing(10, 10, (Path(rectangle(0, 0, 5, 5), bare),), "A square")
    with pytest.raises(TemplateError, match=rf"inks\.back \({bare.rgb}\) has no CMYK build.*cmyk = \[c, m, y, k\]"):
        on_press(drawing)
    assert render_pdf([Page(drawing, "1", "A square")], DocumentFacts("Test"))  # a screen needs none


def test_black_alone_overprints_and_paper_never_does():
    """Overprinting white paints nothing with OPM 1 (PDF 1.7, 8.6.7): a white glyph would be gone."""
    data = on_press(*every_picture(find_theme())[90:], overprints=True)
    over, seen = {"f": False, "S": False}, set()
    for operator, operands, resources in used(data, {"gs", "k", "K"}):
        if operator == "gs":
            state = resources.ExtGState[str(operands[0])]
            over = {"f": bool(state.op), "S": bool(state.OP)}
            assert state.OPM == 1
        else:
            seen.add((percent(operands), over["f" if operator == "k" else "S"]))
    assert {build for build, over in seen if over} == {(0, 0, 0, 100)}
    assert ((0, 0, 0, 0), False) in seen and ((60, 40, 40, 100), False) in seen


def test_forms_know_the_states_and_spot_colors_that_they_use():
    """A form without its resources is painted in some other way, and no reader says so."""
    spot = Ink("#FF00FF", (0, 100, 0, 0), "CutContour")
    line = tuple(Path(rectangle(i, i, 50, 50, 3), None, spot, 0.1) for i in range(20))
    pages = [Drawing(80, 80, (Group(line, (1, 0, 0, 1, i, 0)),), "Lines") for i in range(8)]
    data = on_press(*pages, overprints=True)
    with pikepdf.open(io.BytesIO(data)) as document:
        forms = [o for o in document.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        assert len(forms) == 1
        space = forms[0].Resources.ColorSpace.CutContour
        assert [str(space[0]), str(space[1]), str(space[2])] == ["/Separation", "/CutContour", "/DeviceCMYK"]
        assert [float(part) for part in space[3].C1] == [0, 1, 0, 0]
        assert {"/Over00", "/Over01", "/Over10", "/Over11"} <= set(forms[0].Resources.ExtGState.keys())
    assert {operator for operator, _, _ in used(data, COLORING)} == {"CS", "SCN"}


def test_none_of_a_spot_color_is_bare_paper_and_all_of_it_its_build():
    """A program without that ink mixes it: from C0, for none of it, to C1 (PDF 1.7, 7.10.3, type 2)."""
    spot = Ink("#00A0A0", (80, 0, 30, 10), "Varnish")
    data = on_press(Drawing(50, 50, (Path(rectangle(5, 5, 40, 40), spot),), "A square"))
    with pikepdf.open(io.BytesIO(data)) as document:
        (space,) = [o for o in document.objects if isinstance(o, pikepdf.Array) and o[0] == pikepdf.Name.Separation]
        mixed = space[3]
        assert (mixed.FunctionType, mixed.N, [*mixed.Domain]) == (2, 1, [0, 1])
        assert [*mixed.C0] == [0, 0, 0, 0] and [float(part) for part in mixed.C1] == [0.8, 0, 0.3, 0.1]
