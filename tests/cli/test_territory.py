"""Without --paper the sheets fit what people can buy where they are."""

import plistlib
import string
import sys
from itertools import product
from types import SimpleNamespace

import pytest

from tests.commands import tt
from tt_print.cli.common import default_paper
from tt_print.cli.territory import VARIABLES, find_territory, system_locale, territory_of
from tt_print.sheets.plan import local_paper

# CLDR 46, supplementalData.xml: <paperSize type="US-Letter" territories="...">; 001, the world, has A4
LETTER = {"BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"}
EVERY = ["".join(pair) for pair in product(string.ascii_uppercase, repeat=2)]


def test_letter_is_bought_in_fourteen_territories_and_a4_in_all_others():
    assert {name for name in EVERY if local_paper(name) == "letter"} == LETTER and len(LETTER) == 14
    assert {local_paper(name) for name in [*EVERY, "", "419", "us"] if name not in LETTER} == {"a4"}


@pytest.mark.parametrize("written", ["es_{}", "es-{}", "es_{}.UTF-8", "fil_{}.ISO-8859-1@euro", "sr_Latn_{}", "zh-Hant-{}", "en_{}@posix",
                                     "ca_{}@valencia", "en-{}-u-va-posix", "en_US@rg={}zzzz", "en-US-u-rg-{}zzzz"])  # fmt: skip
def test_every_territory_is_read_out_of_the_ways_to_write_a_locale(written):
    for name in EVERY:
        assert territory_of(written.format(name)) == name == territory_of(written.format(name.lower()))


@pytest.mark.parametrize("locale", ["", "C", "POSIX", "C.UTF-8", "en", "es-419", "es_419.UTF-8", "en.UTF-8", "sr_Latn", "en_USA", "nonsense",
                                    "English_United States", "_US", "en_", "\udcff_US", "en_ÜÜ"])  # fmt: skip
def test_a_locale_without_a_territory_has_none(locale):
    assert territory_of(locale) == ""


@pytest.mark.parametrize(("environment", "territory"), [
    ({"LANG": "en_US.UTF-8"}, "US"), ({"LANG": "en_US", "LC_PAPER": "de_DE.UTF-8"}, "DE"),
    ({"LC_ALL": "en_US.UTF-8", "LC_PAPER": "de_DE", "LANG": "de_DE"}, "US"), ({"LANG": "", "LC_ALL": "en_CA"}, "CA"),
    ({"LC_ALL": "C.UTF-8", "LANG": "es_MX.UTF-8"}, "MX"), ({"LC_CTYPE": "en_US"}, "PH"), ({}, "PH"), ({"LANG": "C"}, "PH"),
])  # fmt: skip
def test_the_first_variable_that_names_a_territory_counts_and_then_the_system(environment, territory):
    assert find_territory(environment, lambda: "fil-PH") == territory


def test_what_programs_set_for_themselves_is_no_country(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for locale in ("", "C", "C.UTF-8", "POSIX", "en.UTF-8"):
        monkeypatch.setenv("LANG", locale)
        assert default_paper() == "a4"
    assert system_locale() == ""


def test_windows_says_it_in_the_settings_of_the_user(monkeypatch):
    class Key(str):
        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

    held = {("HKCU", r"Control Panel\International", "LocaleName"): "es-PA"}
    registry = SimpleNamespace(
        HKEY_CURRENT_USER="HKCU",
        OpenKey=lambda root, path: Key(f"{root}|{path}"),
        QueryValueEx=lambda key, name: (held[(*key.split("|"), name)], 1),
    )
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "winreg", registry)
    assert system_locale() == "es-PA"


@pytest.mark.parametrize(("data", "locale"), [
    (plistlib.dumps({"AppleLocale": "es_MX"}, fmt=plistlib.FMT_BINARY), "es_MX"), (plistlib.dumps({"AppleLocale": "en_US@rg=mxzzzz"}), "en_US@rg=mxzzzz"),
    (plistlib.dumps({}), ""), (plistlib.dumps([]), ""), (b"", ""), (b"bplist00", ""), (b"<?xml version='1.0'?><plist><dict>", ""), (None, ""),
])  # fmt: skip
def test_macos_says_it_in_the_preferences_of_the_user(monkeypatch, tmp_path, data, locale):
    folder = tmp_path / "Library" / "Preferences"
    folder.mkdir(parents=True)
    if data is not None:
        (folder / ".GlobalPreferences.plist").write_bytes(data)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "darwin")
    assert system_locale() == locale


@pytest.mark.parametrize(("locale", "paper"), [("es_CO.UTF-8", "letter"), ("en_PH", "letter"), ("es_AR.UTF-8", "a4")])
def test_sheets_are_made_for_it_and_say_so(capsys, tmp_path, monkeypatch, locale, paper):
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", locale)
    ran = tt(capsys, "start", "--out", tmp_path)
    assert default_paper() == paper and (tmp_path / "sheets" / f"start-{paper}.pdf").is_file()
    assert f"Paper: {paper.title()} (from your locale; otherwise: --paper " in ran.out
