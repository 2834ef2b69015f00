"""`tt-print table` as it is typed: what is wrong is told before anything is begun or opened."""

import signal
import socket

import pytest

from tests.commands import process, tt
from tests.table.serving import serve
from tt_print.cli import run
from tt_print.table.serve import open_socket


@pytest.mark.parametrize(("typed", "told"), [
    (["casino"], "who plays?"), (["Ann", "Bo"], "no game 'Ann'"), (["craziness", "Ann"], "2 to 12 players"), (["--option", "jokers=2"], "a new game night"),
    (["craziness", "Ann,Bo,Ann"], "two players are called Ann"), (["craziness", "Ann", "Bo", "--option", "nope=1"], "no house rule 'nope'"),
    (["craziness", "Ann", "Bo", "--port", "99999"], "port 99999"), (["craziness", "Ann", "Bo", "--port", "-1"], "port -1"),
])  # fmt: skip
def test_a_mistake_begins_no_night_and_opens_no_table(capsys, tmp_path, typed, told):
    book = tmp_path / "nights.sqlite"
    ran = tt(capsys, "table", *typed, "--file", book, "--local")
    assert ran.status in (1, 2) and told in ran.err and ran.out == "" and not [*tmp_path.iterdir()]


def test_a_file_of_something_else_is_left_alone(capsys, tmp_path):
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ann, this is a letter and no file of scores, as you can see.", encoding="utf-8")
    ran = tt(capsys, "table", "--file", other, "--local")
    assert ran.status == 2 and "not a file of scores" in ran.err and "Dear Ann" in other.read_text(encoding="utf-8")


def test_a_port_that_is_taken_is_said_and_the_wished_one_gives_way():
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        with pytest.raises(OSError):
            open_socket(lan=False, port=taken)
        with open_socket(lan=False, port=0, wished=taken) as instead:
            assert instead.getsockname() == ("127.0.0.1", instead.getsockname()[1]) != ("127.0.0.1", taken)


def test_it_answers_this_machine_alone_unless_the_host_says_lan():
    with open_socket(lan=False, port=0) as local, open_socket(lan=True, port=0) as lan:
        assert local.getsockname()[0] == "127.0.0.1" and lan.getsockname()[0] == "0.0.0.0"


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
            taken = process("table", "--file", name, "--local")
            assert taken.status == 1 and f"a table is open on this file already: {table.host}" in taken.err
        table.process.send_signal(signal.SIGCONT)
        other = process("table", "--file", tmp_path / "other.sqlite", "--local", "--port", port)
        assert other.status == 1 and f"port {port} is in use, perhaps by another table" in other.err
        assert table.interrupt() == 130
        assert table.process.stderr is not None
        assert "Every hand that was entered is saved" in table.process.stderr.read()
