"""What `--json` prints is what `docs/json.md` shows: keys that people's programs rely on stay."""

import json
import re
import shlex
from collections.abc import Iterator
from typing import Any

import pytest

from tests.commands import ROOT, tt
from tests.readers.shown_commands import bring_pictures
from tests.walks import walk

PAGE = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
SAMPLES = [
    ([line.removeprefix("tt-print ") for line in typed.splitlines()], json.loads(shown))
    for typed, shown in re.findall(r"```sh\n(.*?)\n```\n\n```json\n(.*?)\n```", PAGE, re.S)
]
# keys that may not go, in whatever else is printed
FIXED = {
    "tt_print judge story": "legal right event first_fault follows assumed rules rulings house text",
    "tt_print deal": "hands up center aside table draw pointers dealer starter code",
    "tt_print score": "hands totals places eliminated winner",
    "tt_print scan": "cards unsure questions",
    "tt_print verify": "examples failed games",
    "tt_print playtest": "games turns wins ends",
}


def differences(shown: Any, printed: Any, where: str = "") -> Iterator[str]:
    """Where a result is not as the page shows it; `...` stands for the rest of a text or of a list."""
    if isinstance(shown, dict) and isinstance(printed, dict):
        if shown.keys() != printed.keys():
            yield f"{where}: keys {sorted(shown.keys() ^ printed.keys())}"
        for key in shown.keys() & printed.keys():
            yield from differences(shown[key], printed[key], f"{where}.{key}")
    elif isinstance(shown, list) and isinstance(printed, list):
        is_start = shown[-1:] == ["..."]
        entries = shown[:-1] if is_start else shown
        if len(entries) > len(printed) or (not is_start and len(entries) < len(printed)):
            yield f"{where}: {len(printed)} entries"
        for index, (own, real) in enumerate(zip(entries, printed, strict=False)):
            yield from differences(own, real, f"{where}[{index}]")
    elif isinstance(shown, str) and "..." in shown:
        start, _, end = shown.partition("...")
        if shown != "..." and not (isinstance(printed, str) and printed.startswith(start) and printed.endswith(end)):
            yield f"{where}: {printed!r}"
    elif shown != printed:
        yield f"{where}: {printed!r}"


@pytest.mark.parametrize(("lines", "shown"), SAMPLES, ids=[lines[-1] for lines, _ in SAMPLES])
def test_a_sample_of_the_page_is_what_is_printed(capsys, tmp_path, monkeypatch, lines, shown):
    monkeypatch.chdir(tmp_path)
    for line in lines:
        bring_pictures(line)
        ran = tt(capsys, *shlex.split(line))
        assert ran.status == 0, ran.err
    assert ran.out.count("\n") == 1 and ran.out.startswith('{"format": "tt_print ')
    assert list(differences(shown, json.loads(ran.out))) == []
    assert {*FIXED.get(shown["format"], "").split()} <= json.loads(ran.out).keys()


def test_the_page_shows_each_format_with_fixed_keys():
    assert FIXED.keys() <= {shown["format"] for _, shown in SAMPLES}


@walk(
    "printed", [{"a": 1}, {"a": 2, "b": [1, 2]}, {"a": 1, "b": [1]}, {"a": 1, "b": [1, 2, 3]}, {"a": "1", "b": [1, 2]}]
)
def test_a_difference_is_found(printed):
    assert [*differences({"a": 1, "b": [1, 2]}, printed)] != []
