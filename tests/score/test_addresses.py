"""Wherever people keep their nights sqlite finds them: network drives of Windows, and letters that mean something in an address."""

import os
from pathlib import Path

from tests.commands import tt
from tests.score.notes import copy_of, texts, write
from tests.walks import walk

NAMES = [
    "score.sqlite", "club nights.sqlite", "#1.sqlite", "100 %.sqlite", "%20.sqlite", "what?.sqlite", "what?mode=memory", "a&b=c;d.sqlite", "file:x",
    "Zoë 美咲.sqlite", "back\\slash.sqlite", "two\nlines.sqlite", "'quoted\".sqlite", os.fsdecode(b"latin-\xe9.sqlite"), "-dash", ":memory:",
    r"C:\Users\Ann\AppData\Local\tt_print\score.sqlite", r"\\server\share\club nights\score.sqlite", r"\\?\UNC\server\share\score.sqlite",
    r"D:\100 %\#1?\a&b=c;d\score.sqlite",
]  # fmt: skip


@walk("number, name", enumerate(NAMES))
def test_nights_are_kept_copied_and_restored_under_any_name(capsys, tmp_path, number, name):
    path = tmp_path / str(number) / name
    write(path, "one")
    write(path, "two")
    assert {place.name for place in path.parent.iterdir()} == {name, f"{name}.copy"}
    path.write_bytes(b"")
    assert restored(capsys, path) == texts(copy_of(path)) == ["one", "two"]


def restored(capsys, path):
    """What is in the file after the command, which cannot show a night without a beginning."""
    tt(capsys, "score", "restore", "--file", path)
    return texts(path)


def test_a_path_from_here_on_is_found_too(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(Path("score.sqlite"), "one")
    Path("score.sqlite").unlink()
    assert restored(capsys, Path("score.sqlite")) == ["one"]


def test_a_path_may_begin_with_two_strokes(capsys, tmp_path):
    """As that of a network drive, in which sqlite would take what follows for a computer, and refuse it."""
    path = Path(f"/{tmp_path}/score.sqlite")
    write(path, "one")
    assert str(path).startswith("//") and restored(capsys, path) == texts(copy_of(path)) == ["one"]
