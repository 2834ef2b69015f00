"""What `export --check` is pointed at may be anything: films, bombs, links, pipes. It reads no more than an export can hold."""

import io
import json
import os
import struct
import tracemalloc
import zipfile
import zlib
from dataclasses import asdict

import pytest

from tests.commands import tt
from tests.makers.exports import findings, rules
from tt_print.errors import InputError
from tt_print.export import folder
from tt_print.export.folder import (
    MAX_FILES,
    check_manifest,
    open_files,
    open_zip,
    read_facts,
    read_manifest,
    read_origin,
)
from tt_print.export.origin import read_work, texts_hash
from tt_print.export.profiles import find_profile, known_profiles


def zipped(files, compression=zipfile.ZIP_STORED):
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", compression) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return output.getvalue()


def read_files(path):
    with open_files(path) as files:
        return dict(files)


def read_zip(data, name):
    with open_zip(io.BytesIO(data), name) as files:
        return dict(files)


def test_a_film_among_the_files_is_not_read(capsys, tmp_path):
    (tmp_path / "back.png").write_bytes(b"x")
    with (tmp_path / "film.mkv").open("wb") as film:
        film.truncate(5_000_000_000)
    for path in (tmp_path, tmp_path / "film.mkv"):
        ran = tt(capsys, "export", "--check", path, "--for", "mpc")
        assert ran.status == 2 and " MB" in ran.err and len(ran.err.splitlines()) == 1


def test_a_folder_of_other_things_is_left_after_so_many_files(tmp_path, monkeypatch):
    monkeypatch.setattr(folder, "MAX_FILES", 50)
    for number in range(50):
        (tmp_path / str(number)).touch()
    assert len(read_files(tmp_path)) == 50
    (tmp_path / "one more").touch()
    with pytest.raises(InputError, match="or more than 50 files, and no export does"):
        read_files(tmp_path)


def test_hidden_files_are_nobodys_business_and_the_rest_is_read_in_order(tmp_path):
    for name in ("b/c.png", "a.png", ".hidden", ".git/config"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    assert list(read_files(tmp_path).items()) == [("a.png", b"a.png"), ("b/c.png", b"b/c.png")]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes among files")
def test_links_within_are_followed_and_others_refused(tmp_path):
    place = tmp_path / "export"
    place.mkdir()
    (place / "a.png").write_text("a")
    (place / "b.png").symlink_to("a.png")
    assert read_files(place) == {"a.png": b"a", "b.png": b"a"}
    (tmp_path / "secret").write_text("s")
    (place / "c.png").symlink_to("../secret")
    with pytest.raises(InputError, match=r"c\.png is a link to something outside the folder"):
        read_files(place)
    (place / "c.png").unlink()
    os.mkfifo(place / "d.png")
    with pytest.raises(InputError, match=r"d\.png is no plain file"):
        read_files(place)


@pytest.mark.parametrize(
    "name", ["../a.png", "x/../../a.png", "/a.png", "C:/a.png", "C:a.png", "..\\a.png", "//host/share/a.png"]
)
def test_a_zip_whose_names_lead_elsewhere_is_refused(name):
    with pytest.raises(InputError, match="leads out of the folder"):
        read_zip(zipped([("fine.png", b""), (name, b"a")]), "x.zip")


@pytest.mark.parametrize(("data", "said"), [
    (zipped([("a.png", b"1"), ("b.png", b"2")]).replace(b"b.png", b"a.png"), "'a.png' is there twice"),
    (zipped([("a.png", b"1")], zipfile.ZIP_LZMA), "packed in a way that few programs know"),
    (zipped([("a.png", b"1")])[:-5], "not a readable zip"), (b"", "not a readable zip"),
    (zipped([("a.png", b"12345")]).replace(b"12345", b"54321"), "not a readable zip"),
    (zipped([("a.png", b"1" * 99)], zipfile.ZIP_DEFLATED).replace(b"K", b"\xff", 1), "not a readable zip"),
])  # fmt: skip
def test_a_zip_that_cannot_be_taken_at_its_word_is_refused(data, said):
    with pytest.raises(InputError, match=said):
        read_zip(data, "x.zip")


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


@pytest.mark.parametrize("make", [bomb, long_index, lambda: zipped([(str(n), b"") for n in range(MAX_FILES + 1)])])
def test_a_bomb_takes_no_memory(make):
    data = make()
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match=r"x\.zip unpacks to more than 600 MB"):
            read_zip(data, "x.zip")
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("manifest", [
    b"", b"[]", b'"x"', b"[" * 9999, b"9" * 9999, b"\xff", b'{"files": [], "facts": []}', b'{"facts": {"deck": []}}',
    b'{"facts": {"deck": {"x": 1}, "codes": 3}, "files": {"a.png": 7}}', b'{"facts": {"profile": ["mpc"]}, "files": null}',
    b'{"facts": {"profile": "mpc", "copies": true, "codes": ["\\u001b[2J"], "max_px": 1e99}}',
])  # fmt: skip
def test_a_manifest_of_any_form_is_judged(capsys, tmp_path, manifest):
    (tmp_path / "manifest.json").write_bytes(manifest)
    (tmp_path / "a.png").write_bytes(b"x")
    assert read_manifest({"manifest.json": manifest}) is not None and read_facts(read_manifest({}).get("facts"))
    for profile in ("mpc", "virtual", "printshop", "silhouette", "cricut", "tuckbox"):
        ran = tt(capsys, "export", "--check", tmp_path, "--for", profile)
        assert ran.status == 1 and "Traceback" not in ran.err and "\x1b" not in ran.out, (profile, ran)


def test_a_picture_of_too_many_pixels_is_not_decoded():
    header = struct.pack(">LL5B", 100_000, 100_000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + header
    data = b"\x89PNG\r\n\x1a\n" + struct.pack(">L", 13) + chunk + struct.pack(">L", zlib.crc32(chunk))
    data += b"\0\0\0\0IDAT" + struct.pack(">L", zlib.crc32(b"IDAT"))
    found = findings("mpc", {"back.png": data})
    assert ("pixels", "100000 x 100000") in {(finding.rule, finding.actual) for finding in found} or rules(found) == {
        "format"
    }


def test_names_in_a_zip_reach_no_terminal_as_they_are(capsys, tmp_path):
    (tmp_path / "x.zip").write_bytes(zipped([("\x1b]0;x\x07\u202e.png", b"x"), ("a\nerror: b.png", b"x")]))
    for more in ((), ("--json",)):
        ran = tt(capsys, "export", "--check", tmp_path / "x.zip", "--for", "mpc", *more)
        assert ran.status == 1 and not {"\x1b", "\x07", "\u202e"} & {*ran.out, *ran.err}
        assert not [line for line in ran.out.splitlines() if line.startswith("error")]


# Where an export comes from

SAID = {
    "tt_print": "0.1.0", "texts": texts_hash(find_profile("mpc")), "work": asdict(read_work()), "facts": {"profile": "mpc"}, "files": {},
}  # fmt: skip


def origin_rules(**changes):
    manifest = {key: value for key, value in (SAID | changes).items() if value is not None}
    return [finding.actual for finding in check_manifest(manifest, {})]


def test_a_manifest_says_whose_work_it_is_and_what_it_was_made_from():
    assert origin_rules() == [] and SAID["work"]["author"] == "Brian Ciesicki"
    assert origin_rules(work=SAID["work"] | {"author": "Somebody"}) == ["says otherwise whose work this is"]
    for wrong in (
        {"texts": "x" * 64},
        {"texts": None},
        {"tt_print": 1},
        {"tt_print": "a b"},
        {"facts": {"profile": "nobody"}},
    ):
        assert origin_rules(**wrong) == ["does not say what it was made from"], wrong


def test_texts_that_changed_since_are_noticed():
    assert read_origin(SAID).same_texts and not read_origin(SAID | {"texts": "0" * 64}).same_texts
    assert not read_origin(SAID | {"facts": {"profile": "tgc"}}).same_texts  # the profile counts too
    assert len({texts_hash(profile) for profile in known_profiles()}) == len(known_profiles())


def test_check_says_what_an_export_was_made_from(capsys, tmp_path):
    assert tt(capsys, "export", "--for", "virtual", "--deck", "west", "--max-px", "1024", "--out", tmp_path).status == 0
    (folder,) = (tmp_path / "export").iterdir()
    ran = tt(capsys, "export", "--check", folder)
    assert ran.status == 0 and "from the texts and faces that this version has" in ran.out
    path = folder / "manifest.json"
    told = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(told | {"texts": "0" * 64}), encoding="utf-8")
    assert "order no cards to add to it" in tt(capsys, "export", "--check", folder).out
    answer = json.loads(tt(capsys, "export", "--check", folder, "--json").out)["made_from"]
    assert answer == {"version": told["tt_print"], "same_texts": False}
