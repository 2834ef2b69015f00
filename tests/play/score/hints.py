"""Commands that `score` tells people to type, as found in what it prints."""

import re
import shlex

WORD = r"""(?:\\.|"[^"]*"|'[^']*'|[^\s"'\\])+"""
START = "tt-print score"


def hints(text: str) -> list[list[str]]:
    """The arguments of each command in `text` from `score` on. A hint ends with its line, or with a stop or a comma."""
    found = []
    for line in text.splitlines():
        for place in re.finditer(re.escape(START), line):
            typed: list[str] = []
            for word in re.findall(WORD, line[place.end() :]):
                bare = "..." if word.startswith("...") else word.rstrip(".,;)")
                typed.append(bare)
                if bare != word:
                    break
            found.append(["score", *shlex.split(" ".join(typed))])
    return found
