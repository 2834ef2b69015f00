"""Whatever is answered to a question: it is taken, or asked again; and the keyboard may be gone at any time."""

import pytest
from hypothesis import strategies as st

from tests.fuzz import odd
from tests.fuzz.watching import often, try_cases

NIGHTS = range(1, 7)  # one of each game: see `conftest.NIGHTS`
ASKING = (
    *(f"score hand --night {night}" for night in NIGHTS), "score play",
    "score hand --hand 3 --note x", "recount", "recount --deck west", "recount --deck squares --copies 2", "calibrate --measured 99,98.5 --paper a4",
    "calibrate --measured 99,99 --back-read H8,HI7.5,G8,H9 --paper a4",
)  # fmt: skip
ANSWERS = (
    "", "", "", "1", "2", "3", "0", "4", "8", "9", "24", "25", "40 44 43", "1 4 1", "-", "back", "?", "stop", "y", "n", "yes", "Ann", "bo", "Bo 4, Cy 1",
    "Ann=0 Bo=4", "rh3 kb4", "RH3,KBQ", "red", "heart", "black blob ?", "red=24", "color", "Ann+Bo", "none", "tie", "points", "undo", "u", "t", "table",
    "join Di=7", "leave Cy", "rename Bo=Boo", "rule must_play=true", "remove 1", "finish", "start", "note x", "edit 1", "redo", "log", "next", "save", "ok", "so it was", "q",
)  # fmt: skip


@st.composite
def dialogues(draw: st.DrawFn):
    """A command that asks, and what is typed at the questions; after that the keyboard is gone."""
    answers = st.one_of(st.sampled_from(ANSWERS), st.sampled_from(ANSWERS), st.sampled_from(ANSWERS), odd.values)
    lines = draw(st.lists(answers, max_size=25))
    return draw(st.sampled_from(ASKING)), tuple(lines)


@pytest.mark.parametrize("times", often(40, 250))
def test_dialogues_with_mistakes(watched, times):
    def check(case):
        command, lines = case
        watched.reset()
        watched.run(*command.split(), lines=lines).check()

    try_cases(check, times, case=dialogues())
