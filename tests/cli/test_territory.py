"""Without --paper the sheets fit what people can buy where they are."""

import json
import plistlib
import string
import sys
from itertools import product
from types import SimpleNamespace

import pytest

from tests.commands import tt
from tests.walks import walk

# CLDR 46, supplementalData.xml: <paperSize type="US-Letter" territories="...">; 001, the world, has A4
LETTER = {"BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"}
EVERY = ["".join(pair) for pair in product(string.ascii_uppercase, repeat=2)]
VARIABLES = "LC_ALL LC_PAPER LANG LC_CTYPE LC_MESSAGES LANGUAGE".split()


@pytest.fixture
def paper(capsys, tmp_path, monkeypatch):
    """The paper of a sheet, by the environment of whoever prints it."""

    def find(**environment):
        for name in VARIABLES:
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        ran = tt(capsys, "deck", "--only", "RH3", "--out", tmp_path, "--json")
        (file,) = json.loads(ran.out)["files"]
        return file.removesuffix(".pdf").rpartition("-")[2]

    return find


@pytest.mark.parametrize("step", [40, pytest.param(1, marks=pytest.mark.slow)])
def test_letter_is_bought_in_fourteen_territories_and_a4_in_others(paper, step):
    asked = [*sorted(LETTER), *EVERY[::step]]
    assert {name for name in asked if paper(LANG=f"es_{name}") == "letter"} == LETTER and len(LETTER) == 14


@walk("written", ["es_{}", "es-{}", "es_{}.UTF-8", "fil_{}.ISO-8859-1@euro", "sr_Latn_{}", "zh-Hant-{}", "en_{}@posix",
                  "ca_{}@valencia", "en-{}-u-va-posix", "en_DE@rg={}zzzz", "en-DE-u-rg-{}zzzz"])  # fmt: skip
def test_a_territory_is_read_out_of_the_ways_to_write_a_locale(paper, written):
    for name in ("US", "mx", "Ph"):
        assert paper(LANG=written.format(name)) == "letter"
    assert paper(LANG=written.format("AT")) == "a4"


@walk("locale", ["", "C", "POSIX", "C.UTF-8", "en", "es-419", "es_419.UTF-8", "en.UTF-8", "sr_Latn", "en_USA", "nonsense",
                 "English_United States", "_US", "en_", "\udcff_US", "en_ÜÜ"])  # fmt: skip
def test_a_locale_without_a_territory_has_none(paper, monkeypatch, locale):
    monkeypatch.setattr(sys, "platform", "linux")
    assert paper(LANG=locale) == "a4"


@walk(("environment", "expected"), [
    ({"LANG": "en_US.UTF-8"}, "letter"), ({"LANG": "en_US", "LC_PAPER": "de_DE.UTF-8"}, "a4"),
    ({"LC_ALL": "en_US.UTF-8", "LC_PAPER": "de_DE", "LANG": "de_DE"}, "letter"), ({"LANG": "", "LC_ALL": "en_CA"}, "letter"),
    ({"LC_ALL": "C.UTF-8", "LANG": "es_MX.UTF-8"}, "letter"), ({"LC_CTYPE": "en_US"}, "a4"),
])  # fmt: skip
def test_the_first_variable_that_names_a_territory_counts(paper, monkeypatch, environment, expected):
    monkeypatch.setattr(sys, "platform", "linux")
    assert paper(**environment) == expected


def test_windows_says_it_in_the_settings_of_the_user(paper, monkeypatch):
    class Key(str):
        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

    held = {("HKCU", r"Control Panel\International", "LocaleName"): "es-PA"}
    registry = SimpleNamespace(
        HKEY_CURRENT_USER="HKCU", OpenKey=lambda root, path: Key(f"{root}|{path}"), QueryValueEx=lambda key, name: (held[(*key.split("|"), name)], 1),
    )  # fmt: skip
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "winreg", registry)
    assert paper() == "letter" and paper(LANG="de_DE") == "a4"


@pytest.mark.parametrize(("data", "expected"), [
    (plistlib.dumps({"AppleLocale": "es_MX"}, fmt=plistlib.FMT_BINARY), "letter"), (plistlib.dumps({"AppleLocale": "en_DE@rg=mxzzzz"}), "letter"),
    (plistlib.dumps({}), "a4"), (plistlib.dumps([]), "a4"), (b"", "a4"), (b"bplist00", "a4"), (b"<?xml version='1.0'?><plist><dict>", "a4"), (None, "a4"),
])  # fmt: skip
def test_macos_says_it_in_the_preferences_of_the_user(paper, monkeypatch, tmp_path, data, expected):
    folder = tmp_path / "Library" / "Preferences"
    folder.mkdir(parents=True)
    if data is not None:
        (folder / ".GlobalPreferences.plist").write_bytes(data)
    monkeypatch.setattr(sys, "platform", "darwin")
    assert paper(HOME=str(tmp_path)) == expected


def test_sheets_are_made_for_it_and_say_so(paper, capsys, tmp_path):
    for locale, expected in (("es_CO.UTF-8", "letter"), ("es_AR.UTF-8", "a4")):
        assert paper(LANG=locale) == expected
        ran = tt(capsys, "start", "--out", tmp_path)
        assert (tmp_path / "sheets" / f"start-{expected}.pdf").is_file()
        assert f"Paper: {expected.title()} (from your locale; to change it: --paper " in ran.out
