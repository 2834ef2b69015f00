"""Who comes late, goes early or is called otherwise, and house rules changed in the night: what a table would expect."""

import json

import pytest

from tests.commands import tt
from tests.score.nights import Evening


def craziness(*names, **house):
    evening = Evening("craziness", *(names or ("Ann", "Bo", "Cy")), house=house)
    evening.hand(*(f"{name}={points}" for name, points in zip(evening.night.names, (0, 4, 3, 2), strict=False)))
    return evening


def records(evening):
    printed = json.loads(evening.seen("players", "--json"))["players"]
    return {record["name"]: record for record in printed}


# ---------------------------------------------------------------- who comes late


def test_a_late_player_has_no_points_and_is_dealt_in_from_the_next_hand():
    evening = craziness()
    night = evening.do("join", "Di")
    assert night.totals == (0, 4, 3, 0) and night.names == ("Ann", "Bo", "Cy", "Di") and night.dealer == "Bo"
    assert night.ranks == {"Ann": 1, "Di": 1, "Cy": 3, "Bo": 4}
    assert "nothing is entered for Di" in evening.refused("hand", "Ann=1", "Bo=0", "Cy=3")
    night = evening.hand("Ann=1", "Bo=0", "Cy=3", "Di=5")
    assert night.totals == (1, 4, 6, 5) and [hand.names for hand in night.hands] == [("Ann", "Bo", "Cy"), night.names]
    lines = evening.seen().splitlines()
    assert "Di plays from hand 2 on, beginning with 0 points." in lines
    assert next(line for line in lines if line.startswith("1 ")).split() == ["1", "Ann", "0", "4", "3"]


def test_a_late_player_sits_and_begins_as_the_table_says():
    evening = craziness()
    night = evening.do("join", "Di", "--after", "ann", "--points", "4")
    assert night.names == ("Ann", "Di", "Bo", "Cy") and night.totals == (0, 4, 4, 3) and night.dealer == "Bo"
    night = evening.hand("Ann=1", "Di=2", "Bo=0", "Cy=3")
    assert night.totals == (1, 6, 4, 6) and night.dealer == "Cy"
    di = records(evening)["Di"]
    assert (di["hands"], di["points"]) == (1, 2), "points that were given are not earned"


def test_a_player_joins_the_hands_that_were_entered_without_them():
    evening = craziness()
    evening.hand("Ann=1", "Bo=0", "Cy=3")
    night = evening.do("join", "Di", "--from", "2")
    assert [hand.problems for hand in night.hands] == [(), ("nothing is entered for Di",)]
    assert evening.edit(2, "Di=6").totals == (1, 4, 6, 6)


def test_a_newcomer_to_a_hand_of_named_cards_is_counted_beside_them():
    evening = Evening("casino", "Ann", "Bo")
    evening.hand("--captured", "Ann=RC1,YH3", "--rest", "Bo", "--aside", "KBQ")
    assert evening.do("join", "Cy", "--from", "1").hands[0].problems == ("nothing is entered for Cy",)
    nothing = [word for flag in ("cards", "reds", "circles", "ones", "red-circles") for word in (f"--{flag}", "Cy=0")]
    assert "--special: who has" in evening.refused("edit", "1", *nothing)
    (hand,) = evening.edit(1, *nothing, "--special", "none", "--hearts", "none").hands
    assert hand.problems == () and hand.entry["captured"]["Ann"] == ["RC1", "YH3"]
    assert "everyone has cards or counts already" in evening.refused("edit", "1", "--special", "Ann")


NO_NEWCOMER = [
    ("Bo", "Bo plays already."), ("cy", "Cy plays already."), ("1", "'1' is a number"), ("A,B", "cannot be a name"),
    ("Di --after Zed", "no player is called 'Zed'"), ("Di --points -1", "nobody begins with -1 points."),
    ("Di --points 15", "with 15 points Di could not play on."),
    ("Di --from 3", "there is no hand 3. Choose a hand from 1 to 2, which comes next."), ("Di --from 0", "there is no hand 0."),
    ("Di --next-game", "Craziness is one game here"),
]  # fmt: skip


def test_who_cannot_join_is_told_why():
    evening = craziness()
    for words, said in NO_NEWCOMER:
        assert said in evening.refused("join", *words.split()), words


def test_nobody_joins_a_game_that_is_over_but_its_earlier_hands():
    evening = craziness("Ann", "Bo")
    evening.hand("Ann=0", "Bo=11")
    said = evening.refused("join", "Di")
    assert said.startswith("Craziness is over: Ann won. For the next game say who plays")
    assert "from which hand on" in said
    assert "start --again" in said
    assert not evening.do("join", "Di", "--from", "2").is_over
    assert "for 2 to 12 players, not 13" in Evening("craziness", *"ABCDEFGHIJKL").refused("join", "M")


def test_amid_a_game_of_war_a_newcomer_waits_for_the_next_one():
    evening = Evening("ww3", "Ann", "Bo", "Cy")
    evening.hand("--out", "Cy")
    night = evening.do("join", "Di")
    assert "Di plays from game 2 on." in evening.seen() and "Di" not in night.ranks
    assert "no player is called 'Di'" in evening.refused("hand", "--out", "Di")
    night = evening.hand("--winner", "Bo")
    assert night.present == ("Ann", "Bo", "Cy", "Di") and night.dealer == "Bo"
    assert evening.hand("--places", "Di,Ann,Bo,Cy").wins == (0, 1, 0, 1)


def test_between_two_games_a_newcomer_plays_at_once_unless_they_wait():
    evening = Evening("six-suit", "Ann", "Bo")
    evening.hand("--out", "Bo=red")
    evening.do("join", "Cy")
    assert evening.hand("--places", "Cy,Ann,Bo").wins == (1, 0, 1)
    evening.undo()
    evening.undo()
    evening.do("join", "Cy", "--next-game")
    assert "Cy plays from game 3 on." in evening.seen() and "'Cy'" in evening.refused("hand", "--out", "Cy")
    assert evening.hand("--out", "Ann").present == ("Ann", "Bo", "Cy")
    assert "so nobody begins with any" in evening.refused("join", "Di", "--points", "3")


def test_with_teams_the_rule_comes_first():
    evening = Evening("six-suit", "Zoë", "Max", "Li", "Oz", house={"teams": "Zoë+Li/Max+Oz"})
    for verb, name in (("join", "Ed"), ("leave", "Oz")):
        assert "First change that rule: tt-print score rule teams=none" in evening.refused(verb, name)
    for words in ("rule teams=none", "leave Oz", "join Ed --after Li", "rule teams=Zoë+Li/Max+Ed"):
        evening.do(*words.split())
    assert evening.hand("--out", "Max+Ed=red").winners == ("Zoë", "Li")
    assert "House rule from game 1 on: teams = Zoë+Li/Max+Ed." in evening.seen()


@pytest.mark.parametrize(("after", "dealers"), [
    ([], ["Ann", "Bo", "Cy", "Di"]), (["--after", "Ann"], ["Ann", "Bo", "Cy", "Di"]), (["--after", "Bo"], ["Ann", "Bo", "Di", "Cy"]),
])  # fmt: skip
def test_at_casino_everyone_who_is_there_deals_once(after, dealers):
    """Set-up and C-32: everyone deals equally often, so a player more is a hand more."""
    evening = Evening("casino", "Ann", "Bo", "Cy")
    evening.hand("Ann=150", "Bo=0", "Cy=0")
    night = evening.do("join", "Di", *after)
    assert "Next: hand 2, Bo deals. 4 hands in all." in evening.seen()
    while not night.is_over:
        night = evening.hand("Ann=0", "Bo=0", "Cy=0", "Di=60")
    assert [hand.dealer for hand in night.hands] == dealers and night.winners == ("Di",)


def test_a_long_game_of_casino_has_as_many_deals_for_a_newcomer_as_for_the_others():
    evening = Evening("casino", "Ann", "Bo", house={"hands": 6})
    evening.hand("Ann=150", "Bo=0")
    evening.do("join", "Cy")  # Bo has three deals left, and so has Cy; Ann has two
    assert "9 hands in all." in evening.seen()
    assert evening.do("leave", "Bo").dealer == "Cy" and "6 hands in all." in evening.seen()


# ---------------------------------------------------------------- who goes


def test_who_leaves_keeps_their_points_behind_those_who_stay():
    evening = craziness("Ann", "Bo", "Cy", "Di")
    night = evening.do("leave", "Di")
    assert night.totals == (0, 4, 3, 2) and night.ranks == {"Ann": 1, "Cy": 2, "Bo": 3, "Di": 4}
    night = evening.hand("Ann=1", "Bo=0", "Cy=3")
    assert night.totals == (1, 4, 6, 2) and "Di left before hand 2." in evening.seen()
    assert night.present == ("Ann", "Bo", "Cy")
    evening.hand("Ann=0", "Bo=11", "Cy=9")
    counted = {name: (record["games"], record["wins"]) for name, record in records(evening).items()}
    assert counted == {"Ann": (1, 1), "Bo": (1, 0), "Cy": (1, 0), "Di": (0, 0)}, (
        "a game counts for who was there at its end"
    )


def test_the_deal_passes_over_who_left():
    evening = craziness("Ann", "Bo", "Cy")
    assert evening.night.dealer == "Bo" and evening.do("leave", "Bo").dealer == "Cy"


def test_the_last_one_in_has_won_when_the_others_leave():
    evening = craziness("Ann", "Bo", "Cy")
    evening.hand("Ann=0", "Bo=1", "Cy=12")  # Cy is out
    assert evening.do("leave", "Bo").winners == ("Ann",)


def test_two_cannot_become_one():
    said = craziness("Ann", "Bo").refused("leave", "Bo")
    assert "Craziness is for 2 or more players, and Ann cannot play on without Bo. The night stays as it is" in said
    assert 'tt-print score note "Bo left"' in said
    assert "is for 3 or more players" in Evening("push-it", "Ann", "Bo", "Cy").refused("leave", "Cy")
    assert "no player is called 'Di'" in craziness().refused("leave", "Di")


def test_who_left_can_come_back_to_their_seat_and_points():
    evening = craziness("Ann", "Bo", "Cy")
    evening.do("leave", "Bo")
    assert evening.refused("leave", "Bo") == "Bo is not at the table."
    evening.hand("Ann=5", "Cy=0")
    assert "Bo has a seat already" in evening.refused("join", "Bo", "--after", "Cy")
    night = evening.do("join", "bo")
    assert night.totals == (5, 4, 3) and night.names == ("Ann", "Bo", "Cy") == night.present
    evening.undo()
    assert evening.do("join", "Bo", "--points", "9").totals == (5, 9, 3)


def test_who_leaves_amid_a_game_is_out_of_it():
    evening = Evening("six-suit", "Ann", "Bo", "Cy")
    evening.hand("--out", "Bo=red")
    night = evening.do("leave", "Cy")
    assert night.winners == ("Ann",) and night.ranks == {"Ann": 1, "Cy": 2, "Bo": 3} and night.present == ("Ann", "Bo")
    assert "Cy left in game 1." in evening.seen() and night.wins == (1, 0, 0)
    evening = Evening("armageddon", "Ann", "Bo", "Cy", "Di")
    evening.hand("--out", "Bo")
    assert evening.do("leave", "Cy").eliminated == ("Bo", "Cy")
    night = evening.do("leave", "Di")  # only Ann has cards, and who else might slap has gone home or has none
    assert night.winners == ("Ann",) and night.present == ("Ann", "Bo")


def test_a_partner_plays_on():
    evening = Evening("six-suit", "Ann", "Bo", "Cy", "Di", house={"teams": "Ann+Cy/Bo+Di"})
    evening.hand("--out", "Bo=red")
    evening.do("rule", "teams=none")
    assert not evening.do("leave", "Cy").winners
    night = evening.hand("--out", "Di=red")
    assert night.winners == ("Ann", "Cy") and night.present == ("Ann", "Bo", "Di")


# ---------------------------------------------------------------- other names


def test_a_new_name_holds_in_every_hand():
    evening = Evening("craziness", "Ann", "Bo", "Cyy")
    evening.hand("--went-out", "Cyy", "Ann=4", "--left", "Bo=RH3")
    night = evening.do("rename", "cyy", "Cy")
    assert night.names == ("Ann", "Bo", "Cy") and night.hands[0].entry["out"] == "Cy"
    assert evening.hand("Ann=1", "Bo=0", "Cy=2").totals == (5, 1, 2)
    assert evening.edit(1, "--went-out", "Bo", "Cy=7").totals == (5, 0, 9)
    for names in (("Ann", "Bert"), ("Bo", "Ann"), ("Bert", "Bo")):  # they had changed seats
        night = evening.do("rename", *names)
    assert night.names == ("Bo", "Ann", "Cy") and night.totals == (5, 0, 9)
    assert night.hands[0].entry == {"out": "Ann", "left": {}, "points": {"Bo": 4, "Ann": 0, "Cy": 7}}


@pytest.mark.parametrize(("game", "words"), [
    ("casino", "--counts Ann=60,10,12,11,2,1,5 --counts Bo=64,15,13,14,3,0,0 --counts Cy=0,0,0,0,0,0,0"), ("casino", "Ann=100 Bo=50 Cy=0"),
    ("push-it", "--went-out Ann --right Bo=1 --caught Ann=1"), ("six-suit", "--out Ann=red,Bo"), ("ww3", "--out Ann --cards Ann=0,Bo=32,Cy=32"),
    ("armageddon", "--places Bo,Ann,Cy"),
])  # fmt: skip
def test_every_games_entries_take_a_new_name(game, words):
    old, new = Evening(game, "Ann", "Bo", "Cy"), Evening(game, "Zoë", "Bo", "Cy")
    old.hand(*words.split())
    new.hand(*words.replace("Ann", "Zoë").split())
    assert old.do("rename", "Ann", "Zoë").hands[0].entry == new.night.hands[0].entry and old.seen() == new.seen()


def test_a_name_that_somebody_has_is_refused():
    evening = craziness()
    for names, said in (
        (("Ann", "bo"), "Ann and Bo both play in night 1, so they are two people"), (("Ann", "Ann"), "is called that already"),
        (("Zed", "Ann"), "no player is called 'Zed'"), (("Bo", "a=b"), "cannot be a name"),
    ):  # fmt: skip
        assert said in evening.refused("rename", *names)
    assert evening.do("rename", "Ann", "ANN").names[0] == "ANN"


def test_two_spellings_are_one_player_again(capsys):
    for name in ("Cy", "Cyy", "Cyy", "Cy"):
        tt(capsys, "score", "start", "ww3", "Ann", name)
        tt(capsys, "score", "hand", "--winner", name)
    ran = tt(capsys, "score", "rename", "Cyy", "Cy")
    assert ran.status == 2 and "Cyy plays in nights 2 and 3, not in night 4" in ran.err
    ran = tt(capsys, "score", "rename", "Cyy", "Cy", "--all")
    assert ran.status == 0 and "Cyy is Cy in nights 2 and 3." in ran.out
    found = json.loads(tt(capsys, "score", "players", "--json").out)["players"]
    assert [(record["name"], record["nights"], record["wins"]) for record in found] == [("Ann", 4, 0), ("Cy", 4, 4)]
    assert "no player called 'Cyy'" in tt(capsys, "score", "rename", "Cyy", "Cy", "--all").err


# ---------------------------------------------------------------- house rules


def test_a_rule_holds_from_the_next_hand_on():
    evening = craziness()
    night = evening.do("rule", "elimination_score=4")
    assert night.eliminated == ("Bo",) and night.dealer == "Cy", (
        "who is beyond the limit is out at once, and deals no more"
    )
    assert night.hands[0].eliminated == () and night.house == {"elimination_score": 4}
    evening = craziness()
    evening.do("rule", "elimination_score=20")
    assert evening.hand("Ann=0", "Bo=11", "Cy=1").eliminated == ()


def test_a_rule_may_have_held_since_an_earlier_hand():
    evening = craziness()
    evening.hand("Ann=0", "Bo=11", "Cy=1")
    assert evening.hand("Ann=0", "Cy=12").is_over
    assert "Craziness is over" in evening.refused("rule", "elimination_score=20")
    night = evening.do("rule", "elimination_score=20", "--from", "2")
    assert not night.is_over and night.hands[1].eliminated == () and night.hands[2].problems
    assert evening.edit(3, "Bo=2").totals == (0, 17, 16)


def test_who_was_out_comes_back_when_the_limit_is_raised():
    evening = craziness()
    evening.hand("Ann=0", "Bo=11", "Cy=1")
    assert "with 15 points Bo could not play on." in evening.refused("join", "Bo")
    assert evening.do("rule", "elimination_score=20").eliminated == ("Bo",), "until they are asked back"
    night = evening.do("join", "Bo")
    assert night.eliminated == () and night.totals == (0, 15, 4)
    assert evening.hand("Ann=1", "Bo=0", "Cy=1").totals == (1, 15, 5)


def test_amid_a_game_of_six_suit_a_rule_waits_for_the_next_one():
    evening = Evening("six-suit", "Ann", "Bo", "Cy")
    evening.hand("--out", "Bo=red")
    night = evening.do("rule", "next_dealer=winner")
    assert night.house == {} and "House rule from game 2 on: next_dealer = winner." in evening.seen()
    night = evening.hand("--out", "Ann=red")  # game 1 by its own rules: the deal rotates
    assert night.dealer == "Bo" and night.house == {"next_dealer": "winner"}
    assert evening.hand("--places", "Cy,Ann,Bo").dealer == "Cy"


def test_another_number_of_hands_counts_those_that_are_played():
    evening = Evening("casino", "Ann", "Bo", "Cy")
    evening.hand("Ann=150", "Bo=0", "Cy=0")
    assert evening.do("rule", "hands=6") and "6 hands in all." in evening.seen()
    assert "It may be 3 or 6" in evening.refused("rule", "hands=5")
    evening.hand("Ann=0", "Bo=150", "Cy=0")
    assert not evening.hand("Ann=0", "Bo=0", "Cy=150").is_over
    assert evening.do("rule", "hands=3").winners == ("Ann", "Bo", "Cy")


def test_a_match_that_is_made_shorter_may_be_over():
    evening = Evening("push-it", "Ann", "Bo", "Cy", house={"potential": "per_challenge", "target_points": 9})
    evening.hand("--went-out", "Bo", "--right", "Bo=4")
    assert evening.do("rule", "target_points=4").winners == ("Bo",)
    evening.undo()
    assert not evening.do("rule", "target_points=5").is_over


def test_a_night_counts_in_one_way_from_its_first_hand():
    evening = Evening("push-it", "Ann", "Bo", "Cy")
    assert evening.do("rule", "potential=per_challenge").totals == (0, 0, 0), "before the first hand it may change"
    evening.hand("--went-out", "Bo", "--right", "Bo=1")
    for rule in ("potential=off", "target_points=5"):
        said = evening.refused("rule", rule)
        assert "would be counted in another way" in said
        assert "Another night may: tt-print score start push-it Ann Bo Cy" in said
    assert evening.do("rule", "target_points=5", "--from", "1").totals == (0, 1, 0)


def test_a_rule_that_is_none_is_refused():
    evening = craziness()
    for words, said in (
        ([], "score rule must_play=true"), (["must_play"], "write name=value"), (["nix=3"], "has no house rule 'nix'"),
        (["must_play=maybe"], "must_play = maybe is not possible"), (["must_play=false"], "that is the house rule already"),
    ):  # fmt: skip
        assert said in evening.refused("rule", *words)


# ---------------------------------------------------------------- told everywhere


def test_the_record_the_spreadsheet_and_the_sheet_tell_of_it(tmp_path):
    evening = craziness()
    for words in ("join Di", "leave Bo", "rule elimination_score=20", "rename Cy Cyril"):
        night = evening.do(*words.split())
    lines = [
        "Di plays from hand 2 on, beginning with 0 points", "Bo left before hand 2", "House rule from hand 2 on: elimination_score = 20",
    ]  # fmt: skip
    assert evening.log()[2:] == [*lines, "Cy renamed Cyril"]
    evening.seen("export", "--csv", "--out", tmp_path)
    (sheet,) = tmp_path.rglob("*.csv")
    text = sheet.read_text(encoding="utf-8")
    assert all(line in text for line in lines)
    assert [(each["kind"], each["hand"]) for each in night.json["table_changes"]] == [
        ("join", 2), ("leave", 2), ("rule", 2),
    ]  # fmt: skip
    assert night.names == ("Ann", "Bo", "Cyril", "Di") and night.hands[0].names == ("Ann", "Bo", "Cyril")
    for kind in ("Cy was renamed Cyril", "the house rule elimination_score=20", "Bo left", "Di joined"):
        assert evening.seen("undo").startswith(f"Undone: {kind}.")


def test_the_next_night_is_for_those_who_are_there():
    evening = Evening("craziness", "Ann", "Bo", "Cy")
    for words in ("join Di", "leave Bo", "rename Cy Cyril", "rule elimination_score=20"):
        evening.do(*words.split())
    printed = evening.seen("start", "--again")
    assert "night 2: Ann, Cyril, Di" in printed and "elimination_score=20" in printed
    assert "Cyril deals first." in printed


def test_the_next_deal_is_for_those_who_play_it(capsys):
    def dealt():
        return json.loads(tt(capsys, "deal", "--json").out)["players"]

    tt(capsys, "score", "start", "six-suit", "Ann", "Bo", "Cy")
    tt(capsys, "score", "hand", "--out", "Bo=red")
    tt(capsys, "score", "join", "Di")
    tt(capsys, "score", "leave", "Ann")
    assert dealt() == ["Bo", "Cy", "Di"]
    tt(capsys, "score", "start", "craziness", "Ann", "Bo", "Cy", "Di")
    tt(capsys, "score", "hand", "Ann=0", "Bo=15", "Cy=3", "Di=1")
    ran = tt(capsys, "score", "join", "Ed", "--after", "Ann")
    assert "To begin level with the last, take it back and add --points 15." not in ran.out and "--points 3." in ran.out
    assert "Is hand 2 being played already? Then take it back, and join after that hand." in " ".join(ran.out.split())
    tt(capsys, "score", "leave", "Cy")
    assert dealt() == ["Ann", "Ed", "Di"]
