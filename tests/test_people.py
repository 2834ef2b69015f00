"""One person, one name: what one verb takes, every verb takes, and what none takes is refused by all in the same words."""

import csv
import io
import json
import unicodedata

import pytest

from tests.commands import tt
from tt_print.errors import InputError
from tt_print.people import MAX_LETTERS, can_be_shown, check_names, find_player, split_group, teams_by_seat

ODD = [
    "Draw", "table", "up", "hand", "none", "Ann:B", "Tom+Sue", "Sue/Tom", "O'Brien", 'Bo "the" Lee', "@home", "#1", "7up",
    "draw", "%s", "{name}", "x" * 35, "W" * 60, "\N{FAMILY}", "👩\u200d👩\u200d👧\u200d👦", "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "👍🏽", "שרה", "محمد", "علی\u200cرضا", "美咲", "Łukasz", "Zoe\u0308", "Øyvind Å.", "$HOME", "a&b|c;d", "back\\slash",
]  # fmt: skip
TABLES = [[*ODD[first : first + 8], "Bo", "Cy"] for first in range(0, len(ODD), 8)]
REFUSED = [
    (["Ann", "ann"], "two players are called Ann. Use Ann1 and Ann2, or initials."),
    (["Ann", "Bo", "Ann", "Ann1"], "two players are called Ann. Use Ann2 and Ann3, or initials."),
    (["Ann", "Ann", "Ann"], "three players are called Ann. Use Ann1, Ann2 and Ann3, or initials."),
    (["Zoë", "Zoe\u0308"], "two players are called Zoë."),
    (["Ann", "A\u200dnn"], "two players are called Ann."),
    (["A=B", "Bo"], "'A=B' cannot be a name: no name holds a comma or =, or begins with -"),
    (["12", "Bo"], "'12' is a number; numbers mean seats. Add a letter to it."),
    (["A\x1b[31m", "Bo"], "holds a character that cannot be shown. Write the name without it."),
    (["A\u202eB", "Bo"], "holds a character that cannot be shown."),
    (["x" * (MAX_LETTERS + 1), "Bo"], f"is too long for a table. Keep to {MAX_LETTERS} letters."),
    (["Ann", "Bo", "Ann+Bo"], "'Ann+Bo' is also Ann and Bo together. Add a letter."),
]


def typed(name):
    """As it stands wherever names are listed."""
    return unicodedata.normalize("NFC", name)


def done(capsys, *arguments):
    ran = tt(capsys, *arguments)
    assert ran.status == 0, (arguments, ran.err)
    return ran.out


@pytest.mark.parametrize("people", TABLES, ids=lambda people: people[0])
def test_every_name_can_be_dealt_to(capsys, tmp_path, people):
    at_table = ["deal", "craziness", "--players", ",".join(people), "--dealer", people[1], "--out", tmp_path]
    hidden = json.loads(done(capsys, *at_table, "--json"))
    assert hidden["players"] == [*map(typed, people)] and hidden["dealer"] == typed(people[1])
    assert sum(hidden["counts"].values()) == 125 and len(hidden["counts"]) == len(people) + 2, "center and draw"
    shown = json.loads(done(capsys, *at_table, "--json", "--reveal"))
    assert [*shown["hands"]] == [*map(typed, people)] and isinstance(shown["draw"], list)
    for reveal in ((), ("--reveal",)):
        rows = [*csv.reader(io.StringIO(done(capsys, *at_table, "--csv", *reveal)))]
        hands = [row[1] for row in rows if row[0] == "hand"]
        assert [*dict.fromkeys(hands)] == [*map(typed, people)]
        assert [row[1] for row in rows if row[0] == "draw"] == [""] * (44 if reveal else 1)
    out = done(capsys, *at_table, "--slips", "--sheet")
    assert out.count(".pdf") == 2


@pytest.mark.parametrize("people", TABLES, ids=lambda people: people[0])
def test_every_name_stands_in_a_receipt(capsys, tmp_path, people):
    promise = json.loads(
        done(capsys, "deal", "craziness", "--players", ",".join(people), "--dealer", people[0], "--commit", "--json")
    )
    cards = "RH3,KBQ,YC1,GS4,BT2,RS1,KC3,YBQ,RC1,RC2"
    done(capsys, "deal", "--committed", promise["id"], "--table-cards", cards, "--receipt", "--out", tmp_path)
    receipt = tmp_path / "receipts" / f"receipt-{promise['id']}.json"
    assert json.loads(receipt.read_text("utf-8"))["settings"]["players"] == [*map(typed, people)]
    assert "The receipt proves the deal." in done(
        capsys, "deal", "--check", receipt, "--commitment", promise["commitment"]
    )


@pytest.mark.parametrize("people", TABLES, ids=lambda people: people[0])
def test_every_name_stands_on_a_score_sheet(capsys, tmp_path, people):
    made = json.loads(done(capsys, "scoresheet", "ww3", "--names", ",".join(people), "--out", tmp_path, "--json"))
    assert made["sheets"][0]["names"] == [*map(typed, people)]


@pytest.mark.parametrize("people", TABLES, ids=lambda people: people[0])
def test_every_name_can_be_scored_from_start_to_export_and_dealt_to_between(capsys, tmp_path, people):
    names = [*map(typed, people)]
    done(capsys, "score", "start", "craziness", *people, "--dealer", people[0])
    points = {name: seat + 1 for seat, name in enumerate(names[:-2])}
    night = json.loads(
        done(capsys, "score", "hand", "--went-out", "Bo", *(f"{n}={p}" for n, p in points.items()), "Cy=10", "--json")
    )
    assert night["players"] == names and night["hands"][0]["points"] == points | {"Bo": 0, "Cy": 10}
    done(
        capsys,
        "score",
        "hand",
        "--went-out",
        people[0],
        *(f"--left={n}={'RYGBK'[s % 5]}{'CH'[s // 5]}1" for s, n in enumerate(names[1:])),
    )
    edited = json.loads(done(capsys, "score", "edit", "1", f"{people[2]}=9", "--json"))
    assert edited["hands"][0]["points"][names[2]] == 9
    for words in (
        ("undo",),
        ("redo",),
        ("note", f"{people[0]} dealt"),
        (),
        ("log",),
        ("show", "1"),
        ("players",),
    ):
        done(capsys, "score", *words)
    for name in people:
        printed = json.loads(done(capsys, "score", "players", name, "--json"))
        assert [row["name"] for row in printed["players"]] == [typed(name)]
    assert json.loads(done(capsys, "deal", "--json"))["players"] == names
    done(capsys, "score", "export", "--csv", "--json", "--pdf", "--out", tmp_path)
    (kept,) = (tmp_path / "scores").glob("*.json")
    done(capsys, "score", "import", kept, "--file", tmp_path / "other.sqlite")
    again = json.loads(done(capsys, "score", "--json", "--file", tmp_path / "other.sqlite"))
    assert again["players"] == names and again["hands"] == edited["hands"]
    again = json.loads(done(capsys, "score", "start", "--again", "--json"))
    assert again["players"] == names


@pytest.mark.parametrize("people", TABLES, ids=lambda people: people[0])
def test_every_name_can_be_named_in_every_game(capsys, people):
    first, second, *others = map(typed, people)
    everyone = [first, second, *others]
    done(capsys, "score", "start", "ww3", *people)
    night = json.loads(done(capsys, "score", "hand", "--out", f"{first}+{second}", "--out", others[0], "--json"))
    assert night["hands"][0]["entry"]["out"] == [[first, second], [others[0]]]
    undone = done(capsys, "score", "edit", "1", "--out", f"{second}+{others[0]}", "--json")
    assert json.loads(undone)["hands"][0]["entry"]["out"] == [[second, others[0]]]
    done(capsys, "score", "start", "armageddon", *people)
    done(capsys, "score", "hand", "--places", ",".join(everyone))
    done(capsys, "score", "start", "six-suit", *people)
    night = json.loads(done(capsys, "score", "hand", "--out", f"{first}+{second}=red,{others[0]}", "--json"))
    assert night["hands"][0]["entry"]["out"] == [{"who": [first, second], "by": "red", "from": others[0]}]
    done(capsys, "score", "start", "push-it", *people)
    pairs = ",".join(f"{name}=1" for name in everyone)
    night = json.loads(
        done(capsys, "score", "hand", "--went-out", first, "--right", pairs, "--caught", pairs, "--json")
    )
    assert night["hands"][0]["entry"]["right"] == dict.fromkeys(everyone, 1)
    done(capsys, "score", "start", "casino", *people[:5])
    five = everyone[:5]
    counted = [f"--counts={name}={24 if name == first else 25},5,5,5,1,{int(name == first)},1" for name in five]
    night = json.loads(done(capsys, "score", "hand", *counted, "--json"))
    assert {name: row[0] for name, row in night["hands"][0]["entry"]["counts"].items()} == dict.fromkeys(five, 25) | {
        first: 24
    }


@pytest.mark.parametrize(("people", "said"), REFUSED, ids=[said for _, said in REFUSED])
def test_what_one_verb_refuses_every_verb_refuses_in_the_same_words(capsys, tmp_path, people, said):
    listed = ",".join(people)
    for arguments in (
        ("score", "start", "craziness", *people),
        ("deal", "craziness", "--players", listed),
        ("scoresheet", "craziness", "--names", listed, "--out", tmp_path),
    ):
        ran = tt(capsys, *arguments)
        assert ran.status == 2 and said in ran.err and not ran.out, arguments
    with pytest.raises(InputError):
        check_names(people)


def test_a_night_from_elsewhere_brings_no_name_that_could_not_be_typed(capsys, tmp_path):
    done(capsys, "score", "start", "craziness", "Ann", "Bo")
    done(capsys, "score", "export", "--json", "--out", tmp_path)
    (kept,) = (tmp_path / "scores").glob("*.json")
    kept.write_text(kept.read_text("utf-8").replace('"Bo"', r'"B\u001b[2Jo"'), "utf-8")
    ran = tt(capsys, "score", "import", kept)
    assert ran.status == 2 and "cannot be shown" in ran.err and "Nothing is imported." in ran.err


def test_blanks_fold_and_accents_are_composed():
    assert check_names(["  Mary \t Ann ", "Zoe\u0308"]) == ("Mary Ann", "Zo\u00eb")


def test_emoji_younger_than_this_python_are_shown_and_hidden_letters_are_not():
    assert can_be_shown("\U0001faf8") and can_be_shown("\U0001faea")
    assert not can_be_shown("Ann\U000e0041") and not can_be_shown("\ud800") and not can_be_shown("a\u2028b")


def test_a_plus_in_a_name_is_no_group():
    names = ("Tom+Sue", "Bo", "Cy")
    assert split_group("tom+sue+Bo", names) == ["tom+sue", "Bo"] and split_group("Bo + Cy", names) == ["Bo ", " Cy"]
    assert [find_player(text, names) for text in split_group("Cy+Tom+Sue", names)] == [2, 0]


def test_teams_are_typed_by_name_or_by_seat():
    names = ("Tom+Sue", "Bo", "Cy/Di", "Eve")
    assert teams_by_seat("teams=Tom+Sue+Cy/Di/Bo+Eve", names) == "teams=Ann+Cy/Bo+Di"
    assert teams_by_seat("teams=1+3/2+4", names) == "teams=Ann+Cy/Bo+Di"
    assert teams_by_seat("teams=none", names) == "teams=none" and teams_by_seat("jokers=2", names) == "jokers=2"
    with pytest.raises(InputError, match="teams: no player is called 'Ann'"):
        teams_by_seat("teams=Ann+3/2+4", names)


def test_two_lines_are_no_name():
    """Two names that were pasted into one field would become one player."""
    with pytest.raises(InputError, match="two lines"):
        check_names(["Ann\nBo", "Cy"])
    assert check_names(["Ann\n", "Cy"]) == ("Ann", "Cy")
