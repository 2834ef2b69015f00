"""Who comes late, goes early or is called otherwise, and house rules changed in the night: what a table would expect."""

import json

import pytest

from tests.commands import tt
from tests.score.nights import Evening
from tt_print.errors import InputError
from tt_print.score import commands as desk
from tt_print.score import company
from tt_print.score.changes import log_rows
from tt_print.score.exchange import night_csv
from tt_print.score.night import read_nights
from tt_print.score.players import player_records
from tt_print.score.sheet import night_texts
from tt_print.score.table import night_lines


class Table(Evening):
    """An evening with all that people do to it, by its verbs: `table.do("join", "Di", after="Bo")`."""

    def do(self, verb, *words, **more):
        module = company if hasattr(company, verb) else desk
        self.keep(getattr(module, verb)(self.events, None, *words, **more))
        return self.night

    def refused(self, verb, *words, **more):
        with pytest.raises(InputError) as refused:
            self.do(verb, *words, **more)
        return str(refused.value)


def craziness(*names, **house):
    table = Table("craziness", *(names or ("Ann", "Bo", "Cy")), house=house)
    table.hand(*(f"{name}={points}" for name, points in zip(table.night.names, (0, 4, 3, 2), strict=False)))
    return table


# ---------------------------------------------------------------- who comes late


def test_a_late_player_has_no_points_and_is_dealt_in_from_the_next_hand():
    table = craziness()
    night = table.do("join", "Di")
    assert night.totals == (0, 4, 3, 0) and night.names == ("Ann", "Bo", "Cy", "Di") and night.dealer == "Bo"
    assert night.ranks == {"Ann": 1, "Di": 1, "Cy": 3, "Bo": 4}
    with pytest.raises(InputError, match="nothing is entered for Di"):
        table.hand("Ann=1", "Bo=0", "Cy=3")
    night = table.hand("Ann=1", "Bo=0", "Cy=3", "Di=5")
    assert night.totals == (1, 4, 6, 5) and [hand.points_of(3) for hand in night.hands] == [None, 5]
    assert "Di plays from hand 2 on, beginning with 0 points." in night_lines(night, 80)
    row = next(line for line in night_lines(night, 80) if line.startswith("1 "))
    assert row.split() == ["1", "Ann", "0", "4", "3"]


def test_a_late_player_sits_and_begins_as_the_table_says():
    table = craziness()
    night = table.do("join", "Di", after="ann", points=4)
    assert night.names == ("Ann", "Di", "Bo", "Cy") and night.totals == (0, 4, 4, 3) and night.dealer == "Bo"
    night = table.hand("Ann=1", "Di=2", "Bo=0", "Cy=3")
    assert night.totals == (1, 6, 4, 6) and night.dealer == "Cy"
    (di,) = [record for record in player_records([night]) if record.name == "Di"]
    assert (di.hands, di.points) == (1, 2), "points that were given are not earned"


def test_a_player_joins_the_hands_that_were_entered_without_them():
    table = craziness()
    table.hand("Ann=1", "Bo=0", "Cy=3")
    night = table.do("join", "Di", hand=2)
    assert night.hands[1].outcome.problems == ("nothing is entered for Di",) and night.hands[0].outcome.problems == ()
    assert table.edit(2, "Di=6").totals == (1, 4, 6, 6)


def test_a_newcomer_to_a_hand_of_named_cards_is_counted_beside_them():
    table = Table("casino", "Ann", "Bo")
    table.hand("--captured", "Ann=RC1,YH3", "--rest", "Bo", "--aside", "KBQ")
    night = table.do("join", "Cy", hand=1)
    assert night.hands[0].outcome.problems == ("nothing is entered for Cy",)
    nothing = [word for flag in ("cards", "reds", "circles", "ones", "red-circles") for word in (f"--{flag}", "Cy=0")]
    assert "--special: who has" in table.refused("edit_hand", 1, table.query(nothing))
    night = table.edit(1, *nothing, "--special", "none", "--hearts", "none")
    assert night.hands[0].outcome.problems == () and night.hands[0].entry["captured"]["Ann"] == ["RC1", "YH3"]
    assert "everyone has cards or counts already" in table.refused("edit_hand", 1, table.query(["--special", "Ann"]))


@pytest.mark.parametrize(("words", "more", "said"), [
    (("Bo",), {}, "Bo plays already."),
    (("cy",), {}, "Cy plays already."),
    (("1",), {}, "'1' is a number"),
    (("A,B",), {}, "cannot be a name"),
    (("Di",), {"after": "Zed"}, "no player is called 'Zed'"),
    (("Di",), {"points": -1}, "--points -1"),
    (("Di",), {"points": 15}, "with 15 points Di could not play on."),
    (("Di",), {"hand": 3}, "--from 3: give a hand from 1 to 2, which comes next."),
    (("Di",), {"hand": 0}, "--from 0"),
    (("Di",), {"waits": True}, "--next-game: Craziness is one game here."),
])  # fmt: skip
def test_who_cannot_join_is_told_why(words, more, said):
    table = craziness()
    assert said in table.refused("join", *words, **more)
    assert len(table.events) == 2


def test_nobody_joins_a_game_that_is_over_but_its_earlier_hands():
    table = craziness("Ann", "Bo")
    table.hand("Ann=0", "Bo=11")
    said = table.refused("join", "Di")
    assert said.startswith("Craziness is over: Ann won. For the next game say who plays") and "--from 1" in said
    assert "start --again" in said
    assert not table.do("join", "Di", hand=2).is_over
    assert "for 2 to 12 players, not 13" in Table("craziness", *"ABCDEFGHIJKL").refused("join", "M")


def test_amid_a_game_of_war_a_newcomer_waits_for_the_next_one():
    table = Table("ww3", "Ann", "Bo", "Cy")
    table.hand("--out", "Cy")
    night = table.do("join", "Di")
    assert night.table.names == ("Ann", "Bo", "Cy") and night.next_table.names == ("Ann", "Bo", "Cy", "Di")
    assert "Di plays from game 2 on." in night_lines(night, 80) and "Di" not in night.ranks
    with pytest.raises(InputError, match="no player is called 'Di'"):
        table.hand("--out", "Di")
    night = table.hand("--winner", "Bo")
    assert night.table.names == ("Ann", "Bo", "Cy", "Di") and night.dealer == "Bo"
    assert table.hand("--places", "Di,Ann,Bo,Cy").wins == (0, 1, 0, 1)


def test_between_two_games_a_newcomer_plays_at_once_unless_they_wait():
    table = Table("six-suit", "Ann", "Bo")
    table.hand("--out", "Bo=red")
    assert table.do("join", "Cy").table.names == ("Ann", "Bo", "Cy")
    table.undo()
    night = table.do("join", "Cy", waits=True)
    assert night.table.names == ("Ann", "Bo") and "Cy plays from game 3 on." in night_lines(night, 80)
    assert table.hand("--out", "Ann").table.names == ("Ann", "Bo", "Cy")
    assert "--points" in table.refused("join", "Di", points=3)


def test_with_teams_the_rule_comes_first():
    table = Table("six-suit", "Zoë", "Max", "Li", "Oz", house={"teams": "Ann+Cy/Bo+Di"})
    for verb, name in (("join", "Ed"), ("leave", "Oz")):
        assert table.refused(verb, name).endswith("First change that rule: tt-print score rule teams=none")
    table.do("change_rules", ["teams=none"])
    table.do("leave", "Oz")
    table.do("join", "Ed", after="Li")
    night = table.do("change_rules", ["teams=Zoë+Li/Max+Ed"])
    assert night.table.rules == "teams=Zoë+Li/Max+Ed"
    assert table.hand("--out", "Max+Ed=red").winners == ("Zoë", "Li")
    assert "House rule from game 1 on: teams=Zoë+Li/Max+Ed." in night_lines(night, 80)


@pytest.mark.parametrize(("after", "hands", "dealers"), [
    ("", 4, ["Ann", "Bo", "Cy", "Di"]), ("Ann", 4, ["Ann", "Bo", "Cy", "Di"]), ("Bo", 4, ["Ann", "Bo", "Di", "Cy"]),
])  # fmt: skip
def test_at_casino_everyone_who_is_there_deals_once(after, hands, dealers):
    """Set-up and C-32: everyone deals equally often, so a player more is a hand more."""
    table = Table("casino", "Ann", "Bo", "Cy")
    table.hand("Ann=150", "Bo=0", "Cy=0")
    night = table.do("join", "Di", after=after)
    assert f"Next: hand 2, Bo deals. {hands} hands in all." in night_lines(night, 80)
    while not night.is_over:
        night = table.hand("Ann=0", "Bo=0", "Cy=0", "Di=60")
    assert [hand.dealer for hand in night.hands] == dealers and night.winners == ("Di",)


def test_a_long_game_of_casino_has_as_many_deals_for_a_newcomer_as_for_the_others():
    table = Table("casino", "Ann", "Bo", house={"hands": 6})
    table.hand("Ann=150", "Bo=0")
    night = table.do("join", "Cy")  # Bo has three deals left, and so has Cy; Ann has two
    assert sum(night.standing.due) == 8 and "9 hands in all." in "".join(night_lines(night, 80))
    night = table.do("leave", "Bo")
    assert sum(night.standing.due) == 5 and night.dealer == "Cy"


# ---------------------------------------------------------------- who goes


def test_who_leaves_keeps_their_points_behind_those_who_stay():
    table = craziness("Ann", "Bo", "Cy", "Di")
    night = table.do("leave", "Di")
    assert night.totals == (0, 4, 3, 2) and night.places == ((0,), (2,), (1,), (3,))
    night = table.hand("Ann=1", "Bo=0", "Cy=3")
    assert night.totals == (1, 4, 6, 2) and "Di left before hand 2." in night_lines(night, 80)
    assert night.as_json()["present"] == ["Ann", "Bo", "Cy"]
    table.hand("Ann=0", "Bo=11", "Cy=9")
    records = {record.name: (record.games, record.wins) for record in player_records([table.night])}
    assert records == {"Ann": (1, 1), "Bo": (1, 0), "Cy": (1, 0), "Di": (0, 0)}, (
        "a game counts for who was there at its end"
    )


def test_the_deal_passes_over_who_left():
    table = craziness("Ann", "Bo", "Cy")
    assert table.night.dealer == "Bo" and table.do("leave", "Bo").dealer == "Cy"


def test_the_last_one_in_has_won_when_the_others_leave():
    table = craziness("Ann", "Bo", "Cy")
    table.hand("Ann=0", "Bo=1", "Cy=12")  # Cy is out
    assert table.do("leave", "Bo").winners == ("Ann",)


def test_two_cannot_become_one():
    table = craziness("Ann", "Bo")
    said = table.refused("leave", "Bo")
    assert "Craziness is for 2 or more players, and Ann cannot play on without Bo. The night stays as it is" in said
    assert said.endswith('tt-print score note "Bo left"')
    assert "is for 3 or more players" in Table("push-it", "Ann", "Bo", "Cy").refused("leave", "Cy")
    assert "Di is not at the table." in (craziness().refused("leave", "Di") + "Di is not at the table.")


def test_who_left_can_come_back_to_their_seat_and_points():
    table = craziness("Ann", "Bo", "Cy")
    table.do("leave", "Bo")
    assert table.refused("leave", "Bo") == "Bo is not at the table."
    table.hand("Ann=5", "Cy=0")
    assert "Bo has a seat already" in table.refused("join", "Bo", after="Cy")
    night = table.do("join", "bo")
    assert night.totals == (5, 4, 3) and night.names == ("Ann", "Bo", "Cy") and night.table.names == night.names
    table.undo()
    assert table.do("join", "Bo", points=9).totals == (5, 9, 3)


def test_who_leaves_amid_a_game_is_out_of_it():
    table = Table("six-suit", "Ann", "Bo", "Cy")
    table.hand("--out", "Bo=red")
    night = table.do("leave", "Cy")
    assert (
        night.winners == ("Ann",) and night.ranks == {"Ann": 1, "Cy": 2, "Bo": 3} and night.table.names == ("Ann", "Bo")
    )
    assert "Cy left in game 1." in night_lines(night, 80) and night.wins == (1, 0, 0)
    table = Table("armageddon", "Ann", "Bo", "Cy", "Di")
    table.hand("--out", "Bo")
    assert table.do("leave", "Cy").eliminated == ("Bo", "Cy")
    night = table.do("leave", "Di")  # only Ann has cards, and who else might slap has gone home or has none
    assert night.winners == ("Ann",) and night.table.names == ("Ann", "Bo")


def test_a_partner_plays_on():
    table = Table("six-suit", "Ann", "Bo", "Cy", "Di", house={"teams": "Ann+Cy/Bo+Di"})
    table.hand("--out", "Bo=red")
    table.do("change_rules", ["teams=none"])
    night = table.do("leave", "Cy")
    assert not night.winners and table.hand("--out", "Di=red").winners == ("Ann", "Cy")
    assert table.night.table.names == ("Ann", "Bo", "Di")


# ---------------------------------------------------------------- other names


def test_a_new_name_holds_in_every_hand():
    table = Table("craziness", "Ann", "Bo", "Cyy")
    table.hand("--went-out", "Cyy", "Ann=4", "--left", "Bo=RH3")
    night = table.do("rename", "cyy", "Cy")
    assert night.names == ("Ann", "Bo", "Cy") and night.hands[0].entry["out"] == "Cy"
    assert table.hand("Ann=1", "Bo=0", "Cy=2").totals == (5, 1, 2)
    assert table.edit(1, "--went-out", "Bo", "Cy=7").totals == (5, 0, 9)
    table.do("rename", "Ann", "Bert")
    table.do("rename", "Bo", "Ann")
    night = table.do("rename", "Bert", "Bo")  # they had changed seats
    assert night.names == ("Bo", "Ann", "Cy") and night.totals == (5, 0, 9)
    assert night.hands[0].entry == {"out": "Ann", "left": {}, "points": {"Bo": 4, "Ann": 0, "Cy": 7}}


@pytest.mark.parametrize(("game", "words", "entry"), [
    ("casino", ["--counts", "Ann=60,10,12,11,2,1,5", "--counts", "Bo=64,15,13,14,3,0,0", "--counts", "Cy=0,0,0,0,0,0,0"], ""),
    ("casino", ["Ann=100", "Bo=50", "Cy=0"], ""),
    ("push-it", ["--went-out", "Ann", "--right", "Bo=1", "--caught", "Ann=1"], ""),
    ("six-suit", ["--out", "Ann=red,Bo"], ""),
    ("ww3", ["--out", "Ann", "--cards", "Ann=0,Bo=32,Cy=32"], ""),
    ("armageddon", ["--places", "Bo,Ann,Cy"], ""),
])  # fmt: skip
def test_every_games_entries_take_a_new_name(game, words, entry):
    old, new = Table(game, "Ann", "Bo", "Cy"), Table(game, "Zoë", "Bo", "Cy")
    old.hand(*words)
    new.hand(*(word.replace("Ann", "Zoë") for word in words))
    assert old.do("rename", "Ann", "Zoë").hands[0].entry == new.night.hands[0].entry
    assert night_lines(old.night, 80) == night_lines(new.night, 80)


def test_a_name_that_somebody_has_is_refused():
    table = craziness()
    assert "Ann and Bo both play in night 1, so they are two people" in table.refused("rename", "Ann", "bo")
    assert "is called that already" in table.refused("rename", "Ann", "Ann")
    assert table.do("rename", "Ann", "ANN").names[0] == "ANN"
    assert "no player is called 'Zed'" in table.refused("rename", "Zed", "Ann")
    assert "cannot be a name" in table.refused("rename", "Bo", "a=b")


def test_two_spellings_are_one_player_again(capsys):
    for name in ("Cy", "Cyy", "Cyy", "Cy"):
        tt(capsys, "score", "start", "ww3", "Ann", name)
        tt(capsys, "score", "hand", "--winner", name)
    ran = tt(capsys, "score", "rename", "Cyy", "Cy")
    assert ran.status == 2 and "Cyy plays in nights 2 and 3, not in night 4" in ran.err
    ran = tt(capsys, "score", "rename", "Cyy", "Cy", "--all")
    assert ran.status == 0 and "Cyy is Cy in nights 2 and 3." in ran.out
    records = json.loads(tt(capsys, "score", "players", "--json").out)["players"]
    assert [(record["name"], record["nights"], record["wins"]) for record in records] == [("Ann", 4, 0), ("Cy", 4, 4)]
    assert "no player called 'Cyy'" in tt(capsys, "score", "rename", "Cyy", "Cy", "--all").err


# ---------------------------------------------------------------- house rules


def test_a_rule_holds_from_the_next_hand_on():
    table = craziness()
    night = table.do("change_rules", ["elimination_score=4"])
    assert night.eliminated == ("Bo",) and night.dealer == "Cy", (
        "who is beyond the limit is out at once, and deals no more"
    )
    assert night.hands[0].eliminated == () and night.table.rules == "elimination_score=4"
    table = craziness()
    table.hand("Ann=0", "Bo=11", "Cy=1")
    table.undo()
    table.do("change_rules", ["elimination_score=20"])
    assert table.hand("Ann=0", "Bo=11", "Cy=1").eliminated == ()


def test_a_rule_may_have_held_since_an_earlier_hand():
    table = craziness()
    table.hand("Ann=0", "Bo=11", "Cy=1")
    table.hand("Ann=0", "Cy=12")
    assert table.night.is_over
    assert "Craziness is over" in table.refused("change_rules", ["elimination_score=20"])
    night = table.do("change_rules", ["elimination_score=20"], hand=2)
    assert not night.is_over and night.hands[1].eliminated == () and night.hands[2].outcome.problems
    assert table.edit(3, "Bo=2").totals == (0, 17, 16)


def test_who_was_out_comes_back_when_the_limit_is_raised():
    table = craziness()
    table.hand("Ann=0", "Bo=11", "Cy=1")
    assert "with 15 points Bo could not play on." in table.refused("join", "Bo")
    assert table.do("change_rules", ["elimination_score=20"]).eliminated == ("Bo",), "until they are asked back"
    night = table.do("join", "Bo")
    assert night.eliminated == () and night.totals == (0, 15, 4)
    assert table.hand("Ann=1", "Bo=0", "Cy=1").totals == (1, 15, 5)


def test_amid_a_game_of_six_suit_a_rule_waits_for_the_next_one():
    table = Table("six-suit", "Ann", "Bo", "Cy")
    table.hand("--out", "Bo=red")
    night = table.do("change_rules", ["next_dealer=winner"])
    assert night.table.rules == "-" and "House rule from game 2 on: next_dealer=winner." in night_lines(night, 80)
    assert table.hand("--out", "Ann=red").dealer == "Bo"  # game 1 by its own rules: the deal rotates
    assert table.night.table.rules == "next_dealer=winner" and table.hand("--places", "Cy,Ann,Bo").dealer == "Cy"


def test_another_number_of_hands_counts_those_that_are_played():
    table = Table("casino", "Ann", "Bo", "Cy")
    table.hand("Ann=150", "Bo=0", "Cy=0")
    assert "6 hands in all." in "".join(night_lines(table.do("change_rules", ["hands=6"]), 80))
    assert "It may be 3 or 6" in table.refused("change_rules", ["hands=5"])
    table.hand("Ann=0", "Bo=150", "Cy=0")
    night = table.hand("Ann=0", "Bo=0", "Cy=150")
    assert not night.is_over and table.do("change_rules", ["hands=3"]).winners == ("Ann", "Bo", "Cy")


def test_a_match_that_is_made_shorter_may_be_over():
    table = Table("push-it", "Ann", "Bo", "Cy", house={"potential": "per_challenge", "target_points": 9})
    table.hand("--went-out", "Bo", "--right", "Bo=4")
    assert table.do("change_rules", ["target_points=4"]).winners == ("Bo",)
    table.undo()
    assert not table.do("change_rules", ["target_points=5"]).is_over


def test_a_night_counts_in_one_way_from_its_first_hand():
    table = Table("push-it", "Ann", "Bo", "Cy")
    assert table.do("change_rules", ["potential=per_challenge"]).totals == (0, 0, 0), (
        "before the first hand it may change"
    )
    table.hand("--went-out", "Bo", "--right", "Bo=1")
    for rule in ("potential=off", "target_points=5"):
        said = table.refused("change_rules", [rule])
        assert (
            "would be counted in another way" in said
            and "Another night may: tt-print score start push-it Ann Bo Cy" in said
        )
    assert table.do("change_rules", ["target_points=5"], hand=1).standing.scores == (0, 1, 0)


@pytest.mark.parametrize(("texts", "said"), [
    ([], "which house rule? As in: tt-print score rule must_play=true"),
    (["must_play"], "write name=value"),
    (["nix=3"], "has no house rule 'nix'"),
    (["must_play=maybe"], "must_play = maybe is not possible"),
    (["must_play=false"], "that is the house rule already"),
])  # fmt: skip
def test_a_rule_that_is_none_is_refused(texts, said):
    assert said in craziness().refused("change_rules", texts)


# ---------------------------------------------------------------- told everywhere


def test_the_record_the_spreadsheet_and_the_sheet_tell_of_it(capsys):
    table = craziness()
    table.do("join", "Di")
    table.do("leave", "Bo")
    table.do("change_rules", ["elimination_score=20"])
    table.do("rename", "Cy", "Cyril")
    lines = [
        "Di plays from hand 2 on, beginning with 0 points", "Bo left before hand 2", "House rule from hand 2 on: elimination_score=20",
    ]  # fmt: skip
    assert [text for _, text in log_rows(table.events)][2:] == [*lines, "Cy renamed Cyril"]
    for line in lines:
        assert line in night_csv(table.night) and f"{line}." in night_texts(table.night)["notes"]
    told = table.night.as_json()
    assert [(change["kind"], change["hand"]) for change in told["table_changes"]] == [
        ("join", 2),
        ("leave", 2),
        ("rule", 2),
    ]
    assert told["players"] == ["Ann", "Bo", "Cyril", "Di"] and told["hands"][0]["players"] == ["Ann", "Bo", "Cyril"]
    for kind in ("Cy was renamed Cyril", "the house rule elimination_score=20", "Bo left", "Di joined"):
        from tt_print.score.changes import describe_change

        assert describe_change(table.night.ledger.changes[-1], table.night) == kind
        table.undo()


def test_the_next_night_is_for_those_who_are_there(capsys):
    tt(capsys, "score", "start", "craziness", "Ann", "Bo", "Cy")
    for words in (["join", "Di"], ["leave", "Bo"], ["rename", "Cy", "Cyril"], ["rule", "elimination_score=20"]):
        assert tt(capsys, "score", *words).status == 0
    ran = tt(capsys, "score", "start", "--again")
    assert (
        "night 2: Ann, Cyril, Di" in ran.out and "elimination_score=20" in ran.out and "Cyril deals first." in ran.out
    )


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


def test_records_of_players_see_dropped_nights_no_more():
    table = craziness()
    table.do("drop_night")
    assert read_nights(table.events) == []
