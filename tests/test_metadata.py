"""What a package index, pip and lawyers read of the project, and what a source archive holds."""

import os
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

from hatch_build import index_page, urls, with_download
from tests.commands import ROOT, process
from tests.walks import walk
from tt_print import __version__

TOML = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = TOML["project"]
QUIET = ["--quiet", "--disable-pip-version-check"]


def targets(text: str) -> list[str]:
    """Where the links and pictures of a page lead."""
    found = []
    for token in MarkdownIt("commonmark").parse(text):
        found += [str(child.attrs.get("href") or child.attrs.get("src")) for child in token.children or ()
                  if child.type in ("link_open", "image")]  # fmt: skip
    return found


README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLE = "https://github.com/someone/tt_print"


def test_without_an_address_the_page_of_the_index_leads_nowhere_that_is_not_there():
    assert len([target for target in targets(README) if not target.startswith("https://")]) > 15
    page = index_page(README, "")
    assert [target for target in targets(page) if not target.startswith(("https://", "#"))] == []
    assert "Print it well" not in page and "Guides" not in page and "License (NOTICE)." in page
    assert "./tt-print" not in page and "pipx install tt-print" in page and "ZIP" not in page and urls("") == {}


def test_with_an_address_every_link_of_the_package_begins_with_it():
    page = index_page(README, EXAMPLE)
    found = [target for target in targets(page) if not target.startswith(("https://nodejs", "https://www.python"))]
    assert len(found) > 8 and all(target.startswith(f"{EXAMPLE}/") for target in found)
    files = [target.partition("/HEAD/")[2] for target in [*found, *urls(EXAMPLE).values()] if "/HEAD/" in target]
    assert "docs/pictures/fan.png" in files and "CHANGELOG.md" in files
    assert all((ROOT / name).is_file() for name in files)
    assert {"Homepage", "Issues", "Changelog", "Security"} <= urls(EXAMPLE).keys()


def test_the_readme_takes_its_address_from_the_project():
    assert with_download(README, TOML["tool"]["tt-print"]["address"]) == README, "python hatch_build.py renews it"
    assert with_download(with_download(README, EXAMPLE), "") == with_download(README, "")
    assert f"[Download the ZIP file]({EXAMPLE}/archive/HEAD.zip) and unzip it." in with_download(README, EXAMPLE)


@pytest.fixture
def installed_with(tmp_path):
    """A function that installs the package's links and other files where Python looks first."""

    def install(links: dict[str, str], **modules: str) -> str:
        about = tmp_path / "tt_print-9.dist-info"
        about.mkdir(exist_ok=True)
        lines = [f"Project-URL: {name}, {link}" for name, link in links.items()]
        (about / "METADATA").write_text(
            "\n".join(["Metadata-Version: 2.4", "Name: tt-print", "Version: 9", *lines]), encoding="utf-8"
        )
        for name, text in modules.items():
            (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        return os.pathsep.join([str(tmp_path), str(ROOT)])

    return install


def test_help_and_faults_lead_to_the_issues_if_there_is_an_address(installed_with):
    said = f"{EXAMPLE}/issues"
    around = {"PYTHONPATH": installed_with(urls(EXAMPLE))}
    assert process("--help", **around).out.endswith(f"\nQuestions and faults: {said}\n")
    assert said not in process("deck", "--only", "RX3", **around).err
    around = {"PYTHONPATH": installed_with(urls(EXAMPLE), typer="raise RuntimeError('planted')")}
    fault = process("deck", **around)
    assert fault.status == 1 and fault.err.index(f"the lines below: {said}\n") < fault.err.index("Traceback")
    around = {"PYTHONPATH": installed_with({}, typer="raise RuntimeError('planted')")}
    assert process("deck", **around).err.startswith("Traceback")


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
    assert {path.stem.removeprefix("OFL-") for path in files} - {"LICENSE", "NOTICE"} == fonts
    assert texts[0].endswith("OTHER DEALINGS IN THE\nSOFTWARE.\n"), "LICENSE is the license alone"
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
    assert {
        *"README.md CHANGELOG.md LICENSE NOTICE hatch_build.py set_up.py Makefile tt-print.cmd output/.gitignore".split()
    } <= names
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
    assert page.strip() == index_page(README, TOML["tool"]["tt-print"]["address"]).strip()
    venv.create(tmp_path / "fresh", with_pip=True)
    python = tmp_path / "fresh" / python.relative_to(tmp_path / "tools")
    subprocess.run([python, "-m", "pip", "install", *QUIET, wheel], check=True)
    asked = "judge ww3 pile RC2 YH2 GT2 --json".split()
    words = [python.parent / "tt-print", *asked]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, process(*asked).out), done.stderr
