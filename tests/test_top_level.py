"""What lies at the top of the project: what its README and its setup name, and nothing that a run left behind."""

import subprocess

from tests.commands import ROOT

WANTED = {
    "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "NOTICE", "README.md", "hatch_build.py", "docs", "output", "pyproject.toml", "set_up.py", "templates", "tests",
    "tt-print", "tt-print.cmd", "tt_print",
}  # fmt: skip


def test_nothing_lies_at_the_top_that_does_not_belong_there():
    listed = subprocess.run(["git", "ls-files", "-z"], check=False, cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:  # a copy without its history
        names = {path.name for path in ROOT.iterdir()}
        assert names >= WANTED - {"output"}
        return
    names = {path.split("/")[0] for path in listed.stdout.split("\0") if path}
    assert {name for name in names if not name.startswith(".")} == WANTED
