"""Wherever people keep their nights sqlite finds them: network drives of Windows, and letters that mean something in an address."""

import os
import sqlite3
from pathlib import Path, PurePosixPath, PureWindowsPath
from urllib.parse import unquote_to_bytes

import pytest

from tests.commands import tt
from tests.score.notes import copy_of, texts, write
from tests.walks import walk
from tt_print.score.database import sqlite_address

WINDOWS = [
    r"C:\Users\Ann\AppData\Local\tt_print\score.sqlite", r"\\server\share\club nights\score.sqlite", r"\\?\C:\very long\score.sqlite",
    r"\\?\UNC\server\share\score.sqlite", r"D:\100 %\#1?\a&b=c;d\score.sqlite", "Z:\\Zoë\\美咲\\score.sqlite", r"\\server\c$\%20\score.sqlite",
]  # fmt: skip
POSIX = [
    "score.sqlite", "club nights.sqlite", "#1.sqlite", "100 %.sqlite", "%20.sqlite", "what?.sqlite", "what?mode=memory", "a&b=c;d.sqlite", "file:x",
    "Zoë 美咲.sqlite", "back\\slash.sqlite", "two\nlines.sqlite", "'quoted\".sqlite", os.fsdecode(b"latin-\xe9.sqlite"), "-dash", ":memory:",
]  # fmt: skip


@pytest.mark.parametrize("name", WINDOWS)
def test_sqlite_reads_the_name_of_a_file_on_windows_as_it_is_written(name, tmp_path, monkeypatch):
    """Shown by sqlite itself: here, where a backslash is a letter like others, it makes a file of that very name."""
    address = sqlite_address(PureWindowsPath(name), "mode=rwc")
    path, _, options = address.removeprefix("file:").partition("?")
    assert unquote_to_bytes(path).decode() == name and options == "mode=rwc"
    assert not path.startswith("//"), "what stands there sqlite takes for a computer, and refuses it"
    monkeypatch.chdir(tmp_path)
    connection = sqlite3.connect(address, uri=True)
    connection.execute("CREATE TABLE there (a)")
    connection.close()
    assert os.listdir() == [name]


@pytest.mark.parametrize("path", ["/home/ann/score.sqlite", "//server/score.sqlite", "/a?b#c%20/score.sqlite"])
def test_an_address_here_means_the_whole_path(path):
    assert unquote_to_bytes(sqlite_address(PurePosixPath(path), "mode=ro")) == f"file:{path}?mode=ro".encode()


@walk("number, name", enumerate(POSIX))
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
