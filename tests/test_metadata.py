"""What a package index, pip and lawyers read of the project, and what a source archive holds."""

import re
import subprocess
import sys
import tarfile
import tomllib
import venv
from email import message_from_bytes
from zipfile import ZipFile

import pytest
from markdown_it import MarkdownIt
from packaging.requirements import Requirement

from tests.commands import ROOT, process
from tests.walks import walk
from tt_print import __version__

TOML = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = TOML["project"]
QUIET = ["--quiet", "--disable-pip-version-check"]


def page_of_the_index(readme: str) -> str:
    """The page that the build hook makes of the README for a package index, by its fragments and patterns."""
    hook, text = TOML["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"], ""
    for part in hook["fragments"]:
        start, end = (readme.index(part[key]) if key in part else None for key in ("start-at", "end-before"))
        text += part.get("text") or readme[start:end]
    for rule in hook["substitutions"]:
        text = re.sub(rule["pattern"], rule["replacement"], text)
    return text


def targets(text: str) -> list[str]:
    """Where the links and pictures of a page lead."""
    found = []
    for token in MarkdownIt("commonmark").parse(text):
        found += [str(child.attrs.get("href") or child.attrs.get("src")) for child in token.children or ()
                  if child.type in ("link_open", "image")]  # fmt: skip
    return found


def test_the_page_of_the_index_leads_nowhere_that_is_not_there():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len([target for target in targets(readme) if not target.startswith("https://")]) > 15
    page = page_of_the_index(readme)
    assert [target for target in targets(page) if not target.startswith(("https://", "#"))] == []
    assert "](docs" not in page and "Print it well" in page, "a link is its words"
    assert "./tt-print" not in page and "pipx install tt-print" in page and "unzip" not in page


@walk(("system", "wanted"), [
    ("#1 SMP PREEMPT_DYNAMIC Debian 6.1.99-1", ">=5"), ("10.0.22631", ">=5"), ("Darwin Kernel Version 19.6.0: Tue Jun 21 2022", ""),
    ("Darwin Kernel Version 20.6.0: Wed Jun 21 2023", "<5.10,>=5"), ("Darwin Kernel Version 21.6.0: Mon Jun 24 2024", "<5.12,>=5"),
    ("Darwin Kernel Version 22.1.0: Sun Oct 9 2022", ">=5"), ("Darwin Kernel Version 25.0.0: Wed Sep 17 2025", ">=5"),
])  # fmt: skip
def test_pypdfium2_comes_along_where_it_has_a_wheel(system, wanted):
    """None for macOS 10, which is Darwin 1x; older ones for macOS 11 and 12."""
    asked = [each for each in map(Requirement, PROJECT["dependencies"]) if each.name == "pypdfium2"]
    found = [
        str(each.specifier) for each in asked if each.marker and each.marker.evaluate({"platform_version": system})
    ]
    assert found == [wanted] * bool(wanted)


def test_the_licenses_are_those_of_the_files():
    assert PROJECT["license"] == "MIT AND OFL-1.1"
    files = [path for pattern in PROJECT["license-files"] for path in ROOT.glob(pattern)]
    texts = [path.read_text(encoding="utf-8") for path in files]
    assert sum("MIT License" in text for text in texts) == 1
    fonts = {path.name.split("-")[0] for path in (ROOT / "templates" / "fonts").glob("*.ttf")}
    assert {path.stem.removeprefix("OFL-") for path in files} - {"LICENSE"} == fonts
    assert sum("SIL OPEN FONT LICENSE VERSION 1.1" in text.upper() for text in texts) == len(fonts)


def test_the_author_is_nobody_that_is_not():
    """Nobody else's name stands for the software, nor a machine's; the game's author is credited where people read."""
    assert PROJECT["authors"] == [{"name": "The tt_print contributors"}]
    assert "The tt_print contributors" in (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "Ciesicki" not in str(PROJECT) and "Brian Ciesicki" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_version_of_python_that_is_named_is_allowed():
    named = [int(found[1]) for name in PROJECT["classifiers"] if (found := re.fullmatch(r".*Python :: 3\.(\d+)", name))]
    assert named == list(range(11, max(named) + 1)) and PROJECT["requires-python"] == ">=3.11"


def test_the_changelog_has_a_section_for_the_version():
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0] == "Unreleased" and headings[1].split(" ")[0] == __version__
    assert re.fullmatch(r"\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)", headings[1])


@pytest.mark.slow
def test_a_source_archive_makes_the_wheel_that_the_checkout_makes(tmp_path):
    """It is built and installed in an environment of its own, and its page of the index is checked as it is in the file."""
    from packaging.metadata import Metadata

    venv.create(tmp_path / "tools", with_pip=True)
    python = tmp_path / "tools" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    subprocess.run([python, "-m", "pip", "install", *QUIET, *TOML["build-system"]["requires"]], check=True)
    build = [python, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (archive,) = tmp_path.glob("tt_print-*.tar.gz")
    with tarfile.open(archive) as held:
        names = {name.partition("/")[2] for name in held.getnames()}
        launcher = next(member for member in held.getmembers() if member.name.endswith("/tt-print"))
    assert {*"README.md CHANGELOG.md LICENSE Makefile tt-print.cmd output/.gitignore".split()} <= names
    assert launcher.mode & 0o100
    assert {f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")} <= names
    for source, folder in ((archive, "from-archive"), (ROOT, "from-checkout")):
        pip = [python, "-m", "pip", "wheel", *QUIET, "--no-deps", "--no-build-isolation"]
        subprocess.run([*pip, "-w", tmp_path / folder, source], check=True)
    (wheel,), (other,) = ((tmp_path / folder).glob("*.whl") for folder in ("from-archive", "from-checkout"))
    with ZipFile(wheel) as one, ZipFile(other) as two:
        assert {name: one.read(name) for name in one.namelist()} == {name: two.read(name) for name in two.namelist()}
        (described,) = (name for name in one.namelist() if name.endswith("/METADATA"))
        data = one.read(described)
    metadata = Metadata.from_email(data, validate=False)
    assert metadata.license_expression == "MIT AND OFL-1.1" and metadata.author == "The tt_print contributors"
    page = message_from_bytes(data).get_payload(decode=True).decode()
    assert page.strip() == page_of_the_index((ROOT / "README.md").read_text(encoding="utf-8")).strip()
    venv.create(tmp_path / "fresh", with_pip=True)
    python = tmp_path / "fresh" / python.relative_to(tmp_path / "tools")
    subprocess.run([python, "-m", "pip", "install", *QUIET, wheel], check=True)
    asked = "judge ww3 pile RC2 YH2 GT2 --json".split()
    words = [python.parent / "tt-print", *asked]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, process(*asked).out), done.stderr
