"""A commitment in digits, words and a QR code: each form holds the whole hash, and a slip is named at its place."""

from __future__ import annotations

import itertools
from hashlib import sha256

import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from tests.dealing.test_pages import pictures
from tests.page_words import read_words
from tt_print.cards.theme import find_theme
from tt_print.core.deal_pages import commitment_page
from tt_print.dealing.announced import compare, digit_groups, hash_words, numbered, qr_text, word_list
from tt_print.dealing.qr import qr_blocks
from tt_print.dealing.receipt import make_commitment
from tt_print.errors import InputError
from tt_print.games import find_game
from tt_print.sheets.plan import find_paper

DIGEST = sha256(b"a commitment").digest()
WORDS = hash_words(DIGEST)
GROUPS = digit_groups(DIGEST)
OTHERS = [sha256(bytes([number])).digest() for number in range(40)]


def refusal(typed, digest=DIGEST):
    with pytest.raises(InputError) as refused:
        compare(typed, digest)
    return str(refused.value)


# ---------------------------------------------------------------- the list of words


def test_there_are_2048_words_and_each_is_told_by_its_first_four_letters():
    words = word_list()
    assert len(words) == len(set(words)) == 2048 == 2**11 and list(words) == sorted(words)
    assert all(word.isascii() and word.isalpha() and word.islower() and 3 <= len(word) <= 8 for word in words)
    beginnings = [word[:4] for word in words]
    assert len(set(beginnings)) == 2048
    short = [word for word in words if len(word) < 4]
    assert not [(word, other) for word in short for other in words if other != word and other.startswith(word)]


def test_no_two_words_are_one_slip_apart():
    """One letter wrong, left out or added, or two neighbors exchanged: never another word."""
    words, letters = set(word_list()), "abcdefghijklmnopqrstuvwxyz"
    for word in words:
        cuts = [(word[:i], word[i:]) for i in range(len(word) + 1)]
        slips = {a + b[1:] for a, b in cuts if b}
        slips |= {a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1}
        slips |= {a + c + b[skip:] for a, b in cuts for c in letters for skip in (0, 1)}
        assert slips & words <= {word}, word


def test_no_word_is_a_game_or_a_number_of_digits():
    """A list at the end of a command may be followed by a game; words of a to f alone read as digits."""
    from tt_print.games import GAMES

    assert not {"all", *GAMES} & set(word_list())


def test_the_words_of_a_known_hash_stay_what_they_are():
    """Printed commitments outlive releases."""
    assert " ".join(hash_words(bytes(range(32)))) == KNOWN
    assert (word_list()[0], word_list()[1000], word_list()[2047]) == ENDS


KNOWN = "aardvark always lobster always fence adore brittle buffalo anyone gondola dune boxer absent meatball excuse lucky beam regret alcove courage push asset kite turban"
ENDS = ("aardvark", "legacy", "zucchini")


# ---------------------------------------------------------------- every form is the whole


def test_words_and_digits_are_the_hash_and_eight_bits_that_check_the_words():
    """Read back by the document's words alone."""
    for digest in OTHERS:
        number = 0
        for word in hash_words(digest):
            number = number * 2048 + word_list().index(word)
        assert number.to_bytes(33, "big") == digest + sha256(digest).digest()[:1]
        assert bytes.fromhex("".join(digit_groups(digest))) == digest and len(digit_groups(digest)) == 16


def as_picture(lines):
    """Half blocks as a screen shows them: white where a block is, black elsewhere."""
    wide, high = len(lines[0]), 2 * len(lines)
    picture = Image.new("L", (wide, high))
    for y, x in itertools.product(range(high), range(wide)):
        picture.putpixel((x, y), 255 * (lines[y // 2][x] in ("█▀" if y % 2 == 0 else "█▄")))
    return picture.resize((8 * wide, 8 * high))


def test_a_phone_reads_the_qr_code_off_the_screen_and_checking_takes_what_it_reads():
    for digest in OTHERS[:8]:
        lines = qr_blocks(qr_text(digest))
        assert len({len(line) for line in lines}) == 1 and len(lines[0]) <= 40 and len(lines) <= 20
        (read,) = zxingcpp.read_barcodes(as_picture(lines))
        assert read.text.startswith("TRIPLE TOPPER DEAL COMMITMENT: ") and compare(read.text, digest).same
        assert not compare(read.text, DIGEST).same


def forms(digest):
    groups, words = digit_groups(digest), hash_words(digest)
    return [
        digest.hex(), digest.hex().upper(), " ".join(groups), "-".join(groups), ":".join(groups), "\n".join(numbered(groups, 4)),
        "\n".join(numbered(groups, 8)), " ".join(digest.hex()[i : i + 8] for i in range(0, 64, 8)), ",".join(groups),
        f"Commitment {digest.hex()[:8]}:\n  {digest.hex()}", digest.hex().replace("0", "O").replace("1", "l"),
        " ".join(words), ", ".join(words).title(), "\n".join(numbered(words, 6)), " ".join(word[:4] for word in words),
        "\n".join(f"{number}. {word}" for number, word in enumerate(words, 1)), "-".join(words).upper(),
        qr_text(digest), f"Scanned: {qr_text(digest)}\n",
    ]  # fmt: skip


def test_each_form_is_taken_and_compared_as_a_whole():
    for digest in OTHERS:
        for typed in forms(digest):
            found = compare(typed, digest)
            assert found.same and found.whole and found.where == "", typed
            other = compare(typed, DIGEST)
            assert (
                not other.same and other.where == "The commitment is another one than was announced before the deal."
            ), typed


# ---------------------------------------------------------------- slips


def test_of_digits_and_words_together_both_are_compared():
    mixed = "\n".join(["In digits", *numbered(GROUPS, 4), "In words", *numbered(hash_words(OTHERS[0]), 4)])
    assert not compare(mixed, DIGEST).same and not compare(mixed, OTHERS[0]).same


def test_a_wrong_digit_names_its_group():
    for place, digit in itertools.product(range(64), "0123456789abcdef"):
        typed = DIGEST.hex()[:place] + digit + DIGEST.hex()[place + 1 :]
        if typed != DIGEST.hex():
            own = [typed[i : i + 4] for i in range(0, 64, 4)]
            group = place // 4
            for text in (typed, " ".join(own)):
                assert (
                    f"it differs in group {group + 1} ({own[group]!r}, the receipt's is {GROUPS[group]!r});"
                    in compare(text, DIGEST).where
                )


def test_a_wrong_word_names_its_place():
    for index, word in itertools.product(range(24), word_list()[::100]):
        typed = [*WORDS[:index], word, *WORDS[index + 1 :]]
        if typed != WORDS:
            said = compare(" ".join(typed), DIGEST).where
            assert said.startswith(
                f"As it was typed, it differs in word {index + 1} ({word!r}, the receipt's is {WORDS[index]!r});"
            )


@pytest.mark.parametrize(("parts", "what"), [(WORDS, "word"), (GROUPS, "group")], ids=["words", "digits"])
def test_parts_that_changed_places_are_missing_or_doubled_are_named(parts, what):
    count = len(parts)
    for i, j in itertools.combinations(range(count), 2):
        typed = [*parts]
        typed[i], typed[j] = typed[j], typed[i]
        assert f"As it was typed, {what}s {i + 1} and {j + 1} are swapped;" in compare(" ".join(typed), DIGEST).where
    for i in range(count):
        assert f"{what.capitalize()} {i + 1} is missing." in refusal(" ".join(parts[:i] + parts[i + 1 :]))
        doubled = refusal(" ".join([*parts[: i + 1], *parts[i:]]))
        assert f"{what.capitalize()} {i + 1}, {parts[i]!r}, is one too many." in doubled


def test_what_no_commitment_has_is_named_at_its_place():
    for index in range(24):
        misspelled = WORDS[index][:2] + "zq" + WORDS[index][2:]
        assert f"word {index + 1}, {misspelled!r}, is not one of the words of a commitment." in refusal(
            " ".join([*WORDS[:index], misspelled, *WORDS[index + 1 :]])
        )
    for index in range(16):
        for wrong, said in (
            ("12g4", f"group {index + 1}, '12g4', has 'g'"),
            ("123", f"Group {index + 1}, '123', should have 4."),
        ):
            assert said in refusal(" ".join([*GROUPS[:index], wrong, *GROUPS[index + 1 :]]))
        assert f"Group {index + 1}, '12345', should have 4." in refusal(
            " ".join([*GROUPS[:index], "12345", *GROUPS[index + 1 :]])
        )
    assert f"Did you mean {WORDS[3]}?" in refusal(" ".join([*WORDS[:3], WORDS[3] + "s", *WORDS[4:]]))


def test_words_that_are_of_no_commitment_are_told_from_those_of_another():
    """Eight of the 264 bits check the others: of 40 spoiled commitments about 40 x 255 / 256 are seen."""
    seen = 0
    for digest in OTHERS:
        words = hash_words(digest)
        seen += compare(" ".join([*words[:-1], words[0]]), DIGEST).where.startswith(
            "The words are not those of any commitment"
        )
    assert seen >= 38


@pytest.mark.parametrize(("typed", "said"), [
    ("", "is empty. Give the whole of it: 16 groups of digits, 24 words, or what a phone reads off the QR code"), ("  -", "is empty."),
    ("1234567", "'1234567': too few digits to compare."), ("hello", "word 1, 'hello', is not one of the words of a commitment."),
    ("f" * 65, "has 65 digits, and a commitment 64."), ("acorn " * 25, "has 25 words, and a commitment 24."), ("²³" * 32, "'²³²³"),
    ("٣" * 64, "its digits are 0-9 and a-f"),
])  # fmt: skip
def test_what_is_no_commitment_is_told_so(typed, said):
    assert said in refusal(typed)


def test_a_beginning_is_a_beginning():
    for digits in range(8, 64):
        if digits % 4 == 0 and digits > 56:  # as if a group had been left out
            continue
        found = compare(DIGEST.hex()[:digits], DIGEST)
        assert found.same and not found.whole and found.digits == digits
    assert not compare("f" * 8, DIGEST).same and compare("f" * 8, DIGEST).digits == 8


@given(st.text(max_size=80) | st.lists(st.sampled_from([*WORDS, *GROUPS, "1", "xyz", ","]), max_size=30).map(" ".join))
@settings(max_examples=60, deadline=None)
def test_whatever_is_typed_is_compared_or_refused(typed):
    try:
        found = compare(typed, DIGEST)
    except InputError as error:
        assert "--commitment" in str(error)
    else:
        assert 8 <= found.digits <= 64


# ---------------------------------------------------------------- the sheet


@pytest.mark.parametrize(("players", "paper"), [
    (("Ann", "Bo"), "a4"), (tuple(f"Player number {n} of a long name" for n in range(1, 13)), "letter"),
    (tuple(f"P{n}" for n in range(1, 41)), "a4"),
])  # fmt: skip
def test_the_sheet_holds_every_form_and_the_order_of_drawing(players, paper):
    """As a printer gets it, read back by programs that did not write it."""
    commitment = make_commitment(
        "push-it" if len(players) > 12 else "ww3", players, rules_for(players), None, bytes(32), 1
    )
    ((name, content),) = commitment_page(commitment, find_paper(paper), find_theme("color")).items()
    assert name == f"deals/commitment-{commitment.id}-{paper}.pdf"
    (page,) = read_words(content)
    read = [word.text for word in page]
    assert read[:2] == ["Commitment", commitment.id]
    for parts in (digit_groups(commitment.digest), hash_words(commitment.digest)):
        places = [
            next(word for word in page[i:] if word.text == part)
            for i, part in zip(itertools.accumulate([0] + [1] * (len(parts) - 1)), parts, strict=True)
        ]
        assert [word.text for word in sorted(places, key=lambda word: (round(word.top), word.left))] == parts
    text = " ".join(read)
    for said in (
        f"{players[1]}",
        "whose computer this is" if len(players) < 37 else f"{players[1]} first, then {players[2]}",
        f"tt-print deal --committed {commitment.id}",
        "tt-print deal --check",
        f"{players[0]} shuffles a deck last",
    ):
        assert said in text, said
    assert all(
        word.left > 0 and word.bottom < find_paper(paper).height_mm - 5 and word.right < find_paper(paper).width_mm - 5
        for word in page
    )
    (seen,) = zxingcpp.read_barcodes(*pictures(content))
    assert seen.text == qr_text(commitment.digest) and compare(seen.text, commitment.digest).same


def rules_for(players):
    found = find_game("push-it" if len(players) > 12 else "ww3")
    return found.house(deck="full2", force_deck=True) if len(players) > 12 else found.house()
