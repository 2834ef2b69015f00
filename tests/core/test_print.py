"""Documents of the core are the command line's files, byte for byte."""

from pathlib import Path

import pytest

from tests.commands import tt
from tests.core.asking import ask, error, still_environment, value
from tt_print.core import Core

CORE = Core(still_environment())
CODE = "9NEKA-QAC1D-MDP8C-69P9T-0EVHX-10"

SAMPLES = [
    ("start", {"paper": "letter", "svg": True}, "start --paper letter --svg"),
    ("deck", {"only": ["RH3", "J1", "chit-color"], "start_at": 4, "backs": "separate", "reverse": True},
     "deck --paper a4 --only RH3,J1,chit-color --start-at 4 --backs separate --reverse"),
    ("deck", {"deck": "west", "ink": "low", "cuts": "lines", "theme": "toppers", "card": "poker", "paper": "letter"},
     "deck --deck west --ink low --cuts lines --theme toppers --card poker --paper letter"),
    ("booklet", {"game": "push-it", "format": "pocket"}, "booklet push-it --format pocket --paper a4"),
    ("quickref", {"games": ["ww3"], "house": {"jokers": 2}}, "quickref ww3 --option jokers=2 --paper a4"),
    ("scoresheet", {"games": ["craziness"], "names": ["Ann", "Bo"], "house": ["elimination_score=20"]},
     "scoresheet craziness --names Ann,Bo --option elimination_score=20 --paper a4"),
    ("deal", {"code": CODE, "sheet": True}, f"deal --code {CODE} --slips --sheet --paper a4"),
    ("start", {"theme": "rich"}, "start --theme rich --paper a4"),
    ("booklet", {"game": "ww3", "format": "pocket", "theme": "toppers"}, "booklet ww3 --format pocket --theme toppers --paper a4"),
    ("quickref", {"games": ["casino"], "theme": "rich"}, "quickref casino --theme rich --paper a4"),
    ("scoresheet", {"games": ["six-suit"], "theme": "rich"}, "scoresheet six-suit --theme rich --paper a4"),
    ("deal", {"code": CODE, "theme": "rich"}, f"deal --code {CODE} --slips --theme rich --paper a4"),
    ("calibration", {"flip": "short"}, "calibrate --flip short --paper a4"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "fields", "line"), SAMPLES, ids=lambda part: part if isinstance(part, str) else "")
def test_a_document_is_the_command_lines(tmp_path, capsys, name, fields, line):
    reply = ask(CORE, "print", document=name, fields=fields)
    assert reply.data["ok"], reply.data
    ran = tt(capsys, *line.split(), "--out", tmp_path)
    assert ran.status == 0, ran.err
    written = {path.relative_to(tmp_path).as_posix(): path.read_bytes()
               for path in tmp_path.rglob("*") if path.is_file() and not path.name.startswith(".")}  # fmt: skip
    assert reply.files == written
    assert {r["name"]: r["bytes"] for r in reply.data["value"]["files"]} == {n: len(d) for n, d in written.items()}


def test_what_is_said_of_a_document_comes_along_with_what_to_ask_next():
    said = ask(CORE, "print", document="start", fields={"theme": "rich"}).data["text"]
    assert any(isinstance(line, str) and "sheets/start-rich-a4.pdf" in line for line in said)
    (then,) = (each for each in said if isinstance(each, dict) and each["actions"][0]["ask"] == "deck")
    warned = ask(CORE, "print", document="scoresheet", fields={"games": ["ww3"], "names": ["Ann", "美咲"]}).data[
        "warnings"
    ]
    assert len(warned) == 1 and "美咲" in warned[0] and "warnings" not in ask(CORE, "games").data
    assert then["text"] and then["actions"][0].items() >= {"without_start": True, "theme": "rich"}.items()


DOCUMENTS = "start deck booklet quickref scoresheet puzzles lesson deal calibration".split()


def test_every_field_that_is_listed_is_one_and_no_other():
    listed = {each["name"]: each["fields"] for each in value(CORE, "print.documents")["documents"]}
    assert [*listed] == DOCUMENTS
    assert all(field["default"] for fields in listed.values() for field in fields if field["name"] == "theme")
    for name, fields in listed.items():
        for field in [*(each["name"] for each in fields), "snacks"]:
            said = error(CORE, "print", document=name, fields={field: {"a": [None]}})["text"]
            assert ("there is no field" in said or "is not a key" in said) is (field == "snacks"), said
    for document, fields in (("deck", {"jokers": 2}), ("deal", {}), ("lesson", {"players": 3})):
        assert error(CORE, "print", document=document, fields=fields)["kind"] == "request"


def test_whoever_wants_it_no_more_stops_it():
    told = []

    def stop(label: str, done: int, total: int) -> bool:
        told.append((label, done, total))
        return done < 1

    reply = CORE.ask({"ask": "print", "document": "deck", "fields": {"only": ["RH3"]}}, report=stop)
    assert reply.data["error"]["kind"] == "cancelled" and not reply.files
    assert told == [("Making deck", 0, 1), ("Making deck", 1, 3)]
    assert not list(Path().glob("output/sheets/*reprint*"))
