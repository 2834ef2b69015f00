"""What must hold of every screen for everybody: nothing that axe-core finds, targets that a thumb hits, no line beyond the edge."""

from typing import Any

import pytest

from tests.readers.validators import missing
from tests.web.site.conftest import FETCHED
from tt_print.errors import MachineError
from tt_print.web.pack import NpmPackage, fetched_files

AXE = NpmPackage(
    "axe-core", "4.14.1", {"axe.min.js": "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"}
)
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SMALL = """() => [...document.querySelectorAll("a, button, select, summary, textarea, input:not([type=checkbox], [type=radio], [type=file])")]
  .filter((each) => each.offsetParent && !each.closest("p, .fan")).map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44).map(([html]) => html)"""


@pytest.fixture(scope="session")
def axe() -> str:
    try:
        files = fetched_files(AXE, FETCHED)
    except MachineError as error:
        missing(str(error))
    return files["axe.min.js"].decode()


def check(page: Any, axe: str, where: str, width: int) -> None:
    if not page.evaluate("Boolean(globalThis.axe)"):
        page.evaluate(axe)
    found = page.evaluate("(rules) => axe.run(document, { runOnly: rules })", RULES)
    told = [(each["id"], [node["html"][:120] for node in each["nodes"][:3]]) for each in found["violations"]]
    assert not told and len(found["passes"]) > 15, where
    assert page.evaluate("document.documentElement.scrollWidth") <= width, where
    assert page.evaluate(SMALL) == [], where
