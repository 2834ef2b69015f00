"""Stories that somebody could tell the judge, and these with their words, cards and order changed."""

import re
from functools import cache

from hypothesis import strategies as st

from tests.cli.helps import help_text
from tests.fuzz import odd
from tests.games.cases import cases
from tt_print.engine.notation import BOTH, NAMES
from tt_print.games import find_game, game_names
from tt_print.games.examples import read_examples

HOUSE = "with "


@cache
def bases(game: str) -> tuple[tuple[str, ...], ...]:
    """The phrases of each example and of each story that is refused."""
    told = [case.phrases for example in read_examples(game) for case in example.cases]
    told += [tuple(part.strip() for part in story.split(";")) for story in cases(game).STORIES.values()]
    for scene in re.findall(rf'judge {game} "(.*)"', help_text(f"judge {game}")):
        told.append(tuple(part.strip() for part in scene.split(";")))
    return tuple(dict.fromkeys(told))


@cache
def phrases(game: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(phrase for told in bases(game) for phrase in told))


@cache
def words(game: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for phrase in phrases(game) for word in phrase.split()))


@cache
def house_rules(game: str) -> tuple[str, ...]:
    found = find_game(game)
    return tuple(f"{HOUSE}{str(found.house(**trial)).split()[0]}" for trial in found.house_trials() if trial)


@st.composite
def stories(draw: st.DrawFn, game: str) -> str:
    """A story of the game with up to five mistakes."""
    told = [*draw(st.sampled_from(bases(game)))]
    for _ in range(draw(st.integers(1, 5))):
        told = draw(changed(told, game))
    return draw(st.sampled_from((";", "; ", "; ", "\n"))).join(told)


@st.composite
def changed(draw: st.DrawFn, told: list[str], game: str) -> list[str]:
    if not told:
        return [draw(st.sampled_from(phrases(game)))]
    place = draw(st.integers(0, len(told) - 1))
    before, phrase, after = told[:place], told[place], told[place + 1 :]
    match draw(st.integers(0, 13)):
        case 0 | 1 | 2:  # another card or name
            return [*before, draw(other_values(phrase)), *after]
        case 3:  # another word of the game
            return [*before, draw(other_word(phrase, words(game))), *after]
        case 4:  # a word of nobody's
            return [*before, draw(other_word(phrase, odd.ALL)), *after]
        case 5:
            return [*before, draw(odd.mangled(phrase)), *after]
        case 6:
            return [*before, *after]
        case 7:
            return [*before, phrase, phrase, *after]
        case 8:  # another order
            other = draw(st.integers(0, len(told) - 1))
            told = [*told]
            told[place], told[other] = told[other], told[place]
            return told
        case 9 | 10:  # a phrase of another story
            return [*before, draw(st.sampled_from(phrases(game))), phrase, *after]
        case 11:  # out of breath
            return [*before, " ".join([phrase] * draw(st.integers(2, 9))), *after]
        case 12:
            return [draw(st.sampled_from(house_rules(game))), *told]
        case _:  # of another game
            return [*told, draw(st.sampled_from(phrases(draw(st.sampled_from(game_names())))))]


@st.composite
def other_values(draw: st.DrawFn, phrase: str) -> str:
    """The phrase with one of its cards, names or numbers changed for another."""
    found = list(re.finditer(rf"[RYGBK][CHTSB][1-4?]|J[12]|\b(?:{'|'.join(NAMES)})\b|\d+", phrase))
    if not found:
        return phrase
    place = draw(st.sampled_from(found))
    if place[0] in NAMES:
        new = draw(st.sampled_from((*NAMES[:5], "P13", "P64", "P65")))
    elif place[0].isdigit():
        new = str(draw(st.sampled_from((0, 1, 2, 3, 5, 9, 64, 125, 999999, 1234567))))
    else:
        new = str(draw(st.sampled_from(BOTH)))
    return phrase[: place.start()] + new + phrase[place.end() :]


@st.composite
def other_word(draw: st.DrawFn, phrase: str, among: tuple[str, ...]) -> str:
    typed = phrase.split() or [""]
    place = draw(st.integers(0, len(typed) - 1))
    return " ".join([*typed[:place], draw(st.sampled_from(among)), *typed[place + 1 :]])
