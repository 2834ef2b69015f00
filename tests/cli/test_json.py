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
from tests.commands import ROOT, tt
from tests.readers import json_formats
from tests.readers.json_formats import PAGE, SCHEMAS, faults, file_of, keys_of, paths_in, schema_of, validator
from tests.readers.shown_commands import bring_pictures, nobody_answers
from tests.tools.json_page import made_sample, samples, with_tables
from tests.walks import walk

KINDS = sorted(json_formats.sections())
SESSIONS_FILE = ROOT / "tests" / "cli" / "json_sessions.txt"
FILES = {"night"}  # formats of files, which `--json` of `score export` writes

SESSIONS = dict(part.split("\n", 1) for part in SESSIONS_FILE.read_text(encoding="utf-8").split("\n# ")[1:])
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
NEVER_HERE = re.compile(
    r"verify: (failed\[\]|soak\.faults).*|score.*: .*problem.*|night: .*problem.*|.*: warnings\[\]|scan: questions\[\]\.card"
)


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
        if lines[0].startswith(("build", "export", "booklet")) is long:
            assert made_sample(lines, call) == sample, f"{lines[-1]}: python -m tests.tools.json_page writes it anew"
