"""What a press needs of a PDF beyond CMYK: overprinting and spot colors, in pages and in forms alike."""

from __future__ import annotations

from collections.abc import Iterable

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFFormXObject,
    PDFName,
    PDFObjectReference,
    PDFPage,
    PDFResourceDictionary,
)  # fmt: skip
from reportlab.pdfgen.canvas import Canvas

from tt_print.drawing.shapes import Drawing, Ink
from tt_print.render.inks import Press, Screen, build_of, overprint_name, spots_of

STATES = "overprint states"


class PlateCanvas(Canvas):
    """Gives pages and forms the graphics states and spot colors that their operators name.

    reportlab forgets both in forms, and a reader then silently paints something else.
    """

    inks: Screen | Press = Screen()
    states: PDFObjectReference | None = None

    def define_plates(self, inks: Screen | Press, drawings: Iterable[Drawing]) -> None:
        """Once, before anything is painted, where it is not for a screen: overprinting (PDF 1.7, 8.6.7) and spot
        colors (8.6.6.4) as far as these drawings want them.
        """
        self.inks = inks
        if not isinstance(inks, Press):
            return
        if inks.overprints:
            states = {overprint_name(fill, stroke): _overprint(fill, stroke) for fill in (0, 1) for stroke in (0, 1)}
            self.states = self._doc.Reference(PDFDictionary(states), STATES)
        for name, ink in spots_of(item for drawing in drawings for item in drawing.items).items():
            self._doc.Reference(_separation(name, ink), f"spot {name}")
            self.spots[f"spot {name}"] = name

    @property
    def spots(self) -> dict[str, str]:
        """The object that defines a color space to its name in operators."""
        return self.__dict__.setdefault("_spots", {})

    def form_resources(self) -> PDFResourceDictionary:
        """What the form at hand needs, for `endForm(Resources=...)`."""
        resources = PDFResourceDictionary()
        resources.basicFonts()
        resources.allProcs()  # as reportlab does for forms
        if self._formsinuse:
            resources.XObject = self._doc.xobjDict(self._formsinuse)
        if self.states:
            resources.ExtGState = self.states
        resources.setColorSpace(self.spots)
        return resources

    def _setExtGState(self, thing: PDFPage | PDFFormXObject) -> None:
        thing.ExtGState = self.states

    def _setColorSpace(self, thing: PDFPage | PDFFormXObject) -> None:
        thing._colorsUsed = self.spots


def _overprint(fill: int, stroke: int) -> PDFDictionary:
    return PDFDictionary({"op": "true" if fill else "false", "OP": "true" if stroke else "false", "OPM": 1})


def _separation(name: str, ink: Ink) -> PDFArray:
    shown = {
        "FunctionType": 2, "Domain": PDFArray([0, 1]), "N": 1, "C0": PDFArray([0, 0, 0, 0]),
        "C1": PDFArray([part / 100 for part in build_of(ink)]),
    }  # fmt: skip
    return PDFArray([PDFName("Separation"), PDFName(name), PDFName("DeviceCMYK"), PDFDictionary(shown)])
