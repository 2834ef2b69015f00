"""What happened, told by tapping cards into the slots of a game's screen: what is asked of them, what is open, and the table after it."""

import pytest

from tests.core.asking import ask, error, still_environment, value
from tt_print.core import Core
from tt_print.engine.phrases import read_questions
from tt_print.games import GAMES

CORE = Core(still_environment())
# A game, what is in its slots (`card=KC1 as red`), what is chosen and told beside it; the same as phrases, and the table after it.
TOLD = [
    ("craziness", "center=RC1; card=YH2", "", "on RC1; Ann is next; Ann lays YH2", "RC1"),
    ("craziness", "center=KC2 as green; card=KBQ as green heart 2", "", "on KC2 as green; Ann is next; Ann lays KBQ as green heart 2", "KB? as green heart 2"),
    ("push-it", "pointers=RC3; claim=as 2 red circles", "", "pointers RC3; claim 2 red circles", "RC3"),
    ("push-it", "pointers=RC3; claim=as 1 red 3s; cards=RCQ", "", "pointers RC3; claim 1 red 3 with RCQ", "RC3"),
    ("push-it", "pointers=RC3; claim=as 2 red circles; cards=RC1 RC2", "Who picks up?",
     "Bo laid RC1 RC2 as 2 red circles; Ann is to challenge or lay; Ann challenges Bo", "RC3"),
    ("six-suit", "row=RC2; on=RC2; card=RC4", "It is my row", "Ann has drawn; Ann lays RC4 on Ann's RC2", ""),
    ("six-suit", "row=RC2 YH3 GC1 BS2 RT3 GH4; on=GC1; card=RC4", "It is another row",
     "Ann has drawn; Bo shows RC2 YH3 GC1 BS2 RT3 GH4; Ann lays RC4 on Bo's GC1", "RC2 YH3 RC4 BS2 RT3 GH4"),
    ("casino", "table=RH2 RT2 YC1+YH2 GC4; taken=RH2 RT2 GC4; card=RC4", "", "table RH2 RT2 YC1+YH2 GC4; Ann is next; Ann takes RH2 RT2 GC4 with RC4",
     "YC1+YH2"),
    ("casino", "table=RH2; taken=RH2; card=RC2", "Stack", "table RH2; Ann is next; Ann stacks RC2 on RH2", "RH2/RC2"),
    ("casino", "table=RH2; taken=RH2; card=RC1; hand=YH4", "Build", "table RH2; Ann is next; Ann holds YH4 RC1; Ann builds RC1 on RH2", "RH2"),
    ("casino", "table=; card=RC1", "Drop", "table -; Ann is next; Ann drops RC1", "RC1"),
    ("ww3", "pile=RC2 RC3", "", "pile RC2 RC3", "RC2 RC3"),
    ("armageddon", "pile=RC2 RC3 RCQ", "I slapped", "pile RC2 RC3 RCQ; Ann slaps", ""),
]  # fmt: skip


def in_slots(text):
    slots = {}
    for part in text.split("; "):
        name, _, held = part.partition("=")
        cards, _, words = held.rpartition("as ") if "as " in held else (held, "", "")
        first, _, rest = words.partition(" ")
        slots[name] = {"cards": cards.split(), "words": [first, rest] if name == "claim" else words.split()}
    return slots


def tapped(game, text, act="", *told):
    return value(CORE, "story", game=game, slots=in_slots(text), act=act, phrases=list(told))


@pytest.mark.parametrize(("game", "slots", "act", "story", "after"), TOLD, ids=[each[1] for each in TOLD])
def test_cards_in_slots_are_judged_like_the_phrases(game, slots, act, story, after):
    """The verdict is the same; who asks is `you`, and nobody has a name."""
    here, there = tapped(game, slots, act), value(CORE, "story", game=game, phrases=story.split("; "))
    assert here["phrases"] == story.split("; ") and here["yes"] == there["yes"]
    assert here["screen"]["rules"] == there["screen"]["rules"]
    assert not {"Ann", "Bo", "Cy"} & {*str(here["screen"]).replace("'", " ").split()}
    table = next(iter(here["table"].values()))
    assert " ".join([*table["cards"], *(["as"] if table["words"] else []), *table["words"]]) == after


@pytest.mark.parametrize("game", GAMES)
def test_a_screen_knows_its_slots_before_a_card_is_tapped(game):
    shown = value(CORE, "story", game=game, slots={})
    assert [slot["name"] for slot in shown["slots"]] == [slot.name for slot in read_questions(game).slots]
    assert any(slot["kept"] for slot in shown["slots"]) and shown["screen"] is None and not shown["open"]


def test_several_acts_are_offered_where_the_cards_do_not_say_which():
    pile = "table=RH2; taken=RH2; card=RC2"
    assert tapped("casino", pile)["acts"] == ["Take", "Build", "Stack"] and tapped("casino", pile)["screen"] is None
    assert tapped("casino", pile, "Take")["acts"] == ["Build", "Stack"]
    assert tapped("casino", "table=RH2 YH1; taken=RH2 YH1; card=RC3")["act"] == "Take"


@pytest.mark.parametrize(("game", "slots", "act", "phrase", "before", "after"), [
    ("craziness", "center=RC1; card=RC2", "", "Ann has 1 card", "It is the next player's turn.", "You have no cards left. The round is over."),
    ("six-suit", "row=RC2; on=RC2; card=RC4", "It is another row", "turn 1", "Yes. Red and circle on red and circle.",
     "No. It is free time. You may play only on your own row."),
    ("casino", "table=RH2+RT1; card=RC3", "Drop", "Ann owns RH2+RT1", "Who built or stacked red heart 2 + red triangle 1?",
     "No. You may not drop a card while your build or stack is on the table: red heart 2 + red triangle 1."),
    ("ww3", "pile=RC2 RC3", "I slapped", "Bo has 0 cards", "You start a new pot.", "You won the game."),
    ("armageddon", "pile=RC2 YT3", "I slapped", "Ann has 0 cards", "A bad slap. You pay 3 cards into the pot, face down, or all if there are fewer.",
     "A bad slap. You have no card to pay with, and may not slap again until someone else tries or a slap is missed."),
])  # fmt: skip
def test_what_is_open_is_offered_until_it_is_told(game, slots, act, phrase, before, after):
    first = tapped(game, slots, act)
    assert phrase in [each["phrase"] for each in first["open"]] and len(first["open"]) <= 3
    then = tapped(game, slots, act, phrase)
    assert phrase not in [each["phrase"] for each in then["open"]]
    for told, line in ((first, before), (then, after)):
        assert line in [told["screen"]["headline"], *told["screen"]["details"]]


def test_a_wild_card_is_full_when_it_is_declared():
    rows = {slot["name"]: slot for slot in tapped("craziness", "center=KC1 as green; card=KBQ as red")["slots"]}["card"]
    assert rows["like"] == ["green", "circle", "1"]
    assert not rows["is_full"] and rows["asks"] == "Black blob ? counts as"
    assert [row["chosen"] for row in rows["rows"]] == ["red", "", ""] and len(rows["rows"][2]["words"]) == 4


def test_a_claim_is_as_many_as_the_cards_unless_another_number_is_tapped():
    for count, said in (("", "2 red circles"), ("1", "1 red circle")):
        slots = in_slots("pointers=RC3; cards=RC1 RH2") | {"claim": {"words": [count, "red circles"]}}
        assert value(CORE, "story", game="push-it", slots=slots)["phrases"][-1] == f"claim {said} with RC1 RH2"


def test_what_cannot_be_is_said_on_the_screen():
    told = tapped("ww3", "pile=RC2 RCQ")
    assert told["trouble"].startswith("Red circle ? is not in the deck in play") and told["yes"] is None
    for slot in ({"cards": 5}, {"cards": [], "words": 5}, {"cards": [], "words": [5]}, 5):
        assert "is not possible there" in error(CORE, "story", game="ww3", slots={"pile": slot})["text"]


def test_a_story_in_which_nothing_happens_is_none():
    assert "nothing happens" in error(CORE, "story", game="craziness", phrases=["on RC1"])["text"]
    assert ask(CORE, "story", game="craziness", phrases="on RC1; lay RC2").data["value"]["yes"]
