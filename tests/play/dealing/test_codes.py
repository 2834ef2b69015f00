"""Deal codes: what they hold, that no slip of the pen goes unseen, and that another program makes the same deals."""

import json
from dataclasses import replace
from hashlib import shake_256
from itertools import combinations, pairwise, product
from math import log2, prod

import pytest

from tests.commands import ROOT
from tests.play.dealing.tables import Refused, all_cards, deal
from tests.readers.other_dealer import CHARACTERS, settings_of, spelled
from tests.readers.other_dealer import deal as deal_elsewhere
from tests.tools import deal_records
from tests.walks import walk
from tt_print.errors import InputError
from tt_print.games import find_game, load_games
from tt_print.play.dealing import code as codes_of
from tt_print.play.dealing.code import EXAMPLE, fresh_code, parse_code

RECORDS = json.loads(deal_records.PLACE.read_text(encoding="utf-8"))
SECRET = bytes(range(12))
VARIANTS = deal_records.VARIANTS
CRAZINESS = parse_code(EXAMPLE).settings  # of three players, whose dealer is drawn
CONFUSED = {"O": "0", "I": "1", "L": "1", "Z": "2", "S": "5", "B": "8", "U": "V"}


def code_of(settings, secret=SECRET):
    return spelled(settings << 96 | int.from_bytes(secret, "big"))


def test_the_records_are_what_this_version_deals():
    assert deal_records.show() == deal_records.PLACE.read_text(encoding="utf-8")
    assert {(r["game"], r["deck"], r["jokers"]) for r in RECORDS} == {*VARIANTS} and len(VARIANTS) == 16


@walk("record", RECORDS)
def test_a_program_written_from_the_document_makes_the_same_deal(record):
    other = deal_elsewhere(record["code"])
    assert {key: record[key] for key in other} == other


def some_settings():
    """The number and the parts of each variant with the fewest and the most players, with each combination of its options, with
    drawn and named dealers."""
    for variant, (game, deck, jokers) in enumerate(VARIANTS):
        found = find_game(game)
        for rank, options in enumerate(product(*(values for _, values in found.table.code_options))):
            for players, dealer in product((found.players[0], found.players[1] or 9), ("none", "first", "last")):
                seat = {"none": 0, "first": 1, "last": players}[dealer]
                yield settings_of(variant, rank, players, seat), (game, deck, jokers, players, seat, options)


def test_the_number_of_a_code_holds_what_the_document_says():
    codes = 0
    for number, (game, deck, jokers, players, dealer, options) in some_settings():
        code = code_of(number)
        codes += 1
        if game == "casino" and deck == "squares" and options[2] != "separate":  # no ?s there (ruling C-25)
            with pytest.raises(InputError, match="question"):
                parse_code(code)
            continue
        found = parse_code(code).settings
        assert (found.game, found.deck, found.jokers, found.players, found.options) == (
            game,
            deck,
            jokers,
            players,
            options,
        )
        assert found.dealer == (dealer - 1 if dealer else None) and str(parse_code(code)) == code
        assert parse_code(code).secret == SECRET
    assert codes > 900


def test_no_number_but_its_own_is_read_as_settings():
    """Every variant, option and dealer that a code could spell for small tables: each is refused or prints the same again."""
    read = 0
    tables = ((0, 0), (1, 1), (2, 0), (2, 1), (3, 7), (6, 127), (7, 1), (12, 0), (13, 1))
    for variant, options, (players, dealer) in product(range(16), range(36), tables):
        code = code_of(settings_of(variant, options, players, dealer))
        try:
            assert str(parse_code(code)) == code
        except InputError:
            continue
        read += 1
    assert read > 500


def test_the_options_are_the_engines_own_with_all_their_values():
    for game in load_games():
        own = {option.name: option for option in game.options}
        for name, values in game.table.code_options:
            allowed = own[name].values or tuple(range(own[name].minimum, own[name].maximum + 1))
            assert set(values) == set(allowed), (game.name, name)
        assert prod(len(values) for _, values in game.table.code_options) <= 36, "as many as the number has room for"


@walk("game", load_games())
def test_options_that_no_code_holds_change_no_deal(game):
    """Every house rule that is not in the code leaves all cards, dealer and starter where they are."""
    held = {"deck", "jokers", "game", *(name for name, _ in game.table.code_options)}
    players, same = 6 if game.name == "six-suit" else 4, ("code", "dealer", "starter", "pointers")
    plain = deal(game.name, players)
    for trial in game.house_trials():
        if set(trial) & held:
            continue
        try:
            dealt = deal(game.name, players, house=trial)
        except Refused:  # teams of another number of players, hands that are no multiple
            assert set(trial) & {"teams", "hands"}, trial
            continue
        assert all_cards(dealt) == all_cards(plain) and all(dealt[key] == plain[key] for key in same), trial


@walk("game", load_games())
def test_options_in_the_code_each_change_the_deal_or_what_is_announced(game):
    for name, values in game.table.code_options:
        printed = set()
        for each in values:
            dealt = deal(game.name, 5, SECRET, house={name: each})
            printed.add((dealt["text"], dealt["starter"], *dealt["aside"]))
        jokerless = name == "starter_joker_rank"  # says nothing where there are no jokers
        assert len(printed) == len(values) or jokerless, name


def test_a_secret_has_96_bits_and_the_code_room_for_all_of_it():
    highest = settings_of(15, 35, 127, 127)
    assert (highest + 1) * 2**96 < 29**25 and log2(29**25) > 121
    for secret in (bytes(12), b"\xff" * 12):
        assert parse_code(code_of(settings_of(10, 0, 3), secret)).secret == secret
    codes = [code_of(settings_of(10, 0, 3), (1 << bit).to_bytes(12, "big")) for bit in range(96)]
    orders = [parse_code(code).draw()[1] for code in codes]
    assert len({*orders}) == 96, "each bit changes the cards"
    orders = {parse_code(code_of(number)).draw()[1] for number, _ in some_settings() if number >> 14 in range(828, 864)}
    assert len(orders) == 36 * 6, "so do the settings"


def test_a_printed_code_has_32_characters_none_of_them_confusable():
    assert len({*CHARACTERS}) == 29 and {*CHARACTERS} | {*CONFUSED} == {*"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
    for game in load_games():
        code = deal(game.name, 3)["code"]
        assert len(code) == 32 and len(code.replace("-", "")) == 27 and {*code} <= {*CHARACTERS, "-"}


def syndrome(values):
    values = list(values)
    return sum(values) % 29, sum(index * value for index, value in enumerate(values, 1)) % 29


def values_of(code):
    return [CHARACTERS.index(character) for character in code.replace("-", "")]


def test_any_two_wrong_characters_are_caught_in_every_code():
    """The checks are sums, so whether a slip is seen depends on the difference alone: all differences are tried.

    One wrong character: 27 places x 28 differences. Any two: 351 pairs of places x 28 x 28, so also any two that change places.
    """
    assert all((change, index * change % 29) != (0, 0) for index, change in product(range(1, 28), range(1, 29)))
    for a, b in combinations(range(1, 28), 2):
        assert all((one + other) % 29 or (a * one + b * other) % 29 for one, other in product(range(1, 29), repeat=2))


def check_refused(typed):
    with pytest.raises(InputError, match="was mistyped: its check characters do not fit"):
        parse_code(typed)


def is_code(typed):
    try:
        parse_code(typed)
    except InputError:
        return False
    return True


def exchange(code, i, j):
    """The groups of a code with two of them in each other's place, joined by hyphens."""
    groups = code.split("-")
    groups[i], groups[j] = groups[j], groups[i]
    return "-".join(groups)


def grouped(characters):
    return "-".join(characters[i : i + 5] for i in range(0, 27, 5))


PAIRS = list(combinations(range(6), 2))


def check_every_slip(code, step=1):
    """One wrong character, two neighbors or two groups exchanged: each is refused."""
    plain = code.replace("-", "")
    for index, wrong in [*product(range(27), CHARACTERS)][::step]:
        if plain[index] != wrong:
            check_refused(plain[:index] + wrong + plain[index + 1 :])
    for index, (a, b) in enumerate(pairwise(plain)):
        if a != b:
            check_refused(grouped(plain[:index] + b + a + plain[index + 2 :]))
    for i, j in PAIRS:
        for typed in (exchange(code, i, j), exchange(code, i, j).replace("-", "")):
            if typed != plain:
                check_refused(typed)


def test_every_slip_in_a_fresh_code_is_refused():
    for record in RECORDS[::8]:
        settings = parse_code(record["code"]).settings
        check_every_slip(str(fresh_code(settings, bytes.fromhex(record["secret"]))), 3)  # 28 and 3 have no common part


def test_a_fresh_code_is_the_next_in_which_every_exchange_shows():
    """As in the document: another secret is made as long as two groups could change places unnoticed."""
    again, number = 0, settings_of(10, 0, 3)

    def hides_an_exchange(code):
        swapped = [exchange(code, i, j).replace("-", "") for i, j in PAIRS]
        return any(syndrome(values_of(typed)) == (0, 0) for typed in swapped if typed != code.replace("-", ""))

    for each in range(100):
        secret = shake_256(b"%d" % each).digest(12)
        code = str(fresh_code(CRAZINESS, secret))
        while (own := code_of(number, secret)) != code:
            assert hides_an_exchange(own)
            secret = shake_256(b"tt_print deal again" + secret).digest(12)
            again += 1
        assert not hides_an_exchange(code)
    # each of 15 pairs passes with a chance of 1 in 29: 100 codes take 100 x (1 / (28/29)^15 - 1) = 69 more secrets
    assert 40 < again < 105


def test_old_codes_are_read_also_where_an_exchange_of_groups_shows_nothing():
    hidden = sum(any(is_code(exchange(r["code"], i, j)) for i, j in combinations(range(5), 2)) for r in RECORDS)
    assert 0 < hidden < len(RECORDS)


def test_a_code_may_be_typed_carelessly_but_prints_one_way():
    careless = [EXAMPLE.lower(), EXAMPLE.replace("-", ""), EXAMPLE.replace("-", " "), f"  {EXAMPLE}\n", EXAMPLE.replace("-", "–"),
                "".join({v: k for k, v in CONFUSED.items()}.get(c, c) for c in EXAMPLE)]  # fmt: skip
    for typed in careless:
        assert str(parse_code(typed)) == EXAMPLE


def spelled_settings(number):
    return spelled(number << 96 | 12345)


NOT_OF_THIS_VERSION = "is not a deal code of this version: it "


@pytest.mark.parametrize(("typed", "said"), [
    ("", "no deal code is given. A deal code has 27 characters, such as"),
    ("hello*there", "'hello*there' is not a deal code: it has '*'"),
    (EXAMPLE[:-1], "it has 26 characters. A deal code has 27"),
    (EXAMPLE + "0", "it has 28 characters."),
    ("1" * 60, "it has 60 characters."),
    # right checks, impossible settings
    (spelled_settings(settings_of(0, 0, 3, layout=3)), f"{NOT_OF_THIS_VERSION}has layout 3, and this version reads only layouts 1 and 2: use the version that made it."),
    (spelled_settings(settings_of(0, 0, 3, layout=2)), f"{NOT_OF_THIS_VERSION}is for a game that another package brings, and that package is not here."),
    (spelled_settings(settings_of(10, 3, 3)), f"{NOT_OF_THIS_VERSION}names house rules that do not exist."),
    (spelled_settings(settings_of(10, 0, 3, 4)), f"{NOT_OF_THIS_VERSION}names seat 4 as dealer of 3 players."),
    (spelled_settings(settings_of(10, 0, 13)), f"{NOT_OF_THIS_VERSION}names a table that cannot be: Craziness is for 2 to 12 players, not 13."),
    (spelled_settings(settings_of(10, 0, 1)), f"{NOT_OF_THIS_VERSION}names a table that cannot be: Craziness is for 2 to 12 players, not 1."),
    (spelled_settings(settings_of(9, 2, 3)), f"{NOT_OF_THIS_VERSION}names a table that cannot be: question = wild is not possible with deck = squares"),
])  # fmt: skip
def test_what_is_no_code_is_told_so(typed, said):
    with pytest.raises(InputError) as refused:
        parse_code(typed)
    assert said in str(refused.value)


def test_an_author_hears_of_more_options_than_a_code_has_room_for(monkeypatch):
    monkeypatch.setattr(codes_of, "first_variant", lambda name: None)  # as of a game that another package brings
    monkeypatch.setattr(type(find_game("casino").table), "code_options", (("deals", tuple(range(200))),))
    with pytest.raises(InputError, match="casino has 600 combinations .* for a deal code, which holds 576"):
        codes_of.settings_number(replace(CRAZINESS, game="casino", options=(0,)))


def test_the_document_tells_the_layout_that_the_program_has():
    text = (ROOT / "docs" / "deal-codes.md").read_text(encoding="utf-8")
    table = text.split("```text\nvalue ")[1].split("```")[0].splitlines()
    assert table[1].split()[1:] == [*CHARACTERS] and text.count("tt_print deal`") and "29 bytes" in text
    for letter, meant in CONFUSED.items():
        assert f"`{letter}`" in text and meant in CHARACTERS
    for game in load_games():
        assert all(f"`{name}`" in text for name, _ in game.table.code_options)
