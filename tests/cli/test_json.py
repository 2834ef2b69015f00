"""What `--json` prints is a contract: each object names its format and version, its schema and its page are true."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import pytest

from tests.cli.helps import EVERY_VERB, options_of
from tests.commands import tt
from tests.readers import json_formats
from tests.readers.json_formats import PAGE, SCHEMAS, faults, file_of, keys_of, paths_in, schema_of, validator
from tests.readers.shown_commands import bring_pictures, nobody_answers
from tests.tools.json_page import made_sample, samples, with_tables
from tests.walks import walk

KINDS = sorted(json_formats.sections())
FILES = {"night"}  # formats of files, which `--json` of `score export` writes

# Command lines in the order of a session, each with the format that it prints, `-` for none, and its exit status.
# RECEIPT is the one that was written, CHANGED the same with another deal in it, KEPT its commitment.
SESSIONS = {
    "printing": """
        start | 0 | start --paper a4 --svg
        deck | 0 | deck --only RH3,KBQ,J1,chit-color,pointers --paper a4
        deck | 0 | deck --deck west --no-jokers --backs duplex --paper letter --quiet
        - | 2 | deck --deck wset
        preview | 0 | preview deck --only RH3,KBQ --backs separate --paper a4 --svg
        preview | 0 | preview export --for tuckbox --paper a4
        preview | 0 | preview booklet push-it --format pocket --paper a4 --quiet
        - | 2 | preview score
        quickref | 0 | quickref ww3 casino --option question=wild --paper a4
        scoresheet | 0 | scoresheet six-suit --names Ann,Bo,Cy,Di --option teams=Ann+Cy/Bo+Di --paper a4
        scoresheet | 0 | scoresheet craziness --paper letter
        booklet | 0 | booklet push-it --format pocket --option potential=per_challenge --paper a4
        list | 0 | list
        list | 0 | list cards --quiet
        list | 0 | list stocks
        list | 0 | list themes
        list | 0 | list services
        list | 0 | list games
        - | 2 | list paper
        theme check | 0 | theme check tab
        - | 2 | theme check tabb
        calibrate page | 0 | calibrate --paper a4
        calibrate printers | 0 | calibrate --list
        calibrate reading | 0 | calibrate --measured 179,269.5 --paper a4 --dry-run
        calibrate reading | 0 | calibrate --measured 160,240 --paper a4
        calibrate reading | 0 | calibrate --measured 180,269.5 --back-read GH7.5,H8,I8,H8.5 --paper a4
        calibrate reading | 0 | calibrate --back-read H8,H8,H8,H8 --paper a4 --quiet
        calibrate printers | 0 | calibrate --list
        deck | 0 | deck --only RH3 --paper a4
        calibrate printers | 0 | calibrate --forget printer
        - | 2 | calibrate --measured 1
    """,
    "ww3": """
        judge | 0 | judge ww3 RC2 YC2 J1 --option joker_control=copy --quiet
        judge | 1 | judge ww3 RC2 YH3 --check
        judge story | 0 | judge ww3 --scene "Ann starts; Ann lays RC2; Ann lays YC2; Bo slaps"
        judge story | 0 | judge ww3 --scene "Ann starts; Bo lays RC2; Ann lays YC2; Bo slaps"
        judge story | 0 | judge ww3 --scene "Ann starts; Ann lays RC2; Bo lays GT1"
        - | 2 | judge ww3 RC2 RC2
        rules chapters | 0 | rules ww3
        - | 2 | rules ww3 zzz
    """,
    "armageddon": """
        judge | 0 | judge armageddon KC1 KH2
        judge story | 1 | judge armageddon --scene "Ann starts; Ann lays RC2; Ann lays YC2; Bo lays GT3; Ann slaps" --check
        rules | 0 | rules armageddon wild joker
    """,
    "six-suit": """
        judge | 0 | judge six-suit RC1 RH2 RT3 RS4 KC2 RH1
        judge | 0 | judge six-suit KC1 KH2 KT3 KS4 RC2 YH3
        judge | 0 | judge six-suit --play KH4 --on YC1 --option teams=Ann+Cy/Bo+Di
        judge story | 0 | judge six-suit --scene "Ann draws"
        rules | 0 | rules six-suit teams --option teams=Ann+Cy/Bo+Di
        rules chapters | 0 | rules six-suit --option free_rounds=3
        deal | 0 | deal six-suit --players Ann,Bo,Cy,Di --option teams=Ann+Cy/Bo+Di --reveal
        deal | 0 | deal six-suit --players 3 --hands 2 --reveal
    """,
    "casino": """
        judge | 0 | judge casino --card RC4 --take RH3,YT1
        judge | 0 | judge casino --card RH2 --build RC3 --hand RS4,YT1
        judge | 0 | judge casino --card RS4 --stack YC3
        judge | 0 | judge casino --card RC? --table RH2,RT2,YC1,GC3 --option question=wild
        judge | 0 | judge casino --card J1 --table RH2,RT2 --option jokers=2
        judge | 0 | judge casino --card RC? --take RH?
        judge story | 0 | judge casino --scene "table RH2 RT2 YC1; what RC4 takes"
        rules | 0 | rules casino build
        deal | 0 | deal casino --players Ann,Bo,Cy --hands 3 --full-code
        deal | 0 | deal casino --players Ann,Bo,draw --reveal
        deal | 0 | deal casino --players Ann,Bo --hands 2 --reveal
    """,
    "craziness": """
        judge | 0 | judge craziness --on RC1 --play KC2 --declare red
        judge | 0 | judge craziness --on RC1 --play KC2 --declare heart
        judge | 0 | judge craziness --hand KBQ,KB1,RH2
        judge story | 0 | judge craziness --scene "on RC1; Ann holds YT3 RS2; Bo holds GT3; Ann is next; Ann lays YT3"
        judge story | 0 | judge craziness --scene "on RC1; Ann holds RH1; Bo holds GT3; Ann is next; Ann lays RH1" --option must_play=true
        deal | 0 | deal craziness --players Ann,Bo
        - | 2 | deal craziness --players Ann
    """,
    "push-it": """
        judge | 0 | judge push-it --deck west --pointers RC3
        judge | 0 | judge push-it --pointers RC3
        judge | 0 | judge push-it --claim "green heart" --count 2 GH1 GH3
        judge | 0 | judge push-it --claim "green heart" --count 2 GH1 RC3 --pointers GH2
        judge | 0 | judge push-it --players 8
        judge story | 0 | judge push-it --scene "pointers RC1; where the pointers go"
        deal | 0 | deal push-it --players Ann,Bo,Cy --deck west --slips --sheet --paper a4 --quiet
        deal | 0 | deal push-it --players Ann,Bo,Cy --hands 2 --reveal
        deal chits | 0 | deal push-it --chits --players 3 --deck west
    """,
    "proof": """
        deal commitment | 0 | deal six-suit --players Ann,Bo,Cy --commit
        deal | 0 | deal --committed --table-cards RH3,KBQ,YC1 --receipt --out .
        deal check | 0 | deal --check RECEIPT --commitment KEPT
        deal check | 1 | deal --check RECEIPT
        deal check | 1 | deal --check CHANGED --commitment KEPT
        deal commitment | 0 | deal ww3 --players Ann,Bo --commit --owner none --sheet --paper a4
        verify | 0 | verify craziness
        verify | 0 | verify push-it --soak 1
        - | 2 | verify creziness
    """,
    "playtest": """
        playtest | 0 | playtest ww3 --players 2 --games 4 --player random
        playtest | 0 | playtest craziness --players 3 --games 3 --player sensible,random,random --csv games.csv --seconds 5
        playtest | 0 | playtest push-it --players 3 --games 3 --player random --against count_lies=false
        - | 2 | playtest casino --players 9
        - | 2 | playtest ww3 --player clever
    """,
    "export": """
        export | 0 | export --for tuckbox --deck west --paper a4 --out .
        export | 0 | export --for silhouette --deck west --no-jokers --marks 4 --backs --paper a4 --out .
        export check | 0 | export --check export/tuckbox-standard-west-thickness-playing-card-a4
        export check | 1 | export --check export/tuckbox-standard-west-thickness-playing-card-a4/box.pdf --for silhouette
        - | 2 | export --for nobody
    """,
    "recount": """
        recount | 0 | recount --colors red=24 --shapes heart=24 --numbers 3=24 --jokers 2
        recount | 0 | recount --colors red=24,blue=24 --shapes heart=23 --numbers 1=24,3=24 --jokers 1
        recount | 0 | recount --deck squares --colors red=10 --shapes heart=10 --numbers 3=10
        recount list | 0 | recount --deck west --have RC1,RC1,KBQ
        - | 2 | recount
    """,
    "scores": """
        score nights | 0 | score nights
        score players | 0 | score players
        - | 2 | score
        score | 0 | score start craziness Ann Bo Cy --option elimination_score=20
        score | 0 | score hand --went-out Ann --left Bo=RH3,KB4 --left Cy=GC2 --note tea
        score | 0 | score hand --blocked Ann=4 Bo=2 Cy=1 --quiet
        score | 0 | score hand Ann=0 Bo=0 Cy=1 --force --note shouted
        score | 0 | score edit 2 Bo=3
        score | 0 | score undo
        score | 0 | score redo
        score | 0 | score remove 3
        score | 0 | score note "Bo left at ten" --hand 1
        score | 0 | score note late
        score | 0 | score join Di --after Bo --points 7
        score | 0 | score leave Cy
        score | 0 | score rule must_play=true
        score | 0 | score rename Bo Bob
        score renamed | 0 | score rename Bob Bo --all
        score | 0 | score
        score | 0 | score show 1
        score | 0 | score start six-suit Ann Bo Cy Di --option teams=Ann+Cy/Bo+Di
        score | 0 | score hand --out Bo=red,Ann
        score | 0 | score hand --out Di=heart
        score log | 0 | score log
        score | 0 | score start casino Ann Bo
        score | 0 | score hand --cards Ann=60,Bo=64 --reds Ann=10,Bo=15 --circles Bo --ones Ann=12,Bo=12 --red-circles Ann=2,Bo=3 --special Ann --hearts none
        score | 0 | score hand --cards Ann --reds Bo --circles none --ones Ann=12,Bo=12 --red-circles Ann=2,Bo=3 --special Ann --hearts none
        score log | 0 | score log
        score | 0 | score start --again
        score | 0 | score hand --captured Ann=RC1,RH3 --rest Bo --aside KB4
        score log | 0 | score log
        score | 0 | score start casino Ann Bo
        score | 0 | score hand Ann=60 Bo=90
        score | 0 | score start push-it Ann Bo Cy --option potential=per_card
        score | 0 | score hand --went-out Ann --right Bo=2,Cy=1 --wrong Ann=1 --caught Cy=3 --potential Bo=7,Cy=2
        score pointers | 0 | score move
        score pointers | 0 | score move color
        score | 0 | score start ww3 Ann Bo Cy
        score | 0 | score hand --out Bo --cards Ann=40,Bo=0,Cy=20 --center 4 --slaps Ann=2 --control Cy=1
        score | 0 | score join Di --next-game
        score | 0 | score hand --back Bo --winner Ann
        score | 0 | score start armageddon Ann Bo
        score | 0 | score drop 8
        score | 0 | score start points Ann Bo
        score | 0 | score hand Ann=4 Bo=5
        score | 0 | score finish
        score | 0 | score resume 1
        score | 0 | score restore --keep-file
        score nights | 0 | score nights
        score players | 0 | score players Ann
        score players | 0 | score players
        score log | 0 | score log
        score log | 0 | score log --night 6
        score log | 0 | score log --night 7
        - | 2 | score hand --went-out Zoe
        - | 2 | score show 99
    """,
    "site": """
        site | 0 | site
        site | 0 | site --single --quiet
        - | 2 | site --serve
        - | 2 | site --port 8000
    """,
    "everything": """
        build | 0 | build --paper a4
        build | 0 | build --paper a4 --quiet
        verify | 0 | verify
        export | 0 | export --for printshop --deck west --cut-line --order one-back --out .
        export | 0 | export --for mpc --product standard --deck west --stock m31 --theme mine --back cat.png --out .
        export | 0 | export --for tgc --deck squares --tuck-box 72 --booklet ww3 --booklet-size large --no-chits --out .
        theme check | 0 | theme check tab --all-sizes
        export | 0 | export --for virtual --deck west --max-px 1024 --url https://example.org/deck --out .
        export | 0 | export --for tuckbox --sleeved --no-dividers --name "The Millers" --paper a4 --out .
    """,
}
LONG = {"everything", "printing", "scores", "export"}  # seconds, or more than half of one
# the name of a receipt is another one each time; a browser's Python is no small thing to fetch
UNSHOWN = {"deal check", "site"}


class Line(NamedTuple):
    kind: str  # "" where nothing is printed
    status: int
    words: list[str]

    @property
    def typed(self) -> str:
        return shlex.join(self.words)


def lines_of(session: str) -> list[Line]:
    rows = [row.split(" | ") for row in SESSIONS[session].strip().splitlines()]
    return [Line(kind.strip().replace("-", ""), int(status), shlex.split(typed)) for kind, status, typed in rows]


def receipt(changed: bool) -> str:
    (path,) = Path("receipts").glob("receipt-*.json")
    if not changed:
        return str(path)
    Path("changed.json").write_text(path.read_text(encoding="utf-8").replace('"RH3"', '"RH4"'), encoding="utf-8")
    return "changed.json"


def kept_commitment() -> str:
    return str(json.loads(Path(receipt(changed=False)).read_text(encoding="utf-8"))["commitment"])


PROOF = {"RECEIPT": lambda: receipt(False), "CHANGED": lambda: receipt(True), "KEPT": kept_commitment}


@pytest.fixture(autouse=True)
def small_site(monkeypatch):
    """A site of one page, made at once; `tests/site` makes whole ones."""
    monkeypatch.setattr("tt_print.site.pyodide.read_pyodide", lambda brought, kept: {})
    monkeypatch.setattr("tt_print.site.ready.make_ready", lambda progress: [])
    monkeypatch.setattr("tt_print.site.build.make_site", lambda engine, ready: {"index.html": b"<!doctype html>"})
    monkeypatch.setattr("tt_print.site.single.make_single", lambda engine, ready: {"one.html": b"<!doctype html>"})


def play(capsys, session: str) -> Iterator[tuple[Line, dict[str, Any]]]:
    """Runs a session in the current folder; fails at the first line that does not keep its promise."""
    for line in lines_of(session):
        if line.typed == "list":
            assert tt(capsys, "new", "paper", "my-own").status == 0  # something of one's own is there
        bring_pictures(line.typed)
        if "mine" in line.words:
            assert tt(capsys, "new", "theme", "mine").status == 0
        words = [PROOF[word]() if word in PROOF else word for word in line.words]
        with nobody_answers():
            ran = tt(capsys, *words, "--json")
        assert ran.status == line.status, f"{line.typed}: {ran.status}, {ran.err}"
        if not line.kind:
            assert ran.out == "" and ran.err.startswith("error: "), line.typed
            continue
        result = json.loads(ran.out)
        assert ran.out.count("\n") == 1 and list(result)[:2] == ["format", "version"], line.typed
        assert result["format"] == f"tt_print {line.kind}", line.typed
        assert faults(line.kind, result) == [], line.typed
        yield line, result


def export_all(capsys, folder: Path) -> list[dict[str, Any]]:
    """Every night of the file as `score export --json` writes it."""
    nights = json.loads(tt(capsys, "score", "nights", "--json").out)["nights"]
    for night in nights:
        assert tt(capsys, "score", "export", "--json", "--night", night["night"], "--out", folder).status == 0
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted((folder / "scores").iterdir())]


# ---------------------------------------------------------------- real output


@pytest.mark.parametrize("session", [
    pytest.param(name, marks=[pytest.mark.slow] if name in LONG else []) for name in SESSIONS
])  # fmt: skip
def test_what_is_printed_is_what_schema_and_page_say(capsys, tmp_path, monkeypatch, session):
    monkeypatch.chdir(tmp_path)
    told = {}
    for line, result in play(capsys, session):
        told[line.kind, *(result if line.kind == "judge" else ())] = result
    assert told
    for (kind, *_), result in told.items():
        assert misses(kind, shortened(result)) == []
    if session == "scores":
        check_exported(capsys, tmp_path)


def check_exported(capsys, folder: Path) -> None:
    """Each night of the session as a file, and back."""
    nights = export_all(capsys, folder)
    assert len(nights) >= 5 and {night["version"] for night in nights} == {2}
    for number, night in enumerate(nights, 1):
        assert faults("night", night) == []
        (source := folder / "night.json").write_text(json.dumps(night), encoding="utf-8")
        ran = tt(capsys, "score", "import", source, "--file", "new", "--json")
        result = json.loads(ran.out)
        assert ran.status == 0 and faults("score", result) == [] and result["night"] == number
    assert misses("night", shortened(nights[0])) == []


# What only a fault in our own book or files makes.
NEVER_HERE = re.compile(r"verify: (failed\[\]|soak\.faults).*|score.*: .*problem.*|night: .*problem.*|.*: warnings\[\]")


@pytest.mark.slow
def test_no_key_is_promised_that_nothing_prints(capsys, tmp_path, monkeypatch):
    seen = set()
    for session in SESSIONS:
        (folder := tmp_path / session).mkdir()
        monkeypatch.chdir(folder)
        for name in ("TT_PRINT_CONFIG", "TT_PRINT_DATA"):
            monkeypatch.setenv(name, str(folder / name))
        for line, result in play(capsys, session):
            seen |= {(line.kind, path) for path in paths_in(result)}
        if session == "scores":
            seen |= {("night", path) for night in export_all(capsys, folder) for path in paths_in(night)}
    promised = [(kind, path) for kind in KINDS for path in keys_of(kind) if not path.endswith("[]")]
    for kind, path in promised:
        shown = any(own == kind and json_formats.pattern_of(path).fullmatch(key) for own, key in seen)
        assert shown or NEVER_HERE.fullmatch(f"{kind}: {path}"), f"{kind}: {path}"


# ---------------------------------------------------------------- schemas


def planted(value: Any) -> Iterator[tuple[str, Any]]:
    """The same object with one fault, and what it is: a key that nobody knows, or a wrong type."""
    if isinstance(value, dict):
        yield "a key too many", {**value, "surprise": {"surprise": [1.5]}}
        for key, own in value.items():
            for what, wrong in planted(own):
                yield f"{key}: {what}", {**value, key: wrong}
    elif isinstance(value, list):
        yield "no list", {"surprise": 1.5}
        for index, own in enumerate(value[:1]):
            for what, wrong in planted(own):
                yield f"{index}: {what}", [*value[:index], wrong, *value[index + 1 :]]
    else:
        yield "no such value", ["surprise", 1.5]
        if value is not None:
            yield "a value of another type", "surprise" if isinstance(value, float) else 1.5


def shortened(value: Any) -> Any:
    """The same with one of each list of objects: a fault in another would be seen as well."""
    if isinstance(value, dict):
        return {key: shortened(own) for key, own in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [shortened(own) for own in value[:1]]
    return value


def misses(kind: str, result: dict[str, Any]) -> list[str]:
    """The faults that the schema does not see."""
    required = schema_of(kind)["required"]
    lacking = [(f"no {key}", {name: own for name, own in result.items() if name != key}) for key in required]
    return [what for what, wrong in (*lacking, *planted(result)) if validator(kind).is_valid(wrong)]


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """A schema and all within it."""
    if isinstance(schema, dict):
        yield schema
    for own in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from parts(own)


def test_every_verb_with_json_is_run_here():
    run_here = {" ".join(line.words[: 1 + is_subverb(line.words)]) for name in SESSIONS for line in lines_of(name)}
    with_json = {verb for verb in EVERY_VERB if any("--json" in option.names for option in options_of(verb))}
    assert run_here | {"score export", "score import"} == with_json


def is_subverb(words: list[str]) -> bool:
    return words[0] == "score" and words[1:2] != [] and not words[1].startswith("-")


def test_every_format_has_a_schema_a_section_and_a_line_that_prints_it():
    assert {path.name for path in SCHEMAS.iterdir()} == set(map(file_of, KINDS))
    assert {line.kind for name in SESSIONS for line in lines_of(name)} - {""} == set(KINDS) - FILES


@walk("kind", KINDS)
def test_a_schema_is_closed_and_says_what_each_key_means(kind):
    schema = schema_of(kind)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$id"] == f"urn:tt-print:{file_of(kind).removesuffix('.json')}"
    assert schema["properties"]["format"]["const"] == f"tt_print {kind}"
    assert isinstance(schema["properties"]["version"]["const"], int)
    assert {"format", "version"} <= set(schema["required"])
    questions = schema.get("$defs", {}).values() if schema.get("unevaluatedProperties") is False else ()
    for part in parts(schema):
        if part.get("type") == "object":
            assert part.get("additionalProperties", True) is not True or part is schema or part in questions, part
            assert part.get("unevaluatedProperties", part.get("additionalProperties", False)) is not True
        for key, own in part.get("properties", {}).items() if part.get("type") == "object" else ():
            assert own.get("description") and own.keys() - {"description"}, key


# ---------------------------------------------------------------- the page


@walk("kind", KINDS)
def test_the_page_says_of_each_key_what_its_schema_says(kind):
    assert json_formats.named_keys(kind) == keys_of(kind)


def test_the_tables_are_those_of_the_schemas():
    page = PAGE.read_text(encoding="utf-8")
    assert with_tables(page) == page, "write the page anew: python -m tests.tools.json_page"


@pytest.mark.parametrize("long", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_the_samples_of_the_page_are_real(capsys, tmp_path, monkeypatch, long):
    monkeypatch.chdir(tmp_path)
    shown = samples(PAGE.read_text(encoding="utf-8"))
    formats = {json.loads(sample)["format"] for _, sample in shown}
    assert formats == {f"tt_print {kind}" for kind in set(KINDS) - FILES - UNSHOWN}

    def call(words: list[str]) -> str:
        ran = tt(capsys, *words)
        assert ran.status == 0, f"{words}: {ran.err}"
        return ran.out

    for lines, sample in shown:
        if lines[0].startswith("build") is long:
            assert made_sample(lines, call) == sample, f"{lines[-1]}: python -m tests.tools.json_page writes it anew"
