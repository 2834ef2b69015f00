"""What a package index, pip and lawyers read of the project, and what a source archive holds."""

import os
import re
import subprocess
import tarfile
import tomllib
from email import message_from_bytes
from pathlib import Path
from zipfile import ZipFile

import pytest
from markdown_it import MarkdownIt
from packaging.metadata import Metadata
from packaging.requirements import Requirement
from packaging.version import Version

from hatch_build import index_page, urls, with_download
from tests.commands import ROOT, process
from tests.makers.installed import QUIET, make_environment
from tests.tools.release import set_version
from tests.walks import walk
from tt_print import __version__

TOML = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = TOML["project"]


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
    assert f"[download the ZIP file]({EXAMPLE}/archive/HEAD.zip) and unzip it." in with_download(README, EXAMPLE)


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


def released(root: Path) -> list[str]:
    """The versions in the changelog, the newest first."""
    first, *others = re.findall(r"^## (.*)$", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert first == "Unreleased" and all(re.fullmatch(r"\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)", each) for each in others)
    return [each.split(" ")[0] for each in others]


def test_the_version_is_the_last_release_or_a_mark_after_it():
    last = Version(released(ROOT)[0])
    assert Version(__version__) == last or (Version(__version__).is_devrelease and Version(__version__) > last)


def test_a_release_closes_the_changelog_and_a_mark_follows_it(tmp_path):
    (tmp_path / "tt_print").mkdir()
    module, changelog = tmp_path / "tt_print" / "__init__.py", tmp_path / "CHANGELOG.md"
    module.write_text('__version__ = "0.1.0"\n', encoding="utf-8")
    changelog.write_text(
        "# Changelog\n\n## Unreleased\n\n- More.\n\n## 0.1.0 (2026-11-22)\n\n- All.\n", encoding="utf-8"
    )
    for wrong in (["0.1.0", "2026-12-05"], ["0.1.0.dev0"], ["0.2.0"], ["0.2.0", "today"]):
        with pytest.raises(ValueError):
            set_version(tmp_path, *wrong)
    set_version(tmp_path, "0.2.0", "2026-12-05")
    assert released(tmp_path) == ["0.2.0", "0.1.0"] and "## 0.2.0 (2026-12-05)\n\n- More." in changelog.read_text(
        encoding="utf-8"
    )
    set_version(tmp_path, "0.3.0.dev0")
    assert module.read_text(encoding="utf-8") == '__version__ = "0.3.0.dev0"\n' and released(tmp_path)[0] == "0.2.0"
    with pytest.raises(ValueError, match="Nothing is listed"):
        set_version(tmp_path, "0.3.0", "2026-12-24")


@pytest.mark.slow
def test_the_lowest_versions_that_are_allowed_are_enough(tmp_path, tmp_path_factory):
    """Of what the program needs, each at its lowest; it draws, judges, reads a photo, makes a PDF of pictures, and keeps score."""
    python = make_environment(tmp_path_factory, tmp_path / "lowest", "--resolution", "lowest-direct", ROOT)
    photo = ROOT / "tests" / "play" / "scan" / "photos" / "mini.jpg"
    environment = {**os.environ, "TT_PRINT_DATA": str(tmp_path / "data"), "TT_PRINT_CONFIG": str(tmp_path / "config")}
    for line in (
        "start", "deck --only RH3", f"scan {photo}", "judge ww3 pile RC2 YH2 GT2", "rules ww3 slap", "booklet craziness",
        "score start craziness Ann Bo Cy", "score hand Ann=0 Bo=1 Cy=2", "score export --pdf --picture --csv", "deal casino --players 3 --slips",
        "export --for printshop --deck west", "export --for mpc --deck west", "playtest craziness --games 2", "deck --no-such-option",
    ):  # fmt: skip
        words = [python, "-W", "error", "-m", "tt_print", *line.split()]
        done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == (2 if "no-such" in line else 0), f"{line}: {done.stderr}"


@pytest.mark.slow
def test_a_source_archive_makes_the_wheel_that_the_checkout_makes(tmp_path, tmp_path_factory, installed):
    """Its page of the index is checked as it is in the file. That the wheel works alone: test_package.py."""
    tools = (*TOML["build-system"]["requires"], "pip", "twine>=6", "check-wheel-contents>=0.6")
    python = make_environment(tmp_path_factory, tmp_path / "tools", *tools)
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
    pip = [python, "-m", "pip", "wheel", *QUIET, "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "-w", tmp_path / "from-archive", archive], check=True)
    (wheel,), (other,) = (folder.glob("*.whl") for folder in (tmp_path / "from-archive", installed))
    subprocess.run([python, "-m", "twine", "check", "--strict", archive, wheel], check=True)
    # W002: licenses of fonts are in it twice
    subprocess.run([python.with_name("check-wheel-contents"), "--ignore", "W002", wheel], check=True)
    with ZipFile(wheel) as one, ZipFile(other) as two:
        assert {name: one.read(name) for name in one.namelist()} == {name: two.read(name) for name in two.namelist()}
        (described,) = (name for name in one.namelist() if name.endswith("/METADATA"))
        data = one.read(described)
    metadata = Metadata.from_email(data, validate=False)
    assert metadata.license_expression == "MIT AND OFL-1.1" and metadata.author == "The tt_print contributors"
    page = message_from_bytes(data).get_payload(decode=True).decode()
    assert page.strip() == index_page(README, TOML["tool"]["tt-print"]["address"]).strip()
