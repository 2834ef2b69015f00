"""Puzzles on paper: each has one solution, found here again without the engine, and the sheet says which."""

import json
from itertools import combinations

import pypdfium2
import pytest

from tests.commands import tt
from tests.readers.reading_order import hear
from tests.walks import slow_but
from tt_print import parse_card

NATURAL = {
    "color": "red yellow green blue".split(),
    "shape": "circle heart triangle square".split(),
    "number": list("1234"),
}
WILD = {"color": "black", "shape": "blob", "number": "?"}
GAMES = ("craziness", "casino", "armageddon", "push-it")


def puzzles(capsys, folder, game, *words):
    ran = tt(capsys, "puzzles", "--game", game, "--paper", "a4", "--json", "--out", folder, *words)
    assert ran.status == 0, ran.err
    return json.loads(ran.out)


def cards(puzzle, role):
    return [parse_card(code) for code in puzzle["groups"][role]]


def traits(card):
    return card.color, card.shape, card.number


def orders(showing, hand, played=()):
    """Every order in which a hand of Craziness can be played so that each card matches at least twice."""
    if not hand:
        yield played
    for card in hand:
        values = [
            NATURAL[name] if value == WILD[name] else [value] for name, value in zip(NATURAL, traits(card), strict=True)
        ]
        for color in values[0]:
            for shape in values[1]:
                for number in values[2]:
                    shown = (color, shape, number)
                    if sum(map(str.__eq__, shown, showing)) >= 2:
                        yield from orders(shown, [each for each in hand if each != card], (*played, card))


def sets_of(card, table):
    """The sets of cards that a card of Casino takes: they add up, and share one color, or one shape, with it."""
    for size in range(1, len(table) + 1):
        for some in combinations(table, size):
            if sum(int(each.number) for each in some) == int(card.number):
                for at, wild in ((0, "black"), (1, "blob")):
                    if len({traits(each)[at] for each in (card, *some)} - {wild}) <= 1:
                        yield frozenset(some)


def most_taken(card, table):
    """Everything that separate sets can take together."""
    found = {frozenset()}
    for one in set(sets_of(card, table)):
        found |= {one | others for others in found if not one & others}
    return found


def is_slap(pile):
    """Whether the top cards of a pot of Armageddon share three traits, two, or one: of two cards, three, or four."""
    resolved = []
    for card in pile:
        below = resolved[-1] if resolved else (None,) * 3
        resolved.append(
            tuple(b if value in WILD.values() else value for value, b in zip(traits(card), below, strict=True))
        )
    return any(
        sum(len({each[at] for each in resolved[-size:]}) == 1 for at in range(3)) >= least
        for size, least in ((2, 3), (3, 2), (4, 1))
        if len(resolved) >= size
    )


def test_a_hand_of_craziness_can_be_played_in_one_order(capsys, tmp_path):
    for puzzle in puzzles(capsys, tmp_path, "craziness", "--count", "6")["puzzles"]:
        (center,) = cards(puzzle, "center")
        (only,) = set(orders(traits(center), cards(puzzle, "hand")))
        assert [each.partition(" as ")[0] for each in puzzle["answer"]] == [card.name for card in only]


def test_one_take_of_casino_wins_the_most_cards(capsys, tmp_path):
    for puzzle in puzzles(capsys, tmp_path, "casino")["puzzles"]:
        table = cards(puzzle, "table")
        takes = [(card, taken) for card in cards(puzzle, "hand") for taken in most_taken(card, table)]
        most = max(len(taken) for _, taken in takes)
        ((card, taken),) = [take for take in takes if len(take[1]) == most]
        first, *rest = puzzle["answer"]
        assert first == card.name and {code for one in rest for code in one.split(" and ")} == set(map(str, taken))


def test_one_card_makes_a_slap_in_armageddon(capsys, tmp_path):
    for puzzle in puzzles(capsys, tmp_path, "armageddon")["puzzles"]:
        pile = cards(puzzle, "pile")
        assert not any(is_slap(pile[:end]) for end in range(2, len(pile) + 1))
        assert [card.name for card in cards(puzzle, "cards") if is_slap([*pile, card])] == puzzle["answer"]


def test_one_claim_of_push_it_must_be_a_lie(capsys, tmp_path):
    for puzzle in puzzles(capsys, tmp_path, "push-it")["puzzles"]:
        hand, lies = cards(puzzle, "hand"), []
        for line in puzzle["lines"]:
            who, count, *values = line.replace(":", "").split()
            held = sum(all(value.removesuffix("s") in traits(card) for value in values) for card in hand)
            if int(count) > 4 - held:
                lies.append((who, str(4 - held)))
        assert lies == [tuple(puzzle["answer"][:2])]


@pytest.mark.parametrize("game", slow_but(["push-it"], GAMES))
def test_the_same_seed_gives_the_same_sheet_from_easy_to_hard(game, capsys, tmp_path):
    first, again, other = (
        puzzles(capsys, tmp_path / name, game, "--count", "4", "--seed", seed)
        for name, seed in (("a", 3), ("b", 3), ("c", 4))
    )
    assert first["puzzles"] == again["puzzles"] != other["puzzles"] and len(first["puzzles"]) == 4
    files = [
        [(tmp_path / name / file).read_bytes() for file in each["files"]] for name, each in (("a", first), ("b", again))
    ]
    assert files[0] == files[1]
    grades = [puzzle["difficulty"] for puzzle in first["puzzles"]]
    assert grades == sorted(grades) and grades[0] < grades[-1]


def test_the_answers_are_on_the_back_and_upside_down_on_paper(capsys, tmp_path):
    """On the sheet the top of the page is at its foot; on the screen it is upright. The cover promises what holds for both."""
    made, heights, covers = puzzles(capsys, tmp_path, "push-it"), {}, set()
    for name in made["files"]:
        with pypdfium2.PdfDocument(tmp_path / name) as pdf:
            for page in pdf:
                text = page.get_textpage()
                search = text.search("Answers", match_case=True)
                while found := search.get_next():
                    heights[name.endswith("read.pdf")] = text.get_charbox(found[0])[1] / page.get_height()
                if "answer, on the back" in " ".join(text.get_text_range().split()):
                    covers.add(name)
    assert heights[True] > 0.8 and heights[False] < 0.2 and covers == set(made["files"])


@pytest.mark.parametrize("game", slow_but(["push-it"], GAMES))
def test_a_sheet_has_claims_as_a_table_and_answers_as_cards(game, capsys, tmp_path):
    made = puzzles(capsys, tmp_path, game)
    heard = hear((tmp_path / next(name for name in made["files"] if name.endswith("read.pdf"))).read_bytes())
    if game == "push-it":
        claims = [[cell.words.strip() for cell in row.kids] for row in heard.all("TR")]
        assert [f"{who}: {said}" for row in claims for who, said in zip(row[::2], row[1::2], strict=True)] == [
            line for puzzle in made["puzzles"] for line in puzzle["lines"]
        ]
    else:
        answers = heard.words.rpartition("Answers")[2]
        assert all(puzzle["answer"][0].partition(" as ")[0] in answers for puzzle in made["puzzles"])


@pytest.mark.parametrize(("typed", "said"), [
    ("", "puzzles needs a game"),
    ("--game ww3", "Choose --game armageddon, casino, craziness, or push-it."),
    ("--game casino --count 99", "from 1 to 24"),
])  # fmt: skip
def test_a_mistake_is_reported_with_what_to_type(typed, said, capsys):
    ran = tt(capsys, "puzzles", *typed.split())
    assert ran.status == 2 and said in ran.err
