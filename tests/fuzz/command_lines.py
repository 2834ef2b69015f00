"""Command lines of every verb: those that the help shows, and these with their words changed."""

import shlex
from functools import cache
from itertools import chain

from hypothesis import strategies as st

from tests.cli.helps import EVERY_VERB, EXAMPLES, Option, options_of
from tests.commands import ROOT
from tests.fuzz import odd
from tests.readers.shown_commands import shown_commands

# These print whole decks, soak for minutes, or serve until somebody stops them, whatever else is typed; their options are tried one by one in `test_arguments.py`.
LONG = ("build", "--soak", "playtest", "--games", "table", "--serve")
MORE = (
    "deck --only RH3 --paper letter --card poker --svg --bleed 1 --margin 8 --backs duplex --flip short",
    "deck --only RC1 --backs fold --back-offset 0.5,-1 --reverse --printer brother",
    "deck --only RC1,J1 --start-at 3 --copies 2 --ink low --indices 2 --json", "score show 1", "score show 2 --json", "score log --night 2",
    "score edit 1 Bo=5 --note x --force", "score hand Ann=0 Bo=4 --night 1 --hand 3", "score note x --hand 1",
    "score --file score.sqlite", "score restore", "score stats Ann --json", "score start craziness Ann Bo --house house.toml",
    "deal craziness --players Ann,Bo --house house.toml --reveal --json", "deal casino --players 4 --hands 3 --option jokers=2",
    "deal ww3 --players 3 --dealer 2", "deal six-suit --players 4 --option teams=1+3/2+4", "deal --code 9NEKA-QAC1D-MDP8C-69P9T-0EVHX-10",
    "judge casino table RH2 RT2 YC1; what RC4 takes --option question=wild", "judge casino stack RT3 on RC3/YC3",
    "judge craziness on KC2 as green; lay RC2 --house house.toml --check", "judge push-it claim 2 red hearts with RH1 RH2",
    "judge ww3 pile RC2 RC3 J1 --json", "judge six-suit row RC1 RH2 RT3 RS4 KC2 YH1 --json", "rules ww3 2c --house house.toml --json",
    "recount --have RC1,RC2 --missing RC3 --jokers 1 --copies 2 --json", "recount --jokers 1",
    "calibrate --measured 99.8,99.5 --printer hp --paper letter",
    "calibrate --back-read H8,HI7.5,G8,H9", "export --for cricut --deck west --product poker --copies 2 --no-jokers",
    "scoresheet push-it --players 4 --names Ann,Bo --hands 9 --json", "quickref casino --start-at 2 --large", "list papers --json", "list --json",
    "score export --csv --out out", "score undo", "score undo --back", "score move color --night 2", "score start --again", "verify craziness --json",
)  # fmt: skip


@cache
def options() -> dict[tuple[str, ...], tuple[Option, ...]]:
    """The options of every verb, by its words: ("score", "hand")."""
    return {tuple(verb.split()): options_of(verb) for verb in EVERY_VERB}


@cache
def bases() -> tuple[tuple[str, ...], ...]:
    """What the help and the documents show, and MORE."""
    shown = list(chain.from_iterable(EXAMPLES.values()))
    for document in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        shown += shown_commands(document)
    lines = [*dict.fromkeys([*shown, *MORE])]
    return tuple(words for line in lines if (words := tuple(shlex.split(line))) and not set(words) & set(LONG))


@st.composite
def command_lines(draw: st.DrawFn) -> tuple[str, ...]:
    """A command line that somebody could have meant, with up to four mistakes."""
    words = [*draw(st.sampled_from(bases()))]
    for _ in range(draw(st.integers(1, 4))):
        words = draw(changed(words))
    return tuple(word for word in words if word not in LONG)


@st.composite
def changed(draw: st.DrawFn, words: list[str]) -> list[str]:
    if not words:
        return [draw(odd.values)]
    place = draw(st.integers(0, len(words) - 1))
    match draw(st.integers(0, 9)):
        case 0 | 1 | 2:  # a value
            return [*words[:place], draw(odd.values), *words[place + 1 :]]
        case 3 | 4:  # an option of the verb, at the end or in the middle
            verb = tuple(words[:2]) if tuple(words[:2]) in options() else (words[0],)
            option = draw(st.sampled_from(options().get(verb) or (Option(("--json",), False),)))
            name = draw(st.sampled_from(option.names))
            added = [name, draw(odd.values)] if option.takes_value else [name]
            if option.takes_value and draw(st.booleans()):
                added = ["=".join(added)]
            return [*words[:place], *added, *words[place:]] if draw(st.booleans()) else [*words, *added]
        case 5:
            return words[:place] + words[place + 1 :]
        case 6:
            return words[: place + 1] + words[place:]
        case 7:  # of another command line
            other = draw(st.sampled_from(bases()))
            return [*words, draw(st.sampled_from(other))]
        case 8:
            head, equals, _value = words[place].partition("=")
            spoiled = draw(odd.values)
            return [*words[:place], f"{head}={spoiled}" if equals else f"{words[place]},{spoiled}", *words[place + 1 :]]
        case _:
            return [*words[:place], draw(odd.mangled(words[place])), *words[place + 1 :]]
