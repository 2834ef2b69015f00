"""One person, one name: what one verb takes, every verb takes, and what none takes is refused by all in the same words."""

import json
import unicodedata

import pytest

from tests.commands import tt
from tests.walks import walk

ODD = [
    "Draw", "table", "up", "hand", "none", "Ann:B", "Tom+Sue", "Sue/Tom", "O'Brien", 'Bo "the" Lee', "@home", "#1", "7up",
    "draw", "%s", "{name}", "x" * 35, "W" * 60, "\N{FAMILY}", "👩\u200d👩\u200d👧\u200d👦", "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "👍🏽", "שרה", "محمد", "علی\u200cرضا", "美咲", "Łukasz", "Zoe\u0308", "Øyvind Å.", "$HOME", "a&b|c;d", "back\\slash",
]  # fmt: skip
TABLES = [[*ODD[first : first + 8], "Bo", "Cy"] for first in range(0, len(ODD), 8)]
REFUSED = [
    (["Ann", "ann"], "two players are called Ann. Use Ann1 and Ann2, or add an initial."),
    (["Ann", "Bo", "Ann", "Ann1"], "two players are called Ann. Use Ann2 and Ann3, or add an initial."),
    (["Ann", "Ann", "Ann"], "three players are called Ann. Use Ann1, Ann2, and Ann3, or add an initial."),
    (["Zoë", "Zoe\u0308"], "two players are called Zoë."),
    (["Ann", "A\u200dnn"], "two players are called Ann."),
    (["A=B", "Bo"], "'A=B' cannot be a name: no name holds a comma or =, or begins with -"),
    (["12", "Bo"], "'12' is a number; numbers mean seats. Add a letter to it."),
    (["A\x1b[31m", "Bo"], "has a character that cannot be shown. Write the name without it."),
    (["A\u202eB", "Bo"], "has a character that cannot be shown."),
    (["Ann\U000e0041", "Bo"], "has a character that cannot be shown."),
    (["\ud800", "Bo"], "holds a sign that no word can hold."),
    (["x" * 61, "Bo"], "is too long. Use at most 60 letters."),
    (["Ann\nBo", "Cy"], "two lines"),  # two names that were pasted into one field
    (["Ann", "Bo", "Ann+Bo"], "'Ann+Bo' is also Ann and Bo together. Add a letter."),
]


def typed(name):
    """As it is wherever names are listed."""
    return unicodedata.normalize("NFC", name)


def done(capsys, *arguments):
    ran = tt(capsys, *arguments)
    assert ran.status == 0, (arguments, ran.err)
    return ran.out


def data(capsys, *arguments):
    return json.loads(done(capsys, *arguments, "--json"))


every_table = pytest.mark.parametrize("people", TABLES, ids=lambda people: people[0])


@every_table
def test_every_name_can_be_dealt_to_and_stands_on_a_score_sheet(capsys, tmp_path, people):
    names, listed = [*map(typed, people)], ",".join(people)
    at_table = ["deal", "craziness", "--players", listed, "--dealer", people[1], "--out", tmp_path]
    hidden = data(capsys, *at_table)
    assert hidden["players"] == names and hidden["dealer"] == names[1]
    assert sum(hidden["counts"].values()) == 125 and len(hidden["counts"]) == len(people) + 2, "center and draw"
    shown = data(capsys, *at_table, "--reveal")
    assert [*shown["hands"]] == names and isinstance(shown["draw"], list)
    assert done(capsys, *at_table, "--slips", "--sheet").count(".pdf") == 2
    assert data(capsys, "scoresheet", "ww3", "--names", listed, "--out", tmp_path)["sheets"][0]["names"] == names


@every_table
def test_every_name_can_be_scored_from_start_to_export_and_dealt_to_between(capsys, tmp_path, people):
    names = [*map(typed, people)]
    done(capsys, "score", "start", "craziness", *people, "--dealer", people[0])
    points = {name: seat + 1 for seat, name in enumerate(names[:-2])}
    typed_points = [f"{name}={count}" for name, count in points.items()]
    night = data(capsys, "score", "hand", "--went-out", "Bo", *typed_points, "Cy=10")
    assert night["players"] == names and night["hands"][0]["points"] == points | {"Bo": 0, "Cy": 10}
    left = [f"--left={name}={'RYGBK'[seat % 5]}{'CH'[seat // 5]}1" for seat, name in enumerate(names[1:])]
    done(capsys, "score", "hand", "--went-out", people[0], *left)
    edited = data(capsys, "score", "edit", "1", f"{people[2]}=9")
    assert edited["hands"][0]["points"][names[2]] == 9
    done(capsys, "score", "note", f"{people[0]} dealt")
    for words in ("undo", "undo --back", "", "log", "show 1", "stats"):
        done(capsys, "score", *words.split())
    for name in people:
        assert [row["name"] for row in data(capsys, "score", "stats", name)["players"]] == [typed(name)]
    assert data(capsys, "deal")["players"] == names
    done(capsys, "score", "export", "--csv", "--pdf", "--out", tmp_path)
    assert data(capsys, "score", "start", "--again")["players"] == names


@every_table
def test_every_name_can_be_named_in_every_game(capsys, people):
    first, second, *others = everyone = [*map(typed, people)]

    def entry(*words):
        return data(capsys, "score", *words)["hands"][0]["entry"]

    done(capsys, "score", "start", "ww3", *people)
    out = entry("hand", "--out", f"{first}+{second}", "--out", others[0])["out"]
    assert out == [[first, second], [others[0]]]
    assert entry("edit", "1", "--out", f"{second}+{others[0]}")["out"] == [[second, others[0]]]
    done(capsys, "score", "start", "armageddon", *people)
    done(capsys, "score", "hand", "--places", ",".join(everyone))
    done(capsys, "score", "start", "six-suit", *people)
    (out,) = entry("hand", "--out", f"{first}+{second}=red,{others[0]}")["out"]
    assert out == {"who": [first, second], "by": "red", "from": others[0]}
    done(capsys, "score", "start", "push-it", *people)
    pairs = ",".join(f"{name}=1" for name in everyone)
    laid = entry("hand", "--went-out", first, "--right", pairs, "--caught", pairs)
    assert laid["right"] == dict.fromkeys(everyone, 1)
    done(capsys, "score", "start", "casino", *people[:5])
    taken = {name: 24 if name == first else 25 for name in everyone[:5]}
    columns = {"cards": taken, **{kind: dict.fromkeys(taken, 5) for kind in ("reds", "circles", "ones")}}
    columns |= {kind: dict.fromkeys(taken, 1) for kind in ("red-circles", "hearts")}
    counted = [f"--{kind}=" + ",".join(f"{name}={n}" for name, n in each.items()) for kind, each in columns.items()]
    entered = entry("hand", *counted, "--special", first)
    assert {name: row[0] for name, row in entered["counts"].items()} == taken


@walk(("people", "said"), REFUSED)
def test_what_one_verb_refuses_every_verb_refuses_in_the_same_words(capsys, tmp_path, people, said):
    listed = ",".join(people)
    sheet = ("scoresheet", "craziness", "--names", listed, "--out", tmp_path)
    for arguments in (("score", "start", "craziness", *people), ("deal", "craziness", "--players", listed), sheet):
        ran = tt(capsys, *arguments)
        assert ran.status == 2 and said in ran.err and not ran.out, arguments


def test_blanks_fold_and_accents_are_composed(capsys):
    dealt = data(capsys, "deal", "craziness", "--players", "  Mary \t Ann ,Zoe\u0308,Cy\n,\U0001faf8")
    assert dealt["players"] == ["Mary Ann", "Zo\u00eb", "Cy", "\U0001faf8"], "the emoji is younger than this Python"


def test_a_plus_in_a_name_is_no_group_and_case_does_not_count(capsys):
    groups = {"tom+sue+Bo": ["Bo", "Tom+Sue"], "Bo + Cy": ["Bo", "Cy"], "Cy+Tom+Sue": ["Cy", "Tom+Sue"]}
    for typed_out, out in groups.items():
        done(capsys, "score", "start", "ww3", "Tom+Sue", "Bo", "Cy")
        entered = data(capsys, "score", "hand", "--out", typed_out)["hands"][0]["entry"]["out"]
        assert [sorted(group) for group in entered] == [out]


@pytest.mark.parametrize("teams", ["Tom+Sue+Cy/Di/Bo+Eve", "1+3/2+4"])
def test_teams_are_typed_by_name_or_by_seat(capsys, teams):
    at_table = ("score", "start", "six-suit", "Tom+Sue", "Bo", "Cy/Di", "Eve", "--option")
    night = data(capsys, *at_table, f"teams={teams}")
    assert night["house"]["teams"] == "Tom+Sue+Cy/Di/Bo+Eve"
    ran = tt(capsys, *at_table, "teams=Ann+3/2+4")
    assert ran.status == 2 and "teams: no player is called 'Ann'" in ran.err
