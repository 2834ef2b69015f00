"""Pages of the table in a browser, and pictures of them."""

import os
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from tests.commands import ROOT
from tests.web.site.conftest import Visit, visit

SHOTS = os.environ.get("TT_PRINT_SHOTS", "")  # a folder, for who wants to look at the pages
SCREENS = ROOT / "docs" / "screens"  # of the last time that somebody wrote them: with TT_PRINT_SHOTS=docs/screens


def shoot(seen: Visit, name: str) -> bytes:
    """The window as a picture of few colors; into the folder where one is named."""
    picture = Image.open(BytesIO(seen.page.screenshot())).convert("RGB").quantize(96)
    picture.save(made := BytesIO(), "PNG", optimize=True)
    if SHOTS and (name.startswith("table-") or Path(SHOTS).resolve() != SCREENS):
        (Path(SHOTS) / f"{name}.png").write_bytes(made.getvalue())
    return made.getvalue()


def sit_down(browser: Any, address: str, screen: Any, **settings: Any) -> Visit:
    seen = visit(browser.new_context(viewport=screen, reduced_motion="reduce", **settings), address)
    seen.page.wait_for_selector("#engine[data-state=ready]", state="attached")
    seen.page.wait_for_selector(".score h2, .score .waiting")
    return seen
