"""The door for files that people bring: plain files of a bounded size, read as text and as data."""

import os
import socket
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.walks import walk
from tt_print.errors import InputError, MachineError
from tt_print.files.data import decode, parse_json, parse_toml, read_bytes, read_text, read_toml

LIMIT = 1000


def test_a_file_up_to_the_limit_is_read_whole(tmp_path):
    for size in (0, 1, LIMIT):
        (tmp_path / "brought").write_bytes(b"x" * size)
        assert read_bytes(tmp_path / "brought", LIMIT) == b"x" * size


def test_a_larger_file_is_refused_and_not_read(tmp_path):
    file = tmp_path / "film"
    with file.open("wb") as film:
        film.truncate(5_000_000_000)  # 5 GB without a block on the disk
    with pytest.raises(InputError, match="film is larger than 64 KB"):
        read_bytes(file, 64_000)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes and devices among files")
def test_what_is_no_plain_file_is_refused_without_waiting_for_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # a socket's path must be short
    os.mkfifo("pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
    for path in ("pipe", "socket", "/dev/zero", "/dev/null"):
        with pytest.raises(InputError, match=f"{path} is no plain file but a device or a pipe"):
            read_bytes(Path(path), LIMIT)


@pytest.mark.skipif(not Path("/proc/cpuinfo").exists(), reason="a system whose files all say how large they are")
def test_a_file_that_does_not_say_its_size_is_read_no_further_than_the_limit():
    assert Path("/proc/cpuinfo").stat().st_size == 0
    with pytest.raises(InputError, match="larger than 0 KB"):
        read_bytes(Path("/proc/cpuinfo"), 10)


def test_a_link_to_a_plain_file_is_that_file_and_what_the_system_refuses_is_its_refusal(tmp_path):
    (tmp_path / "real").write_text("a")
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "ring").symlink_to("ring")
    assert read_bytes(tmp_path / "link", LIMIT) == b"a"
    for name in ("ring", "x" * 300):
        with pytest.raises(MachineError, match="cannot read"):
            read_bytes(tmp_path / name, LIMIT)


@pytest.mark.parametrize(("path", "words"), [
    ("none", "there is no file .*none. Write one."), (".", "is a folder"), ("a\0b", "cannot be the name of a file"),
    ("\ud800", "cannot be the name of a file"),
])  # fmt: skip
def test_a_path_that_is_no_file_is_told(tmp_path, path, words):
    with pytest.raises(InputError, match=words):
        read_bytes(tmp_path / path, LIMIT, "Write one.")


@walk("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_text_is_read_as_editors_save_it(encoding):
    assert decode("Łukasz\r\nZoë\n".encode(encoding), "names") == "Łukasz\nZoë\n"


@walk("data", [
    "Zoë\n".encode("cp1252"), b"a\nb\n" + "ü".encode("latin-1"), "a\nb".encode("utf-16-le"), b"\xff\xfea", b"a\n\x00",
    b"%PDF-1.7\n\xe2\xe3\n",
])  # fmt: skip
def test_other_bytes_are_refused(data):
    with pytest.raises(InputError, match=r"^names is not a text in UTF-8"):
        decode(data, "names")


@dataclass(frozen=True)
class Guest:
    name: str
    age: int = 0


@dataclass(frozen=True)
class Party:
    title: str
    guests: tuple[Guest, ...]


JSON = '{\n  "title": "Friday",\n  "guests": [\n    {"name": "Ann"},\n    {"name": "Bo", "age": 7}\n  ]\n}'
TOML = 'title = "Friday"\n\n[[guests]]\nname = "Ann"\n\n[[guests]]\nname = "Bo"\nage = 7\n'
READERS = {"json": (parse_json, JSON), "toml": (parse_toml, TOML)}


def test_data_is_read_into_records():
    for parse, text in READERS.values():
        assert parse(text, "party").read(Party) == Party("Friday", (Guest("Ann"), Guest("Bo", 7)))


@walk(("kind", "old", "new", "words"), [
    ("json", '"title": "Friday",', "", "party: the file has no title."),
    ("json", '"age": 7', '"age": NaN', "party: guests.age: that is no number that can be counted or measured with."),
    ("json", '"age": 7', '"age": 1e400', "party: guests.age: that is no number that can be counted or measured with."),
    ("json", '"age": 7', '"age" 7', "party is not JSON (Expecting ':' delimiter: line 5 column 26 (char 83))."),
    ("json", '"Bo"', '"B\\u001b[2Jo"', "party: guests.name: 'B\\x1b[2Jo' holds a sign that cannot be shown. Write it without."),
    ("json", '"Bo"', '"B\\ud83co"', "party: guests.name: 'B\\ud83co' holds a sign that cannot be shown. Write it without."),
    ("json", '"Bo"', '"B\u202eo"', "party: guests.name: 'B\\u202eo' holds a sign that cannot be shown. Write it without."),
    ("json", '"Bo"', "[" * 99 + "]" * 99, "party: it is nested more than 32 deep."),
    ("json", '"Bo"', "[" * 200_000, "party: it is nested more than 32 deep."),
    ("toml", "age = 7", "age = inf", "party: guests.age: that is no number that can be counted or measured with."),
    ("toml", "age = 7", "age = -12345678901234567", "party: guests.age: that is no number that can be counted or measured with."),
    ("toml", "age = 7", "age = " + "7" * 5000, "party: exceeds the limit (4300 digits) for integer string conversion."),
    ("toml", "age = 7", "age = 7 7", "party, line 8: expected newline or end of document after a statement."),
    ("toml", "age = 7", "age = 2026-02-30", "party, line 8: "), ("toml", "age = 7", "age = '''7", "party, line 8: "),
    ("toml", "age = 7", "age = " + "[" * 99 + "]" * 99, "party: it is nested more than 32 deep."),
    ("toml", "age = 7", "age = " + "[" * 200_000, "party: it is nested more than 32 deep."),
])  # fmt: skip
def test_a_fault_in_data_is_told_with_file_and_key(kind, old, new, words):
    parse, text = READERS[kind]
    assert old in text
    with pytest.raises(InputError) as caught:
        parse(text.replace(old, new, 1), "party").read(Party)
    assert str(caught.value).startswith(words)


@pytest.mark.parametrize("part", ["a", "-", "é", '"a"', '"\\""', "'\"'", '"="', "a" * 200])
@pytest.mark.parametrize(
    "text", ["{} = 1", "{}=1", "x = 1\ny = { {} = 1 }", "x = { a = 1, {} = 1 }", "[{}]", "[[{}]]", "x = [{ {} = 1}]"]
)
def test_a_key_of_a_thousand_dots_is_refused_before_it_takes_all_memory(part, text):
    """Each of its dots would be a table, and the parser of the standard library keeps the way to each."""
    for dot in (".", " . "):
        with pytest.raises(InputError, match="^party: it is nested more than 32 deep.$"):
            parse_toml(text.replace("{}", dot.join([part] * 100_000 if len(part) < 9 else [part] * 1000), 1), "party")


def test_a_mark_and_other_line_ends_make_no_difference(tmp_path):
    file = tmp_path / "party.toml"
    file.write_bytes(TOML.replace("\n", "\r\n").encode("utf-8-sig"))
    assert read_toml(file, LIMIT).read(Party).title == "Friday"
    assert read_text(file, LIMIT) == TOML


def test_a_word_processors_document_is_told_as_what_it_is():
    for data in (b"{\\rtf1\\ansi Hello}", b"PK\x03\x04\x14\x00", b"\xd0\xcf\x11\xe0\xa1\xb1"):
        with pytest.raises(InputError, match="x.md is a document .* Save it as plain text"):
            decode(data, "x.md")
