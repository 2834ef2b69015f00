"""What the build derives from `address` in pyproject.toml: the links of the package and the page of the package index.

Run `python hatch_build.py` after you changed the address: it renews the sentence of README.md that needs it.
"""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

try:
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ImportError:  # outside a build, where only the functions are used

    class MetadataHookInterface:  # type: ignore[no-redef]
        """Takes the place of hatchling's class."""


ROOT = Path(__file__).parent
FOR_PEOPLE_WITH_PIP = """\
## Install

```console
$ pipx install tt-print
$ tt-print build
```

`pip install tt-print` and `uv tool install tt-print` also work. tt_print needs Python 3.11 or newer. `build` writes all files into the folder `output`.
Print `output/sheets/start-a4.pdf` (or `start-letter.pdf`) at **100%**, on one side. Check that the rulers on page 1 are 100 mm long, cut along
the marks, and play **Push It Real Good** with three players. The rules are on page 1.

"""
DOWNLOAD = re.compile(r"(<!-- download -->).*?(<!-- end of download -->)")
# a list of guides: links, and nothing else to read
GUIDES = re.compile(r"\n(?:Guides: )?\[[^\]]*\]\((?!https?:)[^)]*\)[^\n]*(?:\n[^\n]+)*\n")


def read_address(project: Mapping[str, Any]) -> str:
    """Return where the project is hosted, without a slash at the end; empty as long as it has no address."""
    return str(project["tool"]["tt-print"]["address"]).rstrip("/")


def urls(address: str) -> dict[str, str]:
    """Return the links of the package by their names, which `pip show` and the package index display; none without an address."""
    if not address:
        return {}
    return {
        "Homepage": address,
        "Documentation": f"{address}/blob/HEAD/docs/README.md",
        "Issues": f"{address}/issues",
        "Changelog": f"{address}/blob/HEAD/CHANGELOG.md",
        "Security": f"{address}/security",
    }


def index_page(readme: str, address: str) -> str:
    """Return the page of the package index: of README.md, what somebody with pip and without the folder needs.

    A link to a file leads to the project's address. Without one it is its words, and a paragraph of nothing but links is dropped.
    """

    def part(start: str, end: str) -> str:
        return readme[readme.index(start) if start else 0 : readme.index(end) if end else None]

    text = part("", "| you are |") + FOR_PEOPLE_WITH_PIP + part("## At the table", "## Use it from a program")
    text += part("## Credits and license", "")
    text = text.replace("./tt-print", "tt-print")
    if not address:
        text = GUIDES.sub("\n", re.sub(r"!\[[^\]]*\]\((?!https?:)[^)]*\)\n*", "", text))
        return re.sub(r"\n{3,}", "\n\n", re.sub(r"\[([^\]]+)\]\((?!https?:|#)[^)]*\)", r"\1", text))
    text = re.sub(r"(!\[[^\]]*\]\()(?!https?:)", rf"\1{address}/raw/HEAD/", text)
    return re.sub(r"((?<!!)\[[^\]]+\]\()(?!https?:|#|" + re.escape(address) + ")", rf"\1{address}/blob/HEAD/", text)


def with_download(readme: str, address: str) -> str:
    """Return README.md with the sentence that says how to get the project."""
    zip_file = "download this project as a ZIP file (on its page: **Code**, then **Download ZIP**),"
    if address:
        zip_file = f"[download the ZIP file]({address}/archive/HEAD.zip)"
    return DOWNLOAD.sub(rf"\g<1>{zip_file} and unzip it.\g<2>", readme)


class AddressHook(MetadataHookInterface):  # type: ignore[misc]
    """Adds to the metadata of the package what depends on the address."""

    def update(self, metadata: dict[str, Any]) -> None:
        address = read_address(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8")))
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        metadata["urls"] = urls(address)
        metadata["readme"] = {"content-type": "text/markdown", "text": index_page(readme, address)}


if __name__ == "__main__":
    page = ROOT / "README.md"
    found = read_address(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8")))
    page.write_text(with_download(page.read_text(encoding="utf-8"), found), encoding="utf-8")
