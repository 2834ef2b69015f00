"""A mistake ends in one sentence that says what to type, and in no file: all that stands in `mistakes.txt`."""

import os
import shlex

import pytest

from tests.commands import ROOT, tt

SECTIONS = (ROOT / "tests" / "cli" / "mistakes.txt").read_text(encoding="utf-8").split("\n# ")[1:]


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.partition("\n")[0])
def test_a_mistake_ends_in_a_sentence_and_in_no_file(capsys, tmp_path, monkeypatch, section):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TT_PRINT_DATA", str(tmp_path / "data"))
    typed, ran = "", None
    for line in section.splitlines()[1:]:
        if line.startswith("    > "):
            assert line[6:] in " ".join(ran.err.split()), (typed, ran.err)
        elif line:
            typed, ran = line, tt(capsys, *shlex.split(line))
            assert (ran.status, ran.out) == (2, "") and ran.err.startswith("error: "), (typed, ran)
            assert (ran.err.count("\n") == 1 or "There are:\n" in ran.err) and not os.listdir(), (typed, ran)
