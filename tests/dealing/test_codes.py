"""Deal codes: what they hold, that no slip of the pen goes unseen, and that another program makes the same deals."""

import json
import re
from hashlib import shake_256
from itertools import combinations, pairwise, product
from math import factorial, log2

import pytest

from tests.commands import ROOT
from tests.readers.other_dealer import deal as deal_elsewhere
from tests.tools import deal_records
from tt_print.dealing.code import EXAMPLE, DealCode, FullCode, fresh_code, full_code, parse_code
from tt_print.dealing.digits import ALPHABET, BASE, CONFUSED, DATA, LENGTH, show_groups, with_checks
from tt_print.dealing.plan import deal_json, make_deal
from tt_print.dealing.settings import (
    MAX_OPTIONS,
    MAX_PLAYERS,
    Settings,
    house_of,
    read_settings,
    settings_number,
    settings_of,
)
from tt_print.errors import InputError, join_words
from tt_print.games import find_game, load_games

RECORDS = json.loads(deal_records.PLACE.read_text(encoding="utf-8"))
SECRET = bytes(range(12))
VARIANTS = deal_records.VARIANTS


def test_the_records_are_what_this_version_deals():
    assert deal_records.show() == deal_records.PLACE.read_text(encoding="utf-8")


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["code"])
def test_a_program_written_from_the_document_makes_the_same_deal(record):
    other = deal_elsewhere(record["code"])
    assert {key: record[key] for key in other} == other


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["code"])
def test_both_codes_give_the_recorded_deal(record):
    for code in (parse_code(record["code"]), parse_code(record["full_code"])):
        printed = deal_json(make_deal(code), reveal=True)
        assert all(printed[pile] == record[pile] for pile in ("hands", "up", "center", "aside", "table", "draw"))
        assert list(code.draw().order) == record["order"] and code.draw().seat + 1 == record["dealer"]


def test_the_records_hold_every_game_deck_and_number_of_jokers():
    assert {(r["game"], r["deck"], r["jokers"]) for r in RECORDS} == set(VARIANTS) and len(VARIANTS) == 16


# ---------------------------------------------------------------- what a code holds


def some_settings():
    """Each variant with several numbers of players, with each combination of its options, with drawn and named dealers."""
    for game, deck, jokers in VARIANTS:
        found = find_game(game)
        for options in product(*(values for _, values in find_game(game).table.code_options)):
            for players in (found.players[0], (found.players[1] or 9)):
                for dealer in (None, 0, players - 1):
                    yield Settings(game, deck, jokers, players, dealer, options)


def test_settings_and_their_number_undo_each_other():
    numbers = set()
    for count, settings in enumerate(some_settings(), 1):
        number = settings_number(settings)
        numbers.add(number)
        try:
            assert read_settings(number) == settings
        except InputError as error:  # Squares has no ?s (ruling C-25)
            assert settings.game == "casino" and settings.deck == "squares" and "question" in str(error)
    assert len(numbers) == count > 900


def test_no_number_but_its_own_is_read_as_settings():
    """Every variant, option and dealer that a code could spell for small tables: each is refused or prints the same again."""
    read = 0
    for variant, options, players, dealer in product(range(16), range(36), (0, 1, 2, 3, 6, 7, 12, 13), (0, 1, 7, 127)):
        number = ((16 + variant) * 36 + options) * 16384 + players * 128 + dealer
        try:
            settings = read_settings(number)
        except InputError:
            continue
        read += 1
        assert settings_number(settings) == number
    assert read > 500


def test_the_options_are_the_engines_own_with_all_their_values():
    for game in load_games():
        own = {option.name: option for option in game.options}
        for name, values in game.table.code_options:
            allowed = own[name].values or tuple(range(own[name].minimum, own[name].maximum + 1))
            assert set(values) == set(allowed), (game.name, name)
        count = 1
        for _, values in game.table.code_options:
            count *= len(values)
        assert count <= MAX_OPTIONS


def test_options_that_no_code_holds_change_no_deal():
    """Every house rule of every game that is not in the code leaves all cards, dealer and starter where they are."""
    for game in load_games():
        held = {"deck", "jokers", "game", "force_deck", *(name for name, _ in game.table.code_options)}
        players = 6 if game.name == "six-suit" else 4
        plain = make_deal(DealCode(settings_of(game, players, game.house()), SECRET))
        for trial in game.house_trials():
            if set(trial) & held:
                continue
            try:
                dealt = make_deal(DealCode(settings_of(game, players, game.house(**trial)), SECRET), (), trial)
            except InputError:  # teams of another number of players, hands that are no multiple
                assert set(trial) & {"teams", "hands"}, trial
                continue
            assert str(dealt.code) == str(plain.code) and dealt[3:] == plain[3:], trial


def test_options_in_the_code_each_change_the_deal_or_what_is_announced():
    from tt_print.dealing.announce import announce

    for game in load_games():
        for name, values in game.table.code_options:
            printed = set()
            for value in values:
                dealt = make_deal(DealCode(settings_of(game, 5, game.house(**{name: value})), SECRET))
                printed.add((announce(dealt), dealt.starter, dealt.aside))
            jokerless = name == "starter_joker_rank"  # says nothing where there are no jokers
            assert len(printed) == len(values) or jokerless, (game.name, name)


def test_a_secret_has_96_bits_and_the_code_room_for_all_of_it():
    maximum = settings_number(
        Settings("push-it", "full2", 0, MAX_PLAYERS, MAX_PLAYERS - 1, ("seat", "lies", "doubled"))
    )
    assert (maximum + 1) * 2**96 < BASE**DATA and log2(BASE**DATA) > 121
    low, height = DealCode(RECORD_SETTINGS, bytes(12)), DealCode(RECORD_SETTINGS, b"\xff" * 12)
    assert parse_code(str(low)) == low and parse_code(str(height)) == height
    for wrong in (bytes(11), bytes(13), b""):
        with pytest.raises(InputError, match="12 bytes"):
            DealCode(RECORD_SETTINGS, wrong)


RECORD_SETTINGS = Settings("craziness", "full", 0, 3, None, ("left_of_dealer",))


def test_a_printed_code_has_at_most_32_characters_none_of_them_confusable():
    assert BASE == len(set(ALPHABET)) == 29 and not set(ALPHABET) & set(CONFUSED)
    assert set(ALPHABET) | set(CONFUSED) == set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    for settings in some_settings():
        code = str(DealCode(settings, SECRET))
        assert len(code) == 32 and len(code.replace("-", "")) == LENGTH == 27 and set(code) <= set(ALPHABET) | {"-"}


def test_every_bit_of_secret_and_settings_changes_the_cards():
    orders = set()
    for bit in range(96):
        orders.add(DealCode(RECORD_SETTINGS, (1 << bit).to_bytes(12, "big")).draw().order)
    for settings in some_settings():
        if settings.game == "casino" and settings.deck == "full" and not settings.jokers:
            orders.add(DealCode(settings, SECRET).draw().order)
    assert len(orders) == 96 + 36 * 6


# ---------------------------------------------------------------- slips of the pen


def syndrome(values):
    values = list(values)
    return sum(values) % 29, sum(index * value for index, value in enumerate(values, 1)) % 29


def test_every_wrong_character_and_every_exchange_of_neighbors_is_caught_in_every_code():
    """The checks are sums, so whether a slip is seen depends on the difference alone: all differences are tried.

    One wrong character: 27 places x 28 differences. Two neighbors exchanged: 26 places x 28 differences of the two.
    Any two wrong characters: 351 pairs of places x 28 x 28, so also any two that change places.
    """
    for index, change in product(range(27), range(1, 29)):
        assert syndrome([change if i == index else 0 for i in range(27)]) != (0, 0)
    for index, change in product(range(26), range(1, 29)):
        slip = [change if i == index else -change if i == index + 1 else 0 for i in range(27)]
        assert syndrome(slip) != (0, 0)
    pairs = 0
    for a in range(27):
        for b in range(a + 1, 27):
            pairs += 1
            for one, other in product(range(1, 29), repeat=2):
                assert ((one + other) % 29, ((a + 1) * one + (b + 1) * other) % 29) != (0, 0)
    assert pairs == 351


def refusal(typed):
    with pytest.raises(InputError, match="was mistyped") as refused:
        parse_code(typed)
    return str(refused.value)


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


PAIRS = list(combinations(range(6), 2))


def check_every_slip(code):
    """One wrong character, two neighbors or two groups exchanged: each is refused, and the right place is named."""
    plain = code.replace("-", "")
    for index, wrong in product(range(27), ALPHABET):
        if plain[index] != wrong:
            group, within = divmod(index, 5)
            named = f"number {within + 1} of group {group + 1}: {wrong} should be {plain[index]}."
            assert named in refusal(plain[:index] + wrong + plain[index + 1 :])
    for index, (a, b) in enumerate(pairwise(plain)):
        if a != b:
            said = refusal(show_groups(plain[:index] + b + a + plain[index + 2 :]))
            assert re.search(f"neighbors change places: .*{b} and {a} in group {index // 5 + 1}", said), said
    for i, j in PAIRS:
        for typed in (exchange(code, i, j), exchange(code, i, j).replace("-", "")):
            if typed != plain:
                said = refusal(typed)
                assert f"roups {i + 1} and {j + 1}" in said and "are swapped." in said, said


def test_every_slip_in_a_fresh_code_is_refused_and_named():
    for record in RECORDS[::8]:
        settings = parse_code(record["code"]).settings
        check_every_slip(str(fresh_code(settings, bytes.fromhex(record["secret"]))))


@pytest.mark.slow
def test_every_slip_in_a_hundred_fresh_codes_is_refused_and_named():
    settings = [parse_code(record["code"]).settings for record in RECORDS]
    for number in range(100):
        check_every_slip(str(fresh_code(settings[number % len(settings)], shake_256(b"%d" % number).digest(12))))


def test_where_the_short_group_stands_tells_what_changed_places():
    """Who types groups shows it; then nothing else is asked."""
    code = str(fresh_code(RECORD_SETTINGS, SECRET))
    for i in range(5):
        assert f"do not fit. Groups {i + 1} and 6 are swapped. Look again." in refusal(exchange(code, i, 5))


@pytest.mark.parametrize("record", RECORDS[::24], ids=lambda record: record["code"])
def test_only_exchanges_are_named_that_would_make_a_code(record):
    code = str(fresh_code(parse_code(record["code"]).settings, bytes.fromhex(record["secret"])))
    plain = code.replace("-", "")
    slips = [show_groups(plain[:i] + plain[i + 1] + plain[i] + plain[i + 2 :]) for i in range(26)]
    for typed in {*slips, *(exchange(code, i, j) for i, j in combinations(range(5), 2))} - {code}:
        letters = typed.replace("-", "")
        neighbors = [
            f"{a} and {b} in group {index // 5 + 1}"
            for index, (a, b) in enumerate(pairwise(letters))
            if a != b and is_code(letters[:index] + b + a + letters[index + 2 :])
        ]
        groups = [f"groups {i + 1} and {j + 1}" for i, j in combinations(range(5), 2) if is_code(exchange(typed, i, j))]
        said = refusal(typed)
        asked = f" Did two neighbors change places: {join_words(neighbors)}?" if neighbors else ""
        swapped = f"{join_words(groups)} are swapped." if groups else ""
        before = f" Perhaps {swapped}" if groups and neighbors else f" {swapped.capitalize()}" if groups else ""
        assert said.endswith(f"do not fit.{before}{asked} Look again.") and (neighbors or groups)


def test_a_fresh_code_is_the_next_in_which_every_exchange_shows():
    """As in the document: another secret is made as long as two groups could change places unnoticed."""
    again = 0
    for number in range(200):
        secret = shake_256(b"%d" % number).digest(12)
        code = str(fresh_code(RECORD_SETTINGS, secret))
        while (own := str(DealCode(RECORD_SETTINGS, secret))) != code:
            swapped = [exchange(own, i, j).replace("-", "") for i, j in PAIRS]
            assert any(
                syndrome(map(ALPHABET.index, typed)) == (0, 0) for typed in swapped if typed != own.replace("-", "")
            )
            secret = shake_256(b"tt_print deal again" + secret).digest(12)
            again += 1
        assert all(syndrome(map(ALPHABET.index, exchange(code, i, j).replace("-", ""))) != (0, 0) for i, j in PAIRS)
    # each of 15 pairs passes with a chance of 1 in 29: 200 codes take 200 x (1 / (28/29)^15 - 1) = 139 more secrets
    assert 90 < again < 190


def test_old_codes_are_read_also_where_an_exchange_of_groups_shows_nothing():
    for record in RECORDS:
        assert str(parse_code(record["code"])) == record["code"]
    hidden = sum(any(is_code(exchange(r["code"], i, j)) for i, j in combinations(range(5), 2)) for r in RECORDS)
    assert 0 < hidden < len(RECORDS)


@pytest.mark.parametrize(("lengths", "said"), [
    ((5, 5, 4, 5, 5, 2), "it has 26 characters. A deal code has 27 characters, such as 9NEKA-QAC1D-MDP8C-69P9T-0EVHX-10. Group 3 has 4, not 5."),
    ((5, 5, 5, 5, 5, 1), "-10. Group 6 has 1, not 2."),
    ((5, 6, 5, 5, 5, 2), "-10. Group 2 has 6, not 5."),
    ((5, 5, 5, 5, 2), "-10. One group of five is missing."),
    ((26,), "-10."),
    ((4, 4, 5, 5, 5, 2), "-10."),
    ((5, 5, 5, 5, 5), "it has 25 characters. A deal code has 27 characters, such as 9NEKA-QAC1D-MDP8C-69P9T-0EVHX-10."),
])  # fmt: skip
def test_a_code_of_another_length_is_told_its_group(lengths, said):
    with pytest.raises(InputError) as refused:
        parse_code(" ".join("7" * length for length in lengths))
    assert str(refused.value).endswith(said)


def test_the_checks_are_those_of_the_document():
    for record in RECORDS:
        values = [ALPHABET.index(c) for c in record["code"].replace("-", "")]
        assert syndrome(values) == (0, 0)
        a, b = syndrome(values[:25])
        assert values[26] == (26 * a - b) % 29 and values[25] == (-a - values[26]) % 29
        assert show_groups(with_checks(values[:25])) == record["code"]


def test_a_code_may_be_typed_carelessly_but_prints_one_way():
    code = parse_code(EXAMPLE)
    assert str(code) == EXAMPLE
    careless = [EXAMPLE.lower(), EXAMPLE.replace("-", ""), EXAMPLE.replace("-", " "), f"  {EXAMPLE}\n", EXAMPLE.replace("-", "–"),
                "".join({v: k for k, v in CONFUSED.items()}.get(c, c) for c in EXAMPLE)]  # fmt: skip
    for typed in careless:
        assert parse_code(typed) == code and str(parse_code(typed)) == EXAMPLE


@pytest.mark.parametrize(("typed", "said"), [
    ("", "no deal code is given. A deal code has 27 characters, such as"),
    ("hello*there", "'hello*there' is not a deal code: it has '*'"),
    (EXAMPLE[:-1], "it has 26 characters. A deal code has 27"),
    (EXAMPLE + "0", "it has 28 characters."),
    ("1" * 60, "this full deal code of 60 digits was mistyped: its last two do not fit. Scan it again."),
])  # fmt: skip
def test_what_is_no_code_is_told_so(typed, said):
    with pytest.raises(InputError) as refused:
        parse_code(typed)
    assert said in str(refused.value)


def spelled(number):
    digits = []
    for _ in range(25):
        number, digit = divmod(number, 29)
        digits.insert(0, digit)
    return with_checks(digits)


@pytest.mark.parametrize(("settings", "said"), [
    ((3 * 16 * 36) << 14 | 3 << 7, "it has layout 3, and this version of tt-print reads only layouts 1 and 2: use the version that made it."),
    ((2 * 16 * 36) << 14 | 3 << 7, "it is for a game that another package brings, and that package is not here."),
    ((16 * 36 + 10 * 36 + 3) << 14 | 3 << 7, "it names house rules that do not exist."),
    ((16 * 36 + 10 * 36) << 14 | 3 << 7 | 4, "it names seat 4 as dealer of 3 players."),
    ((16 * 36 + 10 * 36) << 14 | 13 << 7, "it names a table that cannot be: Craziness is for 2 to 12 players, not 13."),
    ((16 * 36 + 10 * 36) << 14 | 1 << 7, "it names a table that cannot be: Craziness is for 2 to 12 players, not 1."),
    ((16 * 36 + 9 * 36 + 2) << 14 | 3 << 7, "it names a table that cannot be: question = wild is not possible with deck = squares"),
])  # fmt: skip
def test_a_code_with_right_checks_but_impossible_settings_is_refused(settings, said):
    with pytest.raises(InputError) as refused:
        parse_code(spelled(settings << 96 | 12345))
    assert "is not a deal code of this version" in str(refused.value) and said in str(refused.value)


# ---------------------------------------------------------------- the full code


def test_the_full_code_reaches_the_first_and_the_last_order():
    for settings in {
        s.deck: s for s in some_settings() if (s.dealer == 0 and s.players == 3) or s.deck == "full2"
    }.values():
        if settings.dealer is None:
            continue
        cards = len(settings.cards)
        for order in (tuple(range(cards)), tuple(reversed(range(cards)))):
            code = FullCode(settings, order)
            assert parse_code(str(code)) == code
            assert len(str(code)) == 8 + len(str(factorial(cards) - 1)) + 2
    digits = str(
        FullCode(Settings("push-it", "west", 0, 3, 0, ("left_of_dealer", "management", "per_deck")), tuple(range(27)))
    )
    rank = str(factorial(27)).zfill(29)  # one more than the last
    body = digits[:8] + rank
    with pytest.raises(InputError, match="27 cards have fewer orders"):
        parse_code(f"{body}{98 - int(body) * 100 % 97:02}")


def test_one_wrong_digit_or_two_exchanged_ones_in_a_full_code_are_caught():
    code = next(r["full_code"] for r in RECORDS if r["deck"] == "west")
    for index, wrong in product(range(len(code)), "0123456789"):
        if code[index] != wrong:
            with pytest.raises(InputError):
                parse_code(code[:index] + wrong + code[index + 1 :])
    for index in range(len(code) - 1):
        swapped = code[:index] + code[index + 1] + code[index] + code[index + 2 :]
        if swapped != code:
            with pytest.raises(InputError):
                parse_code(swapped)


def test_equal_cards_of_a_double_deck_keep_their_own_numbers():
    code = next(parse_code(r["code"]) for r in RECORDS if r["deck"] == "full2")
    cards = code.settings.cards
    assert len(cards) == 250 and cards[:125] == cards[125:]
    other = list(code.draw().order)
    a, b = other.index(0), other.index(125)  # both are RC1
    other[a], other[b] = other[b], other[a]
    exchanged = FullCode(full_code(code).settings, tuple(other))
    assert str(exchanged) != str(full_code(code))
    assert deal_json(make_deal(exchanged), reveal=True)["hands"] == deal_json(make_deal(code), reveal=True)["hands"]


def test_a_full_code_names_its_dealer():
    with pytest.raises(InputError, match="names the dealer"):
        FullCode(RECORD_SETTINGS, tuple(range(125)))


def test_house_rules_that_contradict_a_code_are_refused():
    with pytest.raises(InputError, match="the deal says first_player = left_of_dealer, not dealer"):
        house_of(RECORD_SETTINGS, {"first_player": "dealer"})


def test_the_document_tells_the_layout_that_the_program_has():
    text = (ROOT / "docs" / "deal-codes.md").read_text(encoding="utf-8")
    table = text.split("```text\nvalue ")[1].split("```")[0].splitlines()
    assert table[1].split()[1:] == list(ALPHABET)
    assert text.count("tt_print deal`") and "29 bytes" in text and len(DealCode(RECORD_SETTINGS, SECRET).message) == 29
    for letter, meant in CONFUSED.items():
        assert f"`{letter}`" in text and meant in ALPHABET
    for game in load_games():
        for name, _ in game.table.code_options:
            assert f"`{name}`" in text
