"""How hard a text is to read, by Flesch and Kincaid: years of school in the United States.

    0.39 words a sentence + 11.8 syllables a word - 15.59

J. P. Kincaid and others, Derivation of New Readability Formulas, 1975. Syllables are counted by the groups of vowels.
"""

import re

VOWELS = re.compile(r"[aeiouy]+")
SENTENCE = re.compile(r"[.!?:]+(?=\s|$)")
WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+|\?")


def syllables(word: str) -> int:
    """Groups of vowels; a last silent e and the e of a last ed count for nothing."""
    if not word.isalpha():
        return 1 if word in ("?",) else len(word) if word.isdigit() and len(word) < 3 else 2
    count = len(VOWELS.findall(word)) + word.count("ia")  # as in triangle and variable
    if word.endswith("e") and not word.endswith("le") and count > 1:
        count -= 1
    if re.search(r"[^aeiouytd]ed$", word) and count > 1:
        count -= 1
    return max(count, 1)


def sentences(text: str) -> list[list[str]]:
    """Words by sentence; a colon ends one, too, as it does for the breath."""
    found = [WORD.findall(part.replace("\u2019", "'").lower()) for part in SENTENCE.split(text)]
    return [words for words in found if words]


def grade(text: str) -> float:
    parts = sentences(text)
    words = [word for part in parts for word in part]
    return 0.39 * len(words) / len(parts) + 11.8 * sum(map(syllables, words)) / len(words) - 15.59
