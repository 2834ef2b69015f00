"""At the table: a promise that everybody can keep whole, cards drawn in turn, and commands that work as they are printed."""

import itertools
import json
import re
import shlex
import shutil
import stat
import subprocess
import sys

import pytest
import zxingcpp
from PIL import Image

from tests.commands import ROOT, tt
from tests.dealing.printed import pictures
from tests.readers.page_faults import faults_of
from tests.readers.page_words import read_words

CARDS = "RH3,KBQ,YC1"


def the_commitment(capsys, *more, game="craziness", players="Ann,Bo,Cy"):
    ran = tt(capsys, "deal", *game.split(), "--players", players, "--commit", "--json", *more)
    assert ran.status == 0, ran.err
    return json.loads(ran.out)


def refused(capsys, *arguments):
    ran = tt(capsys, "deal", *arguments)
    assert (ran.status, ran.out) == (2, ""), (arguments, ran)
    return ran.err


def test_from_commitment_to_checked_receipt(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    printed = the_commitment(capsys)
    assert printed["id"] == printed["commitment"][:8] and printed["draws"] == ["Ann", "Bo", "Cy"]
    made = tt(capsys, "deal", "--committed", printed["id"], "--table-cards", CARDS, "--reveal", "--json")
    deal = json.loads(made.out)
    assert made.status == 0 and deal["players"] == ["Ann", "Bo", "Cy"] and len(deal["draw"]) == 100
    # the cards are kept: the receipt needs no more words, and the deal stays what it was
    ran = tt(capsys, "deal", "--committed", printed["id"], "--receipt", "--json", "--reveal")
    assert json.loads(ran.out)["hands"] == deal["hands"]
    (name,) = json.loads(ran.out)["files"]
    file = tmp_path / name
    assert name == f"output/receipts/receipt-{printed['id']}.json"
    groups = [printed["commitment"][i : i + 4] for i in range(0, 64, 4)]
    for announced in (printed["commitment"], " ".join(groups).upper(), "\n".join(groups), printed["qr"]):
        checked = tt(capsys, "deal", "--check", file, "--commitment", announced)
        assert checked.status == 0 and "The receipt proves the deal." in checked.out and deal["code"] in checked.out
        assert "Table's cards: Ann RH3, Bo KBQ, Cy YC1." in checked.out
    unquoted = tt(capsys, "deal", "--check", file, "--commitment", *groups, "--json")  # without quotation marks
    assert json.loads(unquoted.out)["proven"] and json.loads(unquoted.out)["digits_compared"] == 64
    assert json.loads(tt(capsys, "deal", "--check", file, "--json").out)["code"] == deal["code"]
    again = tt(capsys, "deal", "--code", deal["code"], "--players", "Ann,Bo,Cy", "--reveal", "--json")
    assert json.loads(again.out)["hands"] == deal["hands"]
    for typed, said in {"": "0 digits", "f" * 65: "65 digits", "12g4": "'g'", "²": "'²'"}.items():
        assert f"a commitment has 64 digits 0-9 and a-f, and this has {said}" in refused(
            capsys, "--check", file, "--commitment", typed
        )
    file.write_text(file.read_text(encoding="utf-8").replace('"RH3"', '"RH2"'), encoding="utf-8")
    false = tt(capsys, "deal", "--check", file)
    assert false.status == 1 and "NO " in false.out and "The table cards or the deal code were changed" in false.out
    assert json.loads(tt(capsys, "deal", "--check", file, "--json").out)["proven"] is False


@pytest.mark.parametrize(
    ("part", "said"), [(0, "No commitment was compared"), (8, "Only 8 of 64 digits"), (63, "Only 63 of 64 digits")]
)
def test_a_deal_is_not_proven_by_a_part_of_its_commitment(capsys, tmp_path, monkeypatch, part, said):
    """The check shows the whole, so that it can be compared with a picture of what was printed before."""
    monkeypatch.chdir(tmp_path)
    before = tt(capsys, "deal", "craziness", "--players", "Ann,Bo", "--commit").out
    tt(capsys, "deal", "--committed", "--table-cards", "RH3,KBQ", "--receipt")
    (file,) = tmp_path.rglob("receipt-*.json")
    digits = json.loads(file.read_text(encoding="utf-8"))["commitment"]
    typed = ["--commitment", digits[:part]] if part else []
    after = tt(capsys, "deal", "--check", file, *typed)
    assert after.status == 1 and "\nNot proven.\n" in after.out and said in after.out and "proves" not in after.out
    block = re.search(r"(  ([0-9a-f]{4} ?){8}\n){2}", before)
    assert block and block[0] in after.out and "".join(block[0].split()) == digits and "Ann RH3, Bo KBQ" in after.out
    printed = json.loads(tt(capsys, "deal", "--check", file, *typed, "--json").out)
    assert (printed["proven"], printed["digits_compared"], printed["claims"][-1]["true"]) == (False, part, False)
    assert [claim["true"] for claim in printed["claims"]] == [True, True, False] and said in printed["faults"][0]


def as_picture(lines):
    """Half blocks as a screen shows them: white where a block is, black elsewhere."""
    wide, high = len(lines[0]), 2 * len(lines)
    picture = Image.new("L", (wide, high))
    for y, x in itertools.product(range(high), range(wide)):
        picture.putpixel((x, y), 255 * (lines[y // 2][x] in ("█▀" if y % 2 == 0 else "█▄")))
    return picture.resize((8 * wide, 8 * high))


def test_a_phone_reads_the_whole_commitment_off_the_screen(capsys, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    screen = tt(capsys, "deal", "casino", "--players", "Ann,Bo", "--commit").out.splitlines()
    lines = [line for line in screen if line and {*line} <= {*"█▀▄ "}]
    assert len({len(line) for line in lines}) == 1 and len(lines[0]) <= 40 and len(lines) <= 20
    (read,) = zxingcpp.read_barcodes(as_picture(lines))
    digits = "".join("".join(line.split()) for line in screen if re.fullmatch(r"  ([0-9a-f]{4} ?){8}", line))
    assert read.text.replace(" ", "").lower() == f"tripletopperdealcommitment:{digits}" and len(digits) == 64


@pytest.mark.parametrize(("game", "players", "paper"), [
    ("ww3", ("Ann", "Bo"), "a4"), ("ww3", tuple(f"Player number {n} of a long name" for n in range(1, 13)), "letter"),
    ("push-it --deck full2 --option force_deck=true", tuple(f"P{n}" for n in range(1, 41)), "a4"),
])  # fmt: skip
def test_the_sheet_holds_the_whole_commitment_and_the_order_of_drawing(capsys, tmp_path, game, players, paper):
    """As a printer gets it, read back by programs that did not write it."""
    commitment = the_commitment(capsys, "--owner", players[1], "--sheet", "--paper", paper, "--out", tmp_path,
                                game=game, players=",".join(players))  # fmt: skip
    content = (tmp_path / f"deals/commitment-{commitment['id']}-{paper}.pdf").read_bytes()
    (page,) = read_words(content)
    text, whole = " ".join(word.text for word in page), commitment["commitment"]
    groups = [word for word in page if word.text in {whole[i : i + 4] for i in range(0, 64, 4)}]
    groups.sort(key=lambda word: (round(word.top), word.left))
    assert "".join(word.text for word in groups) == whole and text.startswith(f"Commitment {commitment['id']} ")
    for said in (
        "whose computer this is" if len(players) < 37 else f"{players[1]} first, then {players[2]}",
        "all 64 digits, or what a phone reads off the QR code", f"{players[0]} shuffles a deck last",
    ):  # fmt: skip
        assert said in text, said
    wide, high = {"a4": (210, 297), "letter": (215.9, 279.4)}[paper]
    assert all(word.left > 0 and word.bottom < high - 5 and word.right < wide - 5 for word in page)
    (seen,) = zxingcpp.read_barcodes(*pictures(content))
    assert seen.text == commitment["qr"] and faults_of(content) == []


def test_nothing_of_the_secret_is_told_before_the_receipt(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = tmp_path / "data"
    monkeypatch.setenv("TT_PRINT_DATA", str(data))
    ran = tt(capsys, "deal", "craziness", "--players", "Ann,Bo", "--commit")
    (kept,) = (data / "commitments").iterdir()
    secret = json.loads(kept.read_text(encoding="utf-8"))["secret"]
    assert secret not in ran.out and len({*secret}) > 8
    assert sys.platform == "win32" or stat.S_IMODE(kept.stat().st_mode) == 0o600
    made = tt(capsys, "deal", "--committed", "--table-cards", "RH3,KBQ")
    assert made.status == 0 and secret not in made.out and not (tmp_path / "output").exists()


def test_one_commitment_makes_one_deal(capsys):
    printed = the_commitment(capsys)
    assert tt(capsys, "deal", "--committed", "--table-cards", CARDS).status == 0
    said = refused(capsys, "--committed", printed["id"], "--table-cards", "RH3,KBQ,YC2")
    assert f"the commitment {printed['id']} was used with {CARDS} already. One commitment, one deal" in said
    assert tt(capsys, "deal", "--committed", "--table-cards", CARDS).status == 0


def test_mistakes_at_the_table_are_reported(capsys, tmp_path):
    none = refused(capsys, "--committed", "--table-cards", "RH3")
    assert "no commitment" in none and "tt-print deal craziness --players Ann,Bo,Cy --commit" in none
    printed = the_commitment(capsys, "--owner", "bo")
    for arguments, said in [
        (["--committed"], f"the commitment {printed['id']} waits for a card of each player. Give them in the order Bo, Cy, Ann"),
        (["--committed", "--table-cards", "RH3"], "--table-cards names 1 card for 3 players: one for each, in the order Bo, Cy, Ann."),
        (["--committed", "--table-cards", "RH3,KBQ,RH3"], "Bo and Ann cannot both have drawn RH3. Look at the two cards again."),
        (["--committed", "--table-cards", "J1,J1,J2"], "Bo and Cy cannot both have drawn J1."),
        (["--committed", "--table-cards", "RH3,,KBQ"], "a comma has no card beside it"),
        (["--committed", "--table-cards", "RH3,KB7,YC1"], "--table-cards: 'KB7': 7 is not a number."),
        (["--committed", "00000000", "--table-cards", CARDS], f"there is no commitment '00000000'. Known: {printed['id']}"),
        (["--committed", "--players", "Ann,Bo", "--table-cards", "RH3,KBQ"], "settled everything before the cards were known. Leave out --players."),
        (["--table-cards", "RH3"], "--table-cards goes with --committed."), (["craziness", "--players", "2", "--receipt"], "--receipt goes with"),
        (["--commit", "--code", "x"], "--commit and --code can't be used together."), (["--commitment", "ab"], "--commitment goes with --check."),
        (["craziness", "--players", "3", "--commit", "--hands", "2"], "a commitment is for one hand. Leave out --hands."),
        (["craziness", "--players", "Ann,Bo", "--commit", "--owner", "Cy"], "no player is called 'Cy'. Players: Ann and Bo."),
        (["craziness", "--players", "Ann,Bo", "--owner", "Ann"], "--owner goes with --commit."),
        (["--check", str(tmp_path / "none.json")], "there is no file"), (["--commitment", ""], "--commitment goes with --check."),
    ]:  # fmt: skip
        assert said in refused(capsys, *arguments)
    second = the_commitment(capsys)
    which = refused(capsys, "--committed", "--table-cards", CARDS)
    assert "which commitment?" in which and printed["id"] in which and second["id"] in which


def test_a_damaged_commitment_is_named_with_its_file(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("TT_PRINT_DATA", str(tmp_path))
    printed = the_commitment(capsys)
    file = tmp_path / "commitments" / f"{printed['id']}.json"
    file.write_text(file.read_text(encoding="utf-8").replace('"Ann"', '"Anna"'), encoding="utf-8")
    ran = tt(capsys, "deal", "--committed", "--table-cards", CARDS)
    assert ran.status == 2 and str(file) in ran.err and "settings.owner" not in ran.out and "move it away" in ran.err


def test_a_commitment_of_another_version_is_kept_and_others_are_dealt(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("TT_PRINT_DATA", str(tmp_path))
    other, ours = the_commitment(capsys)["id"], the_commitment(capsys)["id"]
    file = tmp_path / "commitments" / f"{other}.json"
    file.write_text(file.read_text(encoding="utf-8").replace('receipt": 2', 'receipt": 9'), encoding="utf-8")
    before = file.read_bytes()
    said = refused(capsys, "--committed", other, "--table-cards", CARDS)
    assert f"{file}, line 2: this receipt or commitment has layout 9." in said and "version that made it" in said
    assert tt(capsys, "deal", "--committed", ours, "--table-cards", CARDS).status == 0 and file.read_bytes() == before


def test_a_folder_that_cannot_be_written_is_the_machines_fault(capsys, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("TT_PRINT_DATA", str(tmp_path / "file"))
    ran = tt(capsys, "deal", "craziness", "--players", "Ann,Bo", "--commit")
    assert ran.status == 1 and "cannot keep the commitment" in ran.err and "TT_PRINT_DATA" in ran.err


@pytest.mark.parametrize(("typed", "order", "said"), [
    ((), ["Ann", "Bo", "Cy"], "first Ann, whose computer this is, then Bo and Cy. No card is put back"),
    (("--owner", "cy"), ["Cy", "Ann", "Bo"], "first Cy, whose computer this is, then Ann and Bo. No card"),
    (("--owner", "2"), ["Bo", "Cy", "Ann"], "Ann shuffles a deck last"),
    (("--owner", "none"), ["Ann", "Bo", "Cy"], "first Ann then Bo and Cy. No card"),
])  # fmt: skip
def test_the_owner_of_the_computer_draws_first(capsys, typed, order, said):
    assert the_commitment(capsys, *typed)["draws"] == order
    text = " ".join(tt(capsys, "deal", "craziness", "--players", "Ann,Bo,Cy", "--commit", *typed).out.split())
    assert said in text and ("start again with --owner NAME" in text) == (not typed)


def printed_commands(text):
    """Every line that is a command, and every command after a colon."""
    return [line.strip() for line in re.findall(r"(?:^ *|: +)(tt-print (?:deal|score) .*)$", text, re.MULTILINE)]


def run_all(capsys, text, done=()):
    """Runs every printed command exactly as it stands, and those that they print in turn."""
    for command in printed_commands(text):
        if command not in done:
            done = (*done, command)
            ran = tt(capsys, *shlex.split(command)[1:])
            assert ran.status == ("--check" in command), (command, ran.err)  # nothing is proven without the commitment
            done = run_all(capsys, ran.out, done)
    return done


@pytest.mark.parametrize(("typed", "commands"), [
    (["craziness", "--players", "Ann,Bo Lee,O'Hara", "--commit", "--owner", "bo"],
     ["deal --committed ID --table-cards", "deal --committed ID --receipt", "deal --check output/receipts/receipt-ID.json",
      "deal --code CODE", "deal --code CODE --reveal"]),
    (["casino", "--players", "Ann,Bo Lee,O'Hara", "--slips", "--paper", "letter", "--ink", "low", "--option", "hands=3"],
     ["deal --code CODE", "--slips --deal 2 --ink low --paper letter", "--slips --deal 8"]),
    (["six-suit", "--players", "Zoe,Tom+Sue,Xia,Will", "--option", "teams=Zoe+Xia/Tom+Sue+Will", "--option", "veto=off"],
     ["--option teams=1+3/2+4"]),
    (["push-it", "--players", "12", "--commit"], ["deal --committed ID --table-cards"]),
])  # fmt: skip
def test_every_printed_command_runs_as_it_is_printed(capsys, tmp_path, monkeypatch, typed, commands):
    monkeypatch.chdir(tmp_path)
    first = tt(capsys, "deal", *typed)
    assert first.status == 0, first.err
    done = run_all(capsys, first.out)
    plain = re.sub(r"--code [0-9A-Z-]{32}", "--code CODE", re.sub(r"\b[0-9a-f]{8}\b", "ID", "\n".join(done)))
    assert all(wanted in plain for wanted in commands), plain


@pytest.mark.skipif(not shutil.which("sh"), reason="there is no sh")
def test_commands_work_in_a_shell_and_on_another_computer(capsys, tmp_path, monkeypatch):
    """A folder, and names, with every sign that a shell takes for its own; the receipt alone goes to the other machine."""
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir(), there.mkdir()
    monkeypatch.chdir(here)
    tt(capsys, "deal", "casino", "--players", 'Ann,$HOME `id`,"Bo" & Co', "--commit")
    out = "Cy's $receipts; (new)"
    made = tt(capsys, "deal", "--committed", "--table-cards", CARDS, "--out", out)
    written = tt(capsys, "deal", "--committed", "--receipt", "--out", out)
    commands = printed_commands(made.out) + printed_commands(written.out)
    assert any("--receipt --out" in command for command in commands)
    (file,) = here.rglob("receipt-*.json")
    shutil.copy(file, there)
    digits = json.loads(file.read_text(encoding="utf-8"))["commitment"]
    function = f'tt_print() {{ "{sys.executable}" -m tt_print "$@"; }}'
    for command in dict.fromkeys(commands):
        if "--check" in command or "--receipt" in command:
            script = f"{function}\n{command.replace('tt-print', 'tt_print')}"
            ran = subprocess.run(["sh", "-c", script], capture_output=True, text=True, cwd=here, check=False)
            assert ran.returncode == ("--check" in command), (command, ran.stderr)  # nothing is proven without it
    other = subprocess.run([sys.executable, "-m", "tt_print", "deal", "--check", file.name, "--commitment", digits], cwd=there, capture_output=True, text=True,
                           env={"PATH": "", "PYTHONPATH": str(ROOT), "TT_PRINT_DATA": str(there)}, check=False)  # fmt: skip
    assert other.returncode == 0 and "The receipt proves the deal." in other.stdout
