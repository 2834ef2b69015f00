"""What people do to a night: enter, correct, take back; ties, eliminations, dealers; and that nothing is erased."""

import json

import pytest

from tests.core.asking import error, value
from tests.score.hints import hints
from tests.score.nights import HARVESTS, Evening, play_and_enter
from tt_print.core import Core, FileBook, World
from tt_print.engine.standing import place_numbers


def craziness(*names, **house):
    return Evening("craziness", *(names or ("Ann", "Bo", "Cy")), house=house)


def test_undo_and_redo_are_entries_of_their_own():
    evening = craziness()
    evening.hand("Ann=0", "Bo=4", "Cy=1")
    evening.hand("Ann=2", "Bo=0", "Cy=3")
    assert evening.undo().totals == (0, 4, 1) and evening.undo().totals == (0, 0, 0)
    assert "nothing to undo" in evening.refused("undo")
    assert evening.redo().totals == (0, 4, 1) and evening.redo().totals == (2, 4, 4)
    kinds = [row["kind"] for row in json.loads(evening.seen("log", "--json"))["log"]]
    assert kinds == ["start", "hand", "hand", "undo", "undo", "redo", "redo"]
    assert "nothing to redo" in evening.refused("redo")
    evening.undo()
    assert evening.hand("Ann=1", "Bo=1", "Cy=0").totals == (1, 5, 1)
    assert "nothing to redo" in evening.refused("redo"), "what was taken back before a new hand stays so"


def test_editing_an_old_hand_changes_everything_after_it():
    evening = craziness()
    evening.hand("Ann=0", "Bo=14", "Cy=2")
    evening.hand("Ann=0", "Bo=0", "Cy=3", "--force", "--note", "Bo shouted first")
    before = evening.hand("Ann=3", "Bo=0", "Cy=1")
    assert before.totals == (3, 14, 6) and before.eliminated == ()
    after = evening.edit(1, "Bo=16")
    assert after.totals == (3, 16, 6) and after.eliminated == ("Bo",) and after.hands[0].eliminated == ("Bo",)
    assert {
        "Hand 1: Bo 14 -> 16", "Hand 1: Bo now out", "Total: Bo 14 -> 16", "Hand 3: Bo was out already, so Bo's 0 points do not count",
    } <= {*after.changes}  # fmt: skip
    assert evening.undo().totals == (3, 14, 6) and evening.night.hands[2].problems == ()


def test_a_correction_names_who_wins_now_and_who_did_not_win_after_all():
    evening = Evening("craziness", "Ann", "Bo", house={"elimination_score": 10})
    evening.hand("Ann=0", "Bo=12")
    assert "Ann did not win after all; the game goes on" in evening.edit(1, "Bo=5").changes
    assert "Winner now: Bo" in evening.edit(1, "Ann=12", "Bo=0").changes
    evening.undo()
    evening.undo()
    assert "Winner now: Bo" in evening.edit(1, "Ann=12", "Bo=0").changes
    assert not any("inner" in line for line in evening.edit(1, "Ann=13").changes)


def test_a_player_who_comes_back_by_a_correction_lacks_points_later():
    evening = craziness()
    evening.hand("Ann=0", "Bo=15", "Cy=2")
    evening.hand("Ann=0", "Cy=3")
    night = evening.edit(1, "Bo=5")
    assert night.hands[1].problems == ("nothing is entered for Bo",) and night.totals == (0, 5, 5)
    night = evening.edit(2, "Bo=7")
    assert night.totals == (0, 12, 5) and night.hands[1].problems == ()


def test_hands_after_an_earlier_end_do_not_count():
    evening = craziness("Ann", "Bo")
    evening.hand("Ann=0", "Bo=14")
    evening.hand("Ann=5", "Bo=0")
    night = evening.edit(1, "Bo=15")
    assert night.is_over and night.winners == ("Ann",) and night.totals == (0, 15)
    assert night.hands[1].problems == ("the game was over before; this hand does not count",)
    said = evening.refused("hand", "Ann=0", "Bo=1")
    assert said.startswith("Craziness is over: Ann won. Another game: tt-print score start --again")


def test_an_edit_of_an_edit_and_who_went_out():
    evening = craziness()
    evening.hand("--went-out", "Ann", "--left", "Bo=RH3,KB4", "--left", "Cy=GC2")
    assert evening.edit(1, "Bo=5").totals == (0, 5, 1)
    assert evening.edit(1, "--left", "Cy=GC2,KB?").totals == (0, 5, 5)
    assert evening.edit(1, "--went-out", "Bo", "Ann=3").totals == (3, 0, 5)
    assert evening.edit(1, "--blocked", "Bo=2").totals == (3, 2, 5)
    assert evening.night.hands[0].entry["out"] is None
    assert "is entered like that already" in evening.refused("edit", "1", "Bo=2")
    for totals in ((3, 0, 5), (0, 5, 5), (0, 5, 1), (0, 4, 1)):
        assert evening.undo().totals == totals


def test_the_record_says_who_did_what_in_order():
    evening = craziness()
    evening.hand("Ann=0", "Bo=4", "Cy=1")
    evening.edit(1, "Bo=5")
    evening.undo()
    evening.redo()
    assert evening.log() == [
        "started Craziness with Ann, Bo and Cy, Ann deals", "hand 1: Ann went out; Bo 4, Cy 1",
        "hand 1 corrected: Ann went out; Bo 5, Cy 1 (was: Ann went out; Bo 4, Cy 1)", "undo: the correction of hand 1",
        "redo: the correction of hand 1",
    ]  # fmt: skip


def test_shared_places_leave_out_those_after_them():
    groups = ((0,), (1, 3), (2,))
    assert place_numbers(groups) == {0: 1, 1: 2, 3: 2, 2: 4}
    assert place_numbers(groups, "1223") == {0: 1, 1: 2, 3: 2, 2: 3}
    night = craziness("Ann", "Bo", "Cy", "Di").hand("Ann=0", "Bo=4", "Cy=4", "Di=5")
    assert night.ranks == {"Ann": 1, "Bo": 2, "Cy": 2, "Di": 4}


def test_of_those_out_the_later_is_better_and_of_one_hand_the_one_with_fewer_points():
    evening = craziness("Ann", "Bo", "Cy", "Di")
    evening.hand("Ann=0", "Bo=40", "Cy=20", "Di=2")
    night = evening.hand("Ann=3", "Di=0")
    assert night.ranks == {"Di": 1, "Ann": 2, "Cy": 3, "Bo": 4} and night.eliminated == ("Bo", "Cy")
    night = evening.hand("Ann=14", "Di=0")
    assert night.winners == ("Di",) and night.ranks == {"Di": 1, "Ann": 2, "Cy": 3, "Bo": 4}


@pytest.mark.parametrize(
    ("rule", "dealers"),
    [("rotate", ["Ann", "Bo", "Ann"]), ("winner", ["Ann", "Ann", "Bo"]), ("loser", ["Ann", "Bo", "Ann"])],
)
def test_the_next_dealer_is_the_engines(rule, dealers):
    evening = craziness("Ann", "Bo", "Cy", next_dealer=rule)
    evening.hand("Ann=0", "Bo=4", "Cy=15")  # Cy is out and deals no more
    night = evening.hand("Ann=3", "Bo=0")
    assert [*(hand.dealer for hand in night.hands), night.dealer] == dealers


# ---------------------------------------------------------------- the same again


def at_minute(path, game, names):
    """A core whose clock a test sets, in seconds, and a night begun there."""
    seconds = [0]
    core = Core(
        World(lambda: f"2026-11-21T20:{seconds[0] // 60:02}:{seconds[0] % 60:02}+00:00", bytes, "ann", FileBook(path))
    )
    value(core, "score.start", game=game, players=names)

    def enter(at, answers, **more):
        seconds[0] = at
        return core, "score.enter", None, {"answers": answers, **more}

    def taken(*typed, **more):
        core, request, files, fields = enter(*typed, **more)
        return len(value(core, request, files, **fields)["hands"])

    def refused(*typed, **more):
        core, request, files, fields = enter(*typed, **more)
        return error(core, request, files, **fields)

    return core, taken, refused


def test_a_hand_meant_to_be_another_is_refused_with_what_stands_there(tmp_path):
    _, taken, refused = at_minute(tmp_path / "x", "craziness", ["Ann", "Bo", "Cy"])
    taken(0, ["Ann", 4, 1], hand=1)
    found = refused(100, ["Ann", 4, 1], hand=1)
    assert found["kind"] == "taken" and "Hand 1 is entered already, by ann: Ann went out; Bo 4, Cy 1" in found["text"]
    assert "hand 2 comes next" in refused(100, ["Ann", 4, 1], hand=3)["text"]


@pytest.mark.parametrize(("game", "answers"), [("craziness", ["Ann", 4, 1]), ("ww3", ["winner", "Ann"])])
def test_no_hand_is_played_within_a_minute_of_the_same_one(tmp_path, game, answers):
    _, taken, refused = at_minute(tmp_path / "x", game, ["Ann", "Bo", "Cy"])
    taken(100, answers)
    for now in (100, 120, 160, 70):  # also a clock that was set back a little
        found = refused(now, answers)
        assert found["kind"] == "repeated" and found["text"].startswith("This is the same as hand 1, entered")
    taken(120, answers, another=True)
    assert taken(181, answers) == 3, "after a minute two games may end alike"


def test_the_same_again_is_noticed_behind_another_hand_and_after_a_correction(tmp_path):
    core, taken, refused = at_minute(tmp_path / "x", "craziness", ["Ann", "Bo", "Cy"])
    taken(0, ["Ann", 4, 1])
    taken(5, ["Bo", 1, 1])
    said = refused(20, ["Ann", 4, 1])["text"]
    assert said.startswith("This is the same as hand 1, entered 20 seconds ago by ann.")
    value(core, "score.edit", number=2, answers=["Bo", 1, 2])
    for cy in (1, 2):
        assert "the same as hand 2" in refused(20, ["Bo", 1, cy])["text"]
    assert taken(20, ["Bo", 1, 3]) == 3


# ---------------------------------------------------------------- sums

CRAZY_SUMS = [
    ("Ann=0 Bo=0 Cy=1", "Ann and Bo with 0 points, and nobody went out"),
    ("--went-out Ann Bo=0 Cy=1", "Ann and Bo all have 0 points, and only Ann went out"),
    ("Ann=1 Bo=2 Cy=1", "nobody has 0 points"),
    ("--blocked Ann=1 Bo=0 Cy=1", "Bo with 0 points, and nobody went out"),
    ("Ann=0 Bo=100 Cy=100", "200 points in one hand: a whole deck less the card in the center holds 199"),
    ("--went-out Ann --left Bo=RH3 --left Cy=RH3", "red heart 3 is in two hands (Bo and Cy). The deck has one."),
    ("--went-out Ann --left Bo=GC1 --left Cy=RH3,RH3", "red heart 3 is named twice among the cards of Cy. The deck has one."),
]  # fmt: skip


@pytest.mark.parametrize(("words", "said"), CRAZY_SUMS, ids=[said for _, said in CRAZY_SUMS])
def test_what_cannot_be_in_craziness_is_said_before_it_is_stored(words, said):
    evening = craziness()
    assert said in evening.refused("hand", *words.split())
    assert "--force needs a reason" in evening.refused("hand", *words.split(), "--force")
    assert evening.hand(*words.split(), "--force", "--note", "we know").hands[0].entry["note"] == "we know"


def test_a_card_in_several_hands_is_told_of_each():
    said = craziness("Ann", "Bo", "Cy", "Di").refused(
        *"hand --went-out Ann --left Bo=RH3 --left Cy=RH3,RH3 --left Di=RH3".split()
    )
    assert "red heart 3 is in three hands (Bo, Cy twice and Di). The deck has one." in said


NO_REASON = ["no", "nein", "--", "stop", "no no no", "n.", "", " ", "7", "?", "...", "yes", "ja", "OK", "save it"]
REASONS = ["no idea, Cy counted", "Bo insists", "2 decks", "nobody knows", "Karte verloren", "数え間違い"]


def test_only_words_with_a_why_are_a_reason():
    evening = craziness()
    entry = ["hand", "Ann=1", "Bo=2", "Cy=1", "--force", "--note"]
    for word in NO_REASON:
        assert "--force needs a reason" in evening.refused(*entry, word), word
    for words in REASONS:
        assert evening.do(*entry, words, "--another").hands[-1].entry["note"] == words


def casino(*names, **house):
    return Evening("casino", *(names or ("Ann", "Bo")), house=house)


# cards, reds, circles, ones, red circles, special, hearts: together 124, 25, 25, 25, 5, 1, 5 with a plain card aside
WHOLE = ("--counts", "Ann=60,10,12,11,2,1,5", "--counts", "Bo=64,15,13,14,3,0,0")


def test_a_hand_of_casino_adds_up_to_150():
    night = casino().hand(*WHOLE)
    assert night.totals == (11 + 6 + 15 + 50, 25 + 10 + 10 + 14 + 9) and sum(night.totals) == 150


CASINO_SUMS = [
    ("Ann=59,10,12,11,2,1,5", "123 cards together, and there are 124: one short. Recount?"),
    ("Ann=61,10,12,11,2,1,5", "125 cards together, and there are 124: one too many. Recount?"),
    ("Ann=60,11,12,11,2,1,5", "26 reds together, and there are 24 to 25: one too many. Recount?"),
    ("Ann=60,8,12,11,2,1,5", "23 reds together, and there are 24 to 25: one short. Recount?"),
    ("Ann=60,10,12,9,2,1,5", "23 ones together"),
    ("Ann=60,9,11,11,2,1,5", "1 card, 1 red, 1 circle in nobody's pile: no 1 card aside can be all that"),
    ("Ann=60,1,12,11,2,1,5", "Ann has 2 red circles, and only 1 red."),
    ("Ann=60,10,12,11,2,1,5 --aside RC1", "25 reds together, and there are 24"),
]


def test_what_cannot_be_in_casino_is_said_before_it_is_stored():
    evening = casino()
    for words, said in CASINO_SUMS:
        printed = evening.refused("hand", "--counts", *words.split(), *WHOLE[2:])
        assert said in printed and "Nothing saved" in printed, words
    assert casino(jokers=2).hand(*WHOLE)
    assert casino(aside_card="last_taker").hand("--counts", "Ann=61,10,12,11,2,1,5", *WHOLE[2:])


def test_points_of_casino_come_to_150_less_what_can_be_lost():
    evening = casino()
    for ann, bo in ((100, 50), (90, 50), (60, 40), (100, 49)):  # whole, reds tied, hearts in two hands, a one aside
        evening.hand(f"Ann={ann}", f"Bo={bo}")
        evening.undo()
    for ann, bo in ((100, 51), (100, 45), (3, 2)):
        assert "Recount" in evening.refused("hand", f"Ann={ann}", f"Bo={bo}")


def test_squares_come_to_70():
    evening = casino(deck="squares")
    assert "63 cards together, and there are 64: one short" in evening.refused(
        "hand", "--counts", "Ann=29,7,8,8,2,1,4", "--counts", "Bo=34,9,8,8,2,0,0"
    )
    printed = evening.seen("hand", "--counts", "Ann=30,7,8,8,2,1,4", "--counts", "Bo=34,9,8,8,2,0,0")
    assert "66 of 70 points; nobody got: 4 for most circles (tied)" in printed
    evening.undo()
    night = evening.hand("--counts", "Ann=30,7,8,8,2,1,3", "--counts", "Bo=34,9,8,8,2,0,1")
    assert sum(night.totals) == 70 - 4 - 18
    assert evening.edit(1, "--hearts", "Ann").hands[0].entry["counts"] == {
        "Ann": [30, 7, 8, 8, 2, 1, 4], "Bo": [34, 9, 8, 8, 2, 0, 0],
    }  # fmt: skip
    assert sum(evening.night.totals) == 70 - 4


def test_single_numbers_of_casino_can_be_corrected():
    evening = casino()
    evening.hand(*(
        "--cards Ann=60,Bo=64 --reds Ann=10,Bo=15 --circles Ann=12,Bo=13 --ones Ann=11,Bo=13 --red-circles Ann=2,Bo=3 "
        "--special Ann --hearts none"
    ).split())  # fmt: skip
    night = evening.edit(1, "--ones", "Bo=14", "--special", "Bo", "--hearts", "Ann")
    assert night.totals == (11 + 6 + 50, 25 + 20 + 14 + 9 + 15)


MOST = [*"--cards Bo --reds cy --circles none".split()]
CASINO = "--ones Ann=8,Bo=12,Cy=4 --red-circles Ann=1,Bo=2,Cy=2 --special Bo --hearts none".split()


def test_who_took_most_counts_as_the_counts_would():
    counts = "--cards Ann=38,Bo=46,Cy=40 --reds Ann=7,Bo=7,Cy=11 --circles Ann=9,Bo=9,Cy=6".split()
    by_counts = casino("Ann", "Bo", "Cy").seen("hand", *counts, *CASINO)
    evening = casino("Ann", "Bo", "Cy")
    by_most = evening.seen("hand", *MOST, *CASINO)
    assert by_counts.splitlines()[:-1] == by_most.splitlines()[:-1], "all but what takes it back, which names the file"
    assert evening.undo() and evening.redo().totals == (8 + 3, 25 + 12 + 6 + 15, 10 + 4 + 6)
    assert "hand 1: Bo took most cards, Cy took most reds, nobody took most circles" in evening.log()[1]
    assert evening.edit(1, "--cards", "Cy").totals == (11, 12 + 6 + 15, 10 + 4 + 6 + 25)
    assert evening.edit(1, "--cards", "Ann=38,Bo=46,Cy=40").totals == (11, 25 + 12 + 6 + 15, 20)
    assert evening.hand(*MOST, *CASINO) and evening.edit(2, "--ones", "Cy=5").hands[1].points == (11, 58, 21)
    assert "--reds: how many did everyone take, or who took most" in evening.refused("edit", "2", "--reds", "Ann=7")
    assert evening.edit(2, "Ann=50", "Bo=60", "Cy=40").hands[1].points == (50, 60, 40)


COUNTS = "--counts Ann=40,8,8,8,1,0,0 --counts Bo=44,9,9,9,2,1,0 --counts Cy=40,7,7,7,2,0,0"
MIXED = [
    (f"--cards Bo --reds Bo --circles Di {' '.join(CASINO)}", "no player is called 'Di'"),
    (COUNTS.replace("Ann=40", "Ann=-"), "--cards: how many did everyone take"),
    (f"{COUNTS} --cards Bo", "--cards: counts, and who took most"),
    ("--captured Ann=RC1 --captured Bo=RC2 --captured Cy=RC3 --cards Bo", "--cards: who took most is said where"),
]


def test_counts_and_who_took_most_are_not_mixed():
    evening = casino("Ann", "Bo", "Cy")
    for words, said in MIXED:
        assert said in evening.refused("hand", *words.split())


# ---------------------------------------------------------------- the other games


@pytest.mark.parametrize("game", ["craziness", "casino", "push-it", "six-suit", "ww3"])
def test_a_note_alone_can_be_added_to_any_entry(game):
    evening = play_and_enter(game, 3, 2).evening
    hand = evening.night.hands[-1]
    assert evening.edit(hand.number, "--note", "tea was late").hands[-1].entry == hand.entry | {"note": "tea was late"}


def test_war_cards_make_the_deck():
    evening = Evening("ww3", "Ann", "Bo")
    assert "63 cards together, and the deck has 64: one short. Recount?" in evening.refused(
        "hand", "--cards", "Ann=40,Bo=23"
    )
    assert "Bo not counted" in evening.refused("hand", "--cards", "Ann=64")
    assert evening.hand("--cards", "Ann=40,Bo=21", "--center", "3").hands
    assert Evening("armageddon", "Ann", "Bo", house={"jokers": 2}).hand("--cards", "Ann=100,Bo=27").hands


def test_each_right_challenge_catches_somebody():
    evening = Evening("push-it", "Ann", "Bo", "Cy", house={"potential": "per_card"})
    for words, said in (
        ("--right Ann=2 --caught Bo=1 --potential Ann=9", "right challenges 2, caught lying 1"),
        ("--right Ann=2 --potential Ann=1", "Ann: potential points 1, right challenges 2, at least one point each"),
    ):
        assert said in evening.refused("hand", "--went-out", "Ann", *words.split())
    plain = Evening("push-it", "Ann", "Bo", "Cy")
    assert "potential points are not counted here" in plain.refused("hand", "--went-out", "Ann", "--potential", "Ann=1")


def test_games_of_one_night_are_counted():
    evening = Evening("six-suit", "Ann", "Bo", "Cy", "Di")
    night = evening.hand("--out", "Bo=red,Ann")
    assert night.eliminated == ("Bo",) and night.winners == ()
    night = evening.hand("--out", "Cy+Di=heart")
    assert night.winners == ("Ann",) and night.wins == (1, 0, 0, 0) and night.dealer == "Bo"
    assert night.ranks == {"Ann": 1, "Cy": 2, "Di": 2, "Bo": 4}
    night = evening.hand("--places", "Di,Ann,Bo,Cy")
    assert night.wins == (1, 0, 0, 1) and night.dealer == "Cy" and night.totals is None
    assert "'pink' is not a value" in evening.refused("hand", "--out", "Bo=pink")


def test_a_void_game_of_six_suit_is_dealt_again_by_the_same_dealer():
    night = Evening("six-suit", "Ann", "Bo").hand("--out", "Ann+Bo=red")
    assert night.winners == () and night.wins == (0, 0) and night.dealer == "Ann" and night.eliminated == ()


def test_partners_win_together():
    evening = Evening("six-suit", "Zoë", "Max", "Li", "Oz", house={"teams": "Zoë+Li/Max+Oz"})
    evening.hand("--out", "Zoë=red")
    night = evening.hand("--out", "Max+Oz=2")
    assert night.winners == ("Zoë", "Li") and night.ranks == {"Zoë": 1, "Li": 1, "Max": 3, "Oz": 3}


def test_who_slaps_back_in_goes_out_later():
    evening = Evening("ww3", "Ann", "Bo", "Cy")
    evening.hand("--out", "Cy")
    evening.hand("--back", "Cy", "--out", "Bo")
    assert "Bo had no cards, and must have slapped back in. For example: --out Cy." in evening.refused(
        "hand", "--winner", "Bo"
    )
    assert evening.hand("--winner", "Cy").ranks == {"Cy": 1, "Ann": 2, "Bo": 3}


def test_an_option_in_which_nobody_is_named_says_nothing():
    evening = Evening("push-it", "Ann", "Bo", "Cy", house={"potential": "per_card", "target_points": 9})
    assert "potential points: one for each card" in evening.refused("hand", "--went-out", "Ann", "--potential", ",")
    night = evening.hand("--went-out", "Ann", "--potential", "Ann=2", "--right", ",")
    assert night.hands[0].entry == {"out": "Ann", "potential": {"Ann": 2}}


def test_corrections_of_the_other_games_keep_what_is_not_said_anew():
    evening = Evening("push-it", "Ann", "Bo", "Cy", house={"potential": "per_challenge", "target_points": 9})
    evening.hand("--went-out", "Ann", "--right", "Ann=2,Bo=1", "--wrong", "Cy=1", "--caught", "Cy=3")
    night = evening.edit(1, "--right", "Ann=1", "--caught", "Cy=2")
    assert night.totals == (1, 0, 0) and night.hands[0].entry["right"] == {"Ann": 1, "Bo": 1}
    night = evening.edit(1, "--went-out", "Bo")
    assert night.totals == (0, 1, 0) and night.hands[0].entry["wrong"] == {"Cy": 1}
    evening = Evening("six-suit", "Ann", "Bo", "Cy")
    evening.hand("--out", "Bo=red")
    evening.hand("--out", "Cy=3")
    night = evening.edit(1, "--out", "Ann=blue,Cy")
    assert night.winners == ("Bo",) and night.wins == (0, 1, 0)
    night = evening.edit(1, "--out", "Cy=3")  # now hand 2 says what is not true any more
    assert night.winners == () and night.hands[1].problems and night.wins == (0, 0, 0)
    evening = Evening("armageddon", "Ann", "Bo", "Cy")
    evening.hand("--out", "Cy", "--slaps", "Ann=4,Cy=1")
    entry = {"back": [], "out": [["Bo"]], "winner": None, "slaps": {"Ann": 4, "Cy": 1}}
    assert evening.edit(1, "--out", "Bo").hands[0].entry == entry
    assert evening.edit(1, "--slaps", "Cy=2").hands[0].entry == entry | {"slaps": {"Ann": 4, "Cy": 2}}
    evening = casino()
    evening.hand("Ann=100", "Bo=50")
    assert evening.edit(1, "Ann=90", "Bo=60").totals == (90, 60)
    assert evening.edit(1, *WHOLE).totals == (82, 68)


@pytest.mark.parametrize("game", HARVESTS)
def test_a_hand_that_was_not_stored_is_repeated_so_that_it_can_be_typed(game):
    """Refused because hand 1 is taken, it is printed as one command, which enters the same hand in another night."""
    played = play_and_enter(game, 3, 4, {"next_dealer": "loser"} if game == "push-it" else None)
    night = played.evening.night
    words, _ = played.hands[0]
    again = Evening(game, *night.names, house=night.house, dealer=night.hands[0].dealer)
    refused = played.evening.score("hand", *words, "--hand", "1")
    assert refused.status == 2 and "Nothing saved" in refused.err
    (command,) = hints(refused.err.splitlines()[-1])
    assert again.hand(*command[2 : command.index("--file")]).hands[0].entry == night.hands[0].entry


@pytest.mark.parametrize(("last", "line"), [
    ("Cy", "Only Ann has cards. When that play has won, enter who won (rule 8, W-22)"),
    ("Ann+Cy", "Nobody has cards. Who controls the pile wins: enter who won (W-34)"),
])  # fmt: skip
def test_near_the_end_of_a_war_it_says_what_decides(last, line):
    evening = Evening("ww3", "Ann", "Bo", "Cy")
    assert "enter who won" not in evening.seen("hand", "--out", "Bo")
    assert line in evening.seen("hand", "--out", last)


def test_only_points_that_were_earned_end_with_the_round():
    """Push It, rule 9: the potential points of all but the winner are gone; who had none is not named."""
    evening = Evening("push-it", "Ann", "Bo", "Cy", house={"potential": "per_challenge", "target_points": 9})
    printed = evening.seen("hand", *"--went-out Ann --right Ann=2,Bo=1 --wrong Cy=1 --caught Cy=3".split())
    assert "Potential points that end with the round: Bo 1\n" in printed
