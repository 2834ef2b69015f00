"""What `export --check` is pointed at may be anything: films, bombs, links, pipes. It reads no more than an export can hold."""

import json
import os
import struct
import tracemalloc
import zipfile
import zlib

import pytest

from tests.commands import tt
from tests.makers.exports import check, exported, refusal, rules, type_line, zipped
from tests.walks import walk

MAX_FILES = 10_000


def refused(path):
    return refusal("--check", path, "--for", "mpc")


def named(path):
    """The files that a check has looked at: none of them is one that anybody would order."""
    found = json.loads(type_line("export", "--check", path, "--for", "mpc", "--json").out)["findings"]
    return [finding["where"] for finding in found if finding["got"] == "not expected"]


def test_a_film_among_the_files_is_not_read(tmp_path):
    (tmp_path / "back.png").write_bytes(b"x")
    with (tmp_path / "film.mkv").open("wb") as film:
        film.truncate(5_000_000_000)
    for path in (tmp_path, tmp_path / "film.mkv"):
        assert " MB" in refused(path) and len(refused(path).splitlines()) == 1


def test_a_folder_of_other_things_is_left_after_so_many_files(tmp_path, monkeypatch):
    monkeypatch.setattr("tt_print.export.folder.MAX_FILES", 50)
    for number in range(50):
        (tmp_path / f"{number:02}.txt").touch()
    assert len(named(tmp_path)) == 50
    (tmp_path / "one more").touch()
    assert "or more than 50 files, and no export does" in refused(tmp_path)


def test_hidden_files_are_nobodys_business_and_the_rest_is_read_in_order(tmp_path):
    for name in ("b/c.txt", "a.txt", ".hidden", ".git/config"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    assert named(tmp_path) == ["a.txt", "b/c.txt"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes among files")
def test_links_within_are_followed_and_others_refused(tmp_path):
    place = tmp_path / "export"
    place.mkdir()
    (place / "a.txt").write_text("a")
    (place / "b.txt").symlink_to("a.txt")
    assert named(place) == ["a.txt", "b.txt"]
    (tmp_path / "secret").write_text("s")
    (place / "c.png").symlink_to("../secret")
    assert "c.png is a link to something outside the folder" in refused(place)
    (place / "c.png").unlink()
    os.mkfifo(place / "d.png")
    assert "d.png is no plain file" in refused(place)


def refused_zip(place, data):
    (place / "x.zip").write_bytes(data)
    return refused(place / "x.zip")


@walk("name", ["../a.png", "x/../../a.png", "/a.png", "C:/a.png", "C:a.png", "..\\a.png", "//host/share/a.png"])
def test_a_zip_whose_names_lead_elsewhere_is_refused(tmp_path, name):
    assert "leads out of the folder" in refused_zip(tmp_path, zipped([("fine.png", b""), (name, b"a")]))


@walk("data, said", [
    (zipped([("a.png", b"1"), ("b.png", b"2")]).replace(b"b.png", b"a.png"), "'a.png' is there twice"),
    (zipped([("a.png", b"1")], zipfile.ZIP_LZMA), "packed in a way that few programs know"),
    (zipped([("a.png", b"1")])[:-5], "not a readable zip"), (b"", "not a readable zip"), (b"PK no zip", "is not a readable zip file"),
    (zipped([("a.png", b"12345")]).replace(b"12345", b"54321"), "not a readable zip"),
    (zipped([("a.png", b"1" * 99)], zipfile.ZIP_DEFLATED).replace(b"K", b"\xff", 1), "not a readable zip"),
])  # fmt: skip
def test_a_zip_that_cannot_be_taken_at_its_word_is_refused(tmp_path, data, said):
    assert said in refused_zip(tmp_path, data)


def test_what_is_not_there_or_empty_is_refused(tmp_path):
    assert "is an empty folder" in refused(tmp_path)
    assert "there is no file nowhere.pdf. Name a file, a folder or a zip" in refused("nowhere.pdf")
    (tmp_path / "001-RC1.png").write_bytes(b"x")
    assert "does not say what it is for. Add --for NAME: mpc, tgc," in refusal("--check", tmp_path / "001-RC1.png")


def bomb():
    """Ten thousand times the same 5 MB of nothing."""
    one = zipped([("a.png", bytes(5_000_000))], zipfile.ZIP_DEFLATED)
    start = one.index(b"PK\1\2")
    index, end = one[start : one.index(b"PK\5\6")], one[-22:]
    listed = b"".join(index.replace(b"a.png", f"{number:05}".encode()) for number in range(MAX_FILES))
    counts = struct.pack("<HHLL", MAX_FILES, MAX_FILES, len(listed), start)
    return one[:start] + listed + end[:8] + counts + end[20:]


def long_index():
    """A list of files that is said to be 4 GB long."""
    data = bytearray(zipped([("a.png", b"")]))
    struct.pack_into("<L", data, data.rfind(b"PK\5\6") + 12, 0xFFFFFFF0)
    return bytes(data)


def test_a_zip_of_too_many_files_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("tt_print.export.folder.MAX_FILES", 50)
    many = zipped([(str(n), b"") for n in range(51)])
    assert "or more than 50 files, and no export does" in refused_zip(tmp_path, many)


@walk("make", [bomb, long_index])
def test_a_bomb_takes_no_memory(tmp_path, make):
    refused_zip(tmp_path, b"")  # loads what it needs
    (tmp_path / "x.zip").write_bytes(make())
    tracemalloc.start()
    try:
        assert "x.zip unpacks to more than 600 MB" in refused(tmp_path / "x.zip")
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


@walk("manifest", [
    b"", b"[]", b'"x"', b"[" * 9999, b"9" * 9999, b"\xff", b'{"files": [], "facts": []}', b'{"facts": {"deck": []}}',
    b'{"facts": {"deck": {"x": 1}, "codes": 3}, "files": {"a.png": 7}}', b'{"facts": {"profile": ["mpc"]}, "files": null}',
    b'{"facts": {"profile": "mpc", "copies": true, "codes": ["\\u001b[2J"], "max_px": 1e99}}',
])  # fmt: skip
def test_a_manifest_of_any_form_is_judged(tmp_path, manifest):
    (tmp_path / "manifest.json").write_bytes(manifest)
    (tmp_path / "a.png").write_bytes(b"x")
    for profile in ("mpc", "virtual", "printshop", "silhouette", "cricut", "tuckbox"):
        ran = type_line("export", "--check", tmp_path, "--for", profile)
        assert ran.status == 1 and "Traceback" not in ran.err and "\x1b" not in ran.out, (profile, ran)


def test_a_picture_of_too_many_pixels_is_not_decoded():
    header = struct.pack(">LL5B", 100_000, 100_000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + header
    data = b"\x89PNG\r\n\x1a\n" + struct.pack(">L", 13) + chunk + struct.pack(">L", zlib.crc32(chunk))
    data += b"\0\0\0\0IDAT" + struct.pack(">L", zlib.crc32(b"IDAT"))
    found = check("mpc", {"back.png": data})
    assert ("pixels", "100000 x 100000") in {(one["rule"], one["got"]) for one in found} or rules(found) == {"format"}


def test_names_in_a_zip_reach_no_terminal_as_they_are(capsys, tmp_path):
    (tmp_path / "x.zip").write_bytes(zipped([("\x1b]0;x\x07\u202e.png", b"x"), ("a\nerror: b.png", b"x")]))
    for more in ((), ("--json",)):
        ran = tt(capsys, "export", "--check", tmp_path / "x.zip", "--for", "mpc", *more)
        assert ran.status == 1 and not {"\x1b", "\x07", "\u202e"} & {*ran.out, *ran.err}
        assert not [line for line in ran.out.splitlines() if line.startswith("error")]


ROOM = {"deck": "west", "extras": True, "max_px": 1024, "url": "https://example.org/topper"}


@pytest.fixture
def place(tmp_path):
    """An export on disk, and a function that changes its manifest and has it checked."""
    for name, data in exported("virtual", **ROOM).items():
        (tmp_path / name).write_bytes(data)
    manifest = json.loads((tmp_path / "manifest.json").read_text("utf-8"))

    def check_with(**changes):
        held = {key: value for key, value in (manifest | changes).items() if value is not None}
        (tmp_path / "manifest.json").write_text(json.dumps(held), encoding="utf-8")
        return type_line("export", "--check", tmp_path, "--for", "virtual", "--json")

    check_with.manifest, check_with.folder = manifest, tmp_path
    return check_with


def test_a_manifest_says_whose_work_it_is_and_what_it_was_made_from(place):
    work = place.manifest["work"]
    assert place().status == 0 and work["author"] == "Brian Ciesicki"
    (found,) = json.loads(place(work=work | {"author": "Somebody"}).out)["findings"]
    assert found["got"] == "says otherwise whose work this is"
    facts = place.manifest["facts"] | {"profile": None}
    for wrong in ({"texts": "x" * 64}, {"texts": None}, {"tt_print": 1}, {"tt_print": "a b"}, {"facts": facts}):
        got = [finding["got"] for finding in json.loads(place(**wrong).out)["findings"]]
        assert got == ["does not say what it was made from"], wrong


def test_check_says_whether_texts_have_changed_since(place):
    same = type_line("export", "--check", place.folder)
    assert same.status == 0 and "from the texts and faces that this version has" in same.out
    other = json.loads(exported("tuckbox", paper="a4")["manifest.json"])["texts"]
    for texts in ("0" * 64, other):  # the profile counts, too
        answer = json.loads(place(texts=texts).out)["made_from"]
        assert answer == {"version": place.manifest["tt_print"], "same_texts": False}
        assert "order no cards to add to it" in type_line("export", "--check", place.folder).out
