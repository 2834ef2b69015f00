"""One name, one content: what is printed otherwise has another name, and what is the same has the same; see `names.txt`."""

import re

import pytest

from tests.commands import ROOT
from tests.makers.prints import print_files
from tests.walks import slow_but

GROUPS = (ROOT / "tests" / "cli" / "names.txt").read_text(encoding="utf-8").split("\n# ")[1:]


QUICK = [group for group in GROUPS[:-1] if not group.startswith("score sheets")]


@pytest.mark.parametrize("group", slow_but(QUICK, GROUPS), ids=lambda group: group.partition("\n")[0])
def test_one_name_has_one_content(group):
    held: dict[str, bytes] = {}
    before: dict[str, bytes] = {}
    for line in group.splitlines()[1:]:
        made = print_files(line.removeprefix("= "))
        assert made.ran.status == 0, (line, made.ran.err)
        if line.startswith("="):
            assert made.files == before, line
            continue
        assert not {*made.files} <= {*held}, line
        for name, data in made.files.items():
            assert held.setdefault(name, data) == data and re.fullmatch(r"[\w./-]+\.pdf", name), (line, name)
        before = made.files
    assert len({name.casefold() for name in held}) == len({*held.values()}) == len(held)
