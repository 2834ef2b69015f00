"""`tt-print table` as it is typed: what is wrong is told before anything is begun or opened."""

import os
import signal
import socket
from pathlib import Path

import pytest

from tests.commands import process, tt
from tests.web.table.serving import serve
from tt_print.cli import run


@pytest.mark.parametrize(("typed", "told"), [
    (["casino"], "who is playing?"), (["Ann", "Bo"], "no game 'Ann'"), (["craziness", "Ann"], "2 to 12 players"), (["--option", "jokers=2"], "a new game night"),
    (["craziness", "Ann,Bo,Ann"], "two players are called Ann"), (["craziness", "Ann", "Bo", "--option", "nope=1"], "no house rule 'nope'"),
    (["craziness", "Ann", "Bo", "--port", "99999"], "port 99999"), (["craziness", "Ann", "Bo", "--port", "-1"], "port -1"),
])  # fmt: skip
def test_a_mistake_begins_no_night_and_opens_no_table(capsys, tmp_path, typed, told):
    book = tmp_path / "nights.sqlite"
    ran = tt(capsys, "table", *typed, "--file", book)
    assert ran.status in (1, 2) and told in ran.err and ran.out == "" and not [*tmp_path.iterdir()]


def test_a_file_of_something_else_is_left_alone(capsys, tmp_path):
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ann, this is a letter and no file of scores, as you can see.", encoding="utf-8")
    ran = tt(capsys, "table", "--file", other)
    assert ran.status == 2 and "not a file of scores" in ran.err and "Dear Ann" in other.read_text(encoding="utf-8")


def test_it_answers_this_machine_alone_unless_the_host_says_lan(capsys, tmp_path, monkeypatch):
    """And at the port of before, as long as no other program has taken it."""
    places = []
    monkeypatch.setattr("tt_print.web.serve.OpenTable.serve", lambda table: places.append(table.listener.getsockname()))
    for words in ([], [], ["--lan"]):
        assert tt(capsys, "table", "points", "Ann", "Bo", "--file", tmp_path / "nights.sqlite", *words).status == 0
    with socket.create_server(places[0]):
        tt(capsys, "table", "--file", tmp_path / "nights.sqlite")
    (local, port), again, lan, instead = places
    assert local == "127.0.0.1" and again == (local, port) and lan == ("0.0.0.0", port)
    assert instead[0] == local and instead[1] != port


def test_an_older_copy_of_the_own_nights_is_noticed(capsys, own_settings, tmp_path, monkeypatch):
    monkeypatch.setattr("tt_print.web.serve.OpenTable.serve", lambda table: None)
    own, old = Path(os.environ["TT_PRINT_DATA"]) / "score.sqlite", tmp_path / "old.sqlite"
    assert tt(capsys, "score", "start", "craziness", "Ann", "Bo").status == 0
    old.write_bytes(own.read_bytes())
    assert tt(capsys, "score", "hand", "Ann=0", "Bo=2").status == 0
    for words in ([], ["craziness", "Ann", "Bo"]):
        err = tt(capsys, "table", *words, "--file", old).err
        assert err.count("an older copy of your own game nights. It ends at entry 1") == 1 and err.count("\n") == 1, err
    assert tt(capsys, "table", "--file", own).err == ""


@pytest.mark.slow
def test_it_says_which_night_goes_on_and_where(tmp_path):
    book = tmp_path / "nights.sqlite"
    assert run(["score", "start", "craziness", "Ann", "Bo", "--file", str(book)]) == 0
    with serve(book) as table:
        port = table.host.split(":")[2].partition("/")[0]
        link = tmp_path / "link.sqlite"
        link.symlink_to(book)
        table.process.send_signal(signal.SIGSTOP)  # Ctrl-Z: it is open all the same
        for name in (book, link):
            taken = process("table", "--file", name)
            assert taken.status == 1 and f"a live table is already open on this file: {table.host}" in taken.err
        table.process.send_signal(signal.SIGCONT)
        other = process("table", "--file", tmp_path / "other.sqlite", "--port", port)
        assert other.status == 1 and f"port {port} is in use, perhaps by another live table" in other.err
        assert table.interrupt() == 130
        assert table.process.stderr is not None
        assert "Every round you entered is saved" in table.process.stderr.read()
