"""Printed pages of a deal, as the core gives them, and as pictures."""

from typing import Any

import numpy as np
import pypdfium2

from tests.core.asking import ask, still_environment
from tests.play.dealing.tables import Refused
from tt_print.core import Core


def print_pages(dealt: dict[str, Any], *pages: str, **fields: Any) -> dict[str, bytes]:
    """Name to content of the `slips` and the `sheet` of a deal, under its names and house rules."""
    of_deal = {"code": dealt["code"], "players": dealt["players"], "house": dealt["house"], "paper": "a4"}
    kinds = {kind: kind in pages for kind in ("slips", "sheet")}
    reply = ask(Core(still_environment()), "print", document="deal", fields={**of_deal, **kinds, **fields})
    if not reply.data["ok"]:
        raise Refused(reply.data["error"]["text"])
    return dict(reply.files)


def pictures(content: bytes, dpi: float = 127) -> list[np.ndarray]:
    """Each page in gray, 0 black to 255 white, as pdfium paints it."""
    with pypdfium2.PdfDocument(content) as pdf:
        return [np.asarray(page.render(scale=dpi / 72, grayscale=True).to_numpy()).squeeze() for page in pdf]
