"""Score sheets, read back from the PDF by other programs: sizes, names, rows, and numbers that the engine gives."""

import re
from itertools import chain, pairwise, product, takewhile

import pytest

from tests.commands import tt
from tests.makers.house_trials import conditions
from tests.makers.prints import house_words, kept_files, print_files
from tests.readers.page_words import cell_of, read_cells, read_words
from tests.readers.pdf_marks import read_pages
from tests.walks import slow_but, walk
from tt_print.games import find_game, game_names
from tt_print.templates import read_toml

POINT = 25.4 / 72
SHORT = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou")
LONG = tuple(f"{name}belle-Maximiliana von und zu Oberunterhausen" for name in SHORT)
TABLES = [(name, players) for name in game_names() for players in range(find_game(name).players[0],
          (find_game(name).players[1] or 12) + 1)]  # fmt: skip
FEW = [(name, players) for name, players in TABLES if players in (5, find_game(name).players[1] or 12)]
BLANK = [(name, None) for name in game_names()]


def ask(name, players=None, paper="a4", names=(), hands=None, ink="color", **house):
    """What a command line asks for."""
    numbers = f"{f'--players {players}' if players else ''} {f'--hands {hands}' if hands else ''}"
    words = ["--names", ",".join(names)] if names else []
    return f"scoresheet {name} {numbers} --paper {paper} --ink {ink} --json", *words, *house_words(house)


def sheet(*choices, **named) -> bytes:
    return kept_files(*ask(*choices, **named)).pdf


def hands_of(*choices, **named) -> int:
    """How many the sheet has room for."""
    return kept_files(*ask(*choices, **named)).told["sheets"][0]["hands"]


def text_of(data: bytes) -> list[str]:
    """Each page's words in the order in which they are painted, which is the order of reading."""
    return [re.sub(r"\s+", " ", " ".join(said.text for said in page.texts)) for page in read_pages(data)]


def notes(*choices, **named) -> str:
    return " ".join(text_of(sheet(*choices, **named)))


@walk(("name", "players"), [*FEW[::3], *BLANK[::3], ("craziness", 12)])
def test_nothing_leaves_its_cell_or_the_printable_page(name, players):
    """Long names are the hardest."""
    paper = ("a4", "letter")[(players or 1) % 2]
    check_page_by_page(sheet(name, players, paper, LONG[:players] if players else ()))


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_nothing_leaves_its_cell_or_the_printable_page_at_any_table(name):
    """On each paper; with long names in color, and short ones in black, by turns."""
    for index, (players, paper) in enumerate(product((None, *range(2, 13)), ("a4", "letter", "a3", "tabloid"))):
        if (name, players) in TABLES + BLANK:
            names, ink = ((LONG, "color"), (SHORT, "low"))[(index + index // 4) % 2]
            check_page_by_page(sheet(name, players, paper, names[:players] if players else (), ink=ink))


def check_page_by_page(data):
    for page, words, cells in zip(read_pages(data), read_words(data), read_cells(data), strict=True):
        assert words and cells
        for word in words:
            assert (
                word.left >= 5 and word.top >= 5 and word.right <= page.width - 5 and word.bottom <= page.height - 5
            ), word
            cell = cell_of(word, cells)
            if cell:
                assert cell.left <= word.left + 0.3 and word.right - 0.3 <= cell.right, (word, cell)
        for mark in page.marks:
            left, top, right, bottom = mark.box
            assert left >= 5 and top >= 5 and right <= page.width - 5 and bottom <= page.height - 5
        # words of one line that overlap would be unreadable
        lines = sorted(words, key=lambda word: word.middle[1])
        for index, one in enumerate(lines):
            for other in takewhile(lambda word, one=one: word.middle[1] - one.middle[1] < 1, lines[index + 1 :]):
                assert one.right <= other.left + 0.35 or other.right <= one.left + 0.35, (one, other)


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_no_house_rule_breaks_a_sheet(name):
    game, printed = find_game(name), 0
    for trial in game.house_trials():
        for players in (None, game.players[1] or 12):
            made = print_files(*ask(name, players, "letter", **trial))
            if made.ran.status == 0:  # so many can play with this deck, and these hands
                check_page_by_page(made.pdf)
                printed += 1
    assert printed > len(game.house_trials())


@walk(("name", "players"), FEW[::2] + BLANK[::2])
def test_rows_are_high_enough_to_write_in(name, players):
    for cells in read_cells(sheet(name, players)):
        boxes = [cell for cell in cells if cell.width > 8 and cell.top > 25]  # below the colored band
        assert all(cell.height >= 9.0 - 1e-6 for cell in boxes)


@walk(("name", "players"), [*BLANK, ("ww3", 12), ("casino", 6)])
def test_labels_are_at_least_14_points_and_sentences_12(name, players):
    data = sheet(name, players)
    in_tables = [said for page, cells in zip(read_pages(data), read_cells(data), strict=True)
                 for said in page.texts if any(cell.holds(said.x + 0.5, said.y - 1) for cell in cells)]  # fmt: skip
    assert (
        min(said.size for page in read_pages(data) for said in page.texts if "Brian Ciesicki" not in said.text)
        >= 12 * POINT
    )
    labels = [said for said in in_tables if re.search("[A-Za-z]{2}", said.text)]
    assert len(labels) >= 4 and min(said.size for said in labels) >= 14 * POINT


@pytest.mark.parametrize(("name", "players"), slow_but([*FEW[1::4], ("casino", 5)], TABLES))
def test_every_player_has_a_place_in_every_table_and_the_checklist_has_the_numbers_of_the_engine(name, players):
    asked = (name, players, "a4", SHORT[:players], players if name == "casino" else 4)
    data = sheet(*asked)
    tables = [words for words in read_words(data) if {word.text for word in words} & set(SHORT)]
    assert tables and hands_of(*asked) == (players if name == "casino" else 4)
    sheets = -(-players // 6) if name == "craziness" else 1  # more than six go on to another sheet
    for start in range(0, len(tables), sheets):
        said = [word.text for words in tables[start : start + sheets] for word in words]
        assert all(said.count(who) >= 1 for who in SHORT[:players])
    game = find_game(name)
    sizes = game.deal_sizes(players, game.house())
    said = {
        "ww3": "{hands} cards each. Left over: {center} card", "armageddon": "{hands} cards each. Left over: {center} card",
        "six-suit": "{up} cards face up in all. {n} The rest is the draw pile: {draw} cards.",
        "casino": "from the bottom: {aside} card. {n} Put {table} cards face up",
        "craziness": "Deal {hands} cards to each and turn up one; {draw} are left",
        "push-it": "{hands} cards each. Left over: {center} card",
    }[name]  # fmt: skip
    if not sizes.get("center", 1):
        said = "{hands} cards each; nothing is left over."
    wanted = re.escape(said.format(**{k: v or "no" for k, v in sizes.items()}, n="#")).replace("\\#", r"\d")
    assert re.search(wanted, " ".join(text_of(data))), wanted


def test_deals_that_people_worked_out_by_hand():
    """engine-free: 64 = 5 x 12 + 4; 125 - 7 x 12 = 41; 120 = 5 x 5 x 4 + 5 x 4; 125 - 8 x 4 - 1 = 92; 64 = 3 x 21 + 1."""
    assert "12 cards each. Left over: 4 cards" in notes("ww3", 5)
    assert "The rest is the draw pile: 41 cards" in notes("six-suit", 12)
    assert "4 deals of 5 cards each, then one of 4" in notes("casino", 5)
    assert "12 deals of 5 cards each" in notes("casino", 2)
    assert "92 are left to draw from" in notes("craziness", 4)
    assert "21 cards each. Left over: 1 card," in notes("push-it", 3)
    assert "9 cards each; nothing is left over." in notes("push-it", 3, deck="west")
    assert "Deck two full decks" in notes("push-it", 8, deck="full2")
    assert "Two full decks, 250 cards" in notes("push-it", 8, deck="full2")
    assert "Play 1 to 10 cards" in notes("push-it", 8, deck="full2", max_lay="doubled")


def test_a_blank_sheet_has_the_numbers_for_every_table():
    printed = notes("ww3")
    assert "Players Cards each Left over 2 32 0 3 21 1 4 16 0 5 12 4" in printed and "12 5 4" in printed
    assert "2 111 3 104" in notes("six-suit") and "12 28" in notes("craziness")
    assert "5 players: 4 deals of 5 cards each, then one of 4" in notes("casino")
    assert "3 Squares deck 21 1" in notes("push-it") and "12 Full deck 10 5" in notes("push-it")


def column(data: bytes, label: str) -> list[str]:
    """What stands below a head of the first table, top to bottom."""
    for words, cells in zip(read_words(data), read_cells(data), strict=True):
        for head in words:
            if head.text == label and cell_of(head, cells):
                across = cell_of(head, cells)
                return [w.text for w in sorted(words, key=lambda w: w.top) if cell_of(w, cells) and w.top > across.bottom - 1
                        and abs(cell_of(w, cells).left - across.left) < 0.1 and w.top < across.bottom + 9 * 12.5]  # fmt: skip
    raise AssertionError(label)


@walk(("house", "check"), [
    ({}, "124 25 25 25 5 1 5 150"), ({"jokers": 2}, "124 25 25 25 5 1 5 150"),
    ({"deck": "squares"}, "64 16 16 16 4 1 4 70"), ({"aside_card": "last_taker"}, "125 25 25 25 5 1 5 150"),
])  # fmt: skip
def test_casino_counts_and_points_that_must_come_together(house, check):
    """25 + 10 + 10 + 25 x 1 + 5 x 3 + 15 + 50 = 150; Squares: 12 + 4 + 4 + 16 + 4 x 2 + 8 + 18 = 70."""
    assert " ".join(column(sheet("casino", 3, **house), "Check")) == check


def test_casino_with_five_players_and_a_short_deal_set_aside_counts_what_is_played():
    # 125 - 1 - 4 = 120 = 4 deals of 25 and 20 over: 21 aside, 104 in play
    assert column(sheet("casino", 5, short_last_deal="set_aside"), "Check")[0] == "104"


def test_casino_names_its_special_card():
    assert "Blue square 4" in notes("casino", 3) and "Blue square ?" in notes("casino", 3, question="five")


def test_craziness_is_out_where_the_house_says():
    assert "Total 15 or more: you leave the game." in notes("craziness")
    printed = notes("craziness", 4, elimination_score=20)
    assert (
        "Total 20 or more: you leave the game." in printed and "You leave at 20 points." in printed and "15 points" not in printed
    )  # fmt: skip


@walk(("players", "paper"), [(None, "a4"), (2, "a4"), (6, "letter"), (7, "a4"), (12, "letter")])
def test_a_whole_game_of_craziness_has_its_hands_on_one_table(players, paper):
    """A game to 15 points takes 8 to 15 hands; seven players and more sit on two sheets, everybody in each hand once."""
    data, count = sheet("craziness", players, paper), hands_of("craziness", players, paper)
    assert count >= 14 and len(read_pages(data)) <= (2 if (players or 6) <= 6 else 3)
    for words, cells in zip(read_words(data), read_cells(data), strict=True):
        hands = [int(word.text) for word in words if word.left < 25 and word.text.isdigit() and cell_of(word, cells)]
        assert hands in ([], list(range(1, count + 1))) and all(
            cell.width >= 8.9 - 1e-6 for cell in cells if cell.height < 12
        )


def test_hands_of_craziness_go_on_over_pages():
    data = sheet("craziness", 4, hands=40)
    hands = [[int(w.text) for w in words if w.left < 25 and w.text.isdigit() and cell_of(w, cells)]
             for words, cells in zip(read_words(data), read_cells(data), strict=True)]  # fmt: skip
    assert list(chain.from_iterable(hands)) == list(range(1, 41))


def test_a_known_table_has_room_for_an_evening():
    """A mark for each game of war and each round of Push It is on one page; of Six Suit there are three games."""
    for name, evening in (("ww3", 1), ("armageddon", 1), ("six-suit", 3), ("push-it", 1)):
        for players in range(3, 7):
            assert hands_of(name, players) >= evening
            assert len(read_pages(sheet(name, players))) == (1 if evening == 1 else 2)
        assert len(read_pages(sheet(name, 12))) <= 3


def test_treaties_have_lines_only_where_three_sides_can_make_them():
    assert "What they promise" not in notes("six-suit", 4)
    assert "What they promise" in notes("six-suit", 3, treaties="recorded")
    assert "What they promise" not in notes("six-suit", 2, treaties="recorded")
    assert "What they promise" not in notes("six-suit", 4, treaties="recorded", teams="Ann+Cy/Bo+Di")


def test_free_time_has_a_box_for_each_turn():
    for rounds in (1, 2, 3):
        boxes = [mark for page in read_pages(sheet("six-suit", 2, hands=1, free_rounds=rounds)) for mark in page.marks
                 if len(mark.points) == 17 * rounds and mark.box[3] - mark.box[1] < 5.3]  # fmt: skip
        assert len(boxes) == 2, "one path for each player"
        assert all(abs(b.box[2] - b.box[0] - (rounds * 5.2 + (rounds - 1) * 2)) < 0.1 for b in boxes)
    assert "Free-time" not in notes("six-suit", 2, free_rounds=0)


def test_the_strip_for_pointers_shows_the_values_in_play():
    for house, values in (({"deck": "west"}, 3), ({}, 4)):
        cells = read_cells(sheet("push-it", 3, **house))[0]
        assert sum(abs(cell.height - 9.0) < 0.01 for cell in cells) == 3 * values


def test_war_games_have_the_judging_beside_the_table():
    printed = notes("ww3", 4)
    assert "Judging" in printed and "the top 3 cards share one of them." in printed and "a joker" not in printed
    assert "a joker, if a card under it is not a joker." in notes("ww3", 4, jokers=1)
    assert "all three on the top 2 cards, the same two on 3 cards, or the same one on 4." in notes("armageddon", 4)


@pytest.mark.parametrize("name", slow_but(("craziness",), game_names()))
def test_house_rules_in_force_are_stated_and_change_the_name_with_the_bytes(name):
    """What changes nothing at this table is not printed."""
    game, seen, idle, stated = find_game(name), {}, 0, []
    table = 5 if name != "six-suit" else None
    for trial in game.house_trials():
        made = print_files(*ask(name, table, **trial))
        if made.ran.status == 0:  # five can play with this deck
            assert seen.setdefault(made.name, made.pdf) == made.pdf
            text = " ".join(text_of(made.pdf))
            if "House rules As printed." in text:
                assert text == notes(name, table), trial
                idle += 1
            else:
                stated.append(text)
    assert len({*stated}) == len(stated) > max(5, idle)


@walk("name", game_names())
def test_every_condition_names_something_that_is_known(name):
    """Of score sheets and reference cards; a misspelled one would hide its line without a word."""
    game, files = find_game(name), ["scoresheet.toml", "quickref.toml"]
    house, options = game.house(), {option.name: option for option in game.options}
    known = {*house, *game.table.facts(house, 3), *game.deal_sizes(3, house), "players", "cards", "jokers"}
    for condition in chain.from_iterable(conditions(read_toml(f"games/{name}/{file}")) for file in files):
        option, value = condition.replace("!=", "=").split("=")
        assert option in known, condition
        if option in options:
            options[option].parse(value)  # raises for a value that it cannot have


def test_a_name_that_the_fonts_lack_leaves_its_place_free(capsys, tmp_path):
    ran = tt(capsys, "scoresheet", "casino", "--names", "Łukasz,李,Doğan", "--paper", "a4", "--out", tmp_path)
    free = "warning: our fonts can’t draw the name 李. There is space to write it by hand.\n"
    assert ran.status == 0 and ran.err == free
    (path,) = (tmp_path / "scores").iterdir()
    printed = text_of(path.read_bytes())[0]
    assert "Łukasz" in printed and "Doğan" in printed and "李" not in printed
    made = [sheet("casino", 3, names=("Ann", who, "Bo")) for who in ("Xi", "李")]
    one, other = ([len(page.marks) for page in read_pages(data)] for data in made)
    assert one == other, "no box or anything else is drawn instead"


def test_a_name_may_be_written_with_accents_in_either_form():
    assert kept_files(*ask("casino", names=("Zoe\u0308", "Ann  Lee"))).told["sheets"][0]["names"] == [
        "Zo\u00eb",
        "Ann Lee",
    ]


def test_teams_are_filled_in_by_name_and_by_seat():
    """`teams=` is for so many players: the sheet is for them, each row has its team, nothing is left to write."""
    house = {"teams": "Ann+Di/Bo+Eve/Cy+Flo"}
    for names, said in (((), "Teams: 1 and 4 against 2 and 5 against 3 and 6."), (SHORT[:6], "Teams: Ann and Di")):
        data = sheet("six-suit", names=names, **house)
        assert said in " ".join(text_of(data))
        cells = read_cells(data)[0]
        teams = [word.text for word in read_words(data)[0]
                 if (cell := cell_of(word, cells)) and 9 <= cell.height < 13 and cell.left < 230 and word.text.isdigit() and word.middle[0] > 60]  # fmt: skip
        assert teams == ["1", "2", "3"] * 2, teams
    assert "is for 6 players, not 4" in print_files(*ask("six-suit", 4, **house)).ran.err


def test_all_names_of_a_sheet_are_as_large_and_none_is_below_12_points():
    for name in game_names():
        data = sheet(name, 5, names=("Ann", "Maximiliana", "Wolfeschlegelstein", "Di", "Eve"))
        sizes = {
            round(said.size, 2)
            for page in read_pages(data)
            for said in page.texts
            if said.text.strip() in ("Ann", "Maximiliana", "Di")
        }
        assert len(sizes) == 1 and min(sizes) >= 12 * POINT, name


@walk("players", [None, 2, 4, 6, 12])
def test_heads_of_a_players_columns_stand_in_line(players):
    for page in read_pages(sheet("craziness", players)):
        heads = [said for said in page.texts if said.text.strip() in ("Points", "Total")]
        assert len({round(said.y, 2) for said in heads}) == bool(heads)


def test_a_speed_game_has_no_columns_that_nobody_fills():
    for name in ("ww3", "armageddon"):
        printed = notes(name, 4)
        assert not re.search("Pots by slap|Wrong slaps|Order out", printed) and "Games won" in printed


def test_numbered_notes_are_further_apart_than_the_lines_of_one():
    (page,) = read_pages(kept_files("scoresheet six-suit --paper a4").pdf)
    columns = {text.x for text in page.texts if text.text.startswith(("Full deck, no jokers. ", "Free time: "))}
    steps: dict[bool, set[float]] = {True: set(), False: set()}  # to a line with a number, and to others
    for x in columns:
        numbered = {round(text.y, 1) for text in page.texts if text.text.strip().isdigit() and 0 < x - text.x < 8}
        for above, below in pairwise(sorted({round(text.y, 1) for text in page.texts if text.x == x})):
            steps[below in numbered].add(below - above)
    assert len(columns) == 2 and max(steps[False]) + 1 < min(steps[True])


def test_the_rule_of_a_table_goes_as_far_beyond_its_first_head_as_beyond_its_last():
    data = kept_files("scoresheet ww3 --paper a4").pdf
    (page, *_), (words, *_) = read_pages(data), read_words(data)
    first = next(word for word in words if word.text == "Players")
    lines = (line for mark in page.marks if mark.strokes for line in mark.subpaths if len(line) == 2)
    rules = ((start[0], end[0]) for start, end in lines if start[1] == end[1] and 0 < start[1] - first.baseline < 3)
    left, right = next(rule for rule in rules if rule[0] < first.middle[0] < rule[1])
    heads = [word for word in words if abs(word.baseline - first.baseline) < 0.1 and left < word.middle[0] < right]
    assert " ".join(word.text for word in heads) == "Players Cards each Left over"
    assert heads[0].left - left == pytest.approx(right - heads[-1].right, abs=0.1) and heads[0].left - left > 1
