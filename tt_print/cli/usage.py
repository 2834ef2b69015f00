"""A command line that makes no sense, as one sentence: what was wrong, what is allowed, what to type.

Loaded only when that happens.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

import typer

from tt_print.deck import parse_card
from tt_print.errors import InputError, NotationError, did_you_mean, join_words

MAX_LETTERS, MAX_WORDS = 10_000, 2_000  # all cards of two decks by their words are 3,500 letters
LONG_DASHES = ("–", "—", "−")  # what word processors and chats make of two hyphens
MEANT = {  # what people type for a command that has another name here
    "score": {
        "edit": ("correct", "change", "fix", "amend", "modify"), "finish": ("end", "stop", "close", "over", "done"),
        "undo": ("back", "revert"), "remove": ("delete", "del"), "start": ("new", "begin"), "join": ("add",),
        "": ("table", "total", "totals", "standings", "result", "results", "winner"), "nights": ("list",),
        "hand": ("enter", "round", "points"), "log": ("history",), "resume": ("continue", "open"), "leave": ("quit",),
    },
    "": {
        "list": ("where", "config"), "list papers": ("papers",), "list cards": ("cards", "sizes"), "list stocks": ("stocks",),
        "list themes": ("themes",), "list services": ("services", "profiles"), "list games": ("games",),
    },
}  # fmt: skip
LISTS = {  # what people type without the option before it
    "deal": "Names follow --players, as in: --players Ann,Bo,Cy.",
    "recount": "Counts follow --colors, --shapes and --numbers, as in: --colors 24,25,25,25,25.",
}


def usage_sentence(error: typer.TyperException, verb: str, verbs: Iterable[str]) -> str:
    """What to tell a person whose verb, option or value is not understood. `verb` is "" where there is none."""
    text = error.format_message()
    if word := _between(r"No such command '([^']*)'", text):
        where = f"{verb} has" if verb else "there is"
        sentence = f"{where} no command {word!r}.{_meant_verb(word, verb) or did_you_mean(word, verbs)} Commands: {join_words(verbs, 'and')}."
    elif words := _between(r"unexpected extra argument\(s\) \((.*)\)$", text):
        sentence = _extra_words(words, verb)
    elif option := getattr(error, "option_name", ""):
        sentence = _option(error, option, text, verb)
    elif argument := _between(r"Missing argument '([^']*)'", text):
        sentence = f"{verb} needs {argument.strip('[]').rstrip('.')} after it."
    else:
        sentence = text
    return f"{sentence} For help: tt-print{' ' + verb if verb else ''} --help"


def _meant_verb(word: str, verb: str) -> str:
    """` Did you mean edit?` of a word that says the same as one of the verb's own, "" being the bare verb; else nothing."""
    meant = (ours for ours, others in MEANT.get(verb, {}).items() if word.lower() in others)
    return next((f" Did you mean {ours or f'tt-print {verb} alone'}?" for ours in meant), "")


def _between(pattern: str, text: str) -> str:
    found = re.search(pattern, text, re.DOTALL)
    return found[1] if found else ""


def _option(error: typer.TyperException, option: str, text: str, verb: str) -> str:
    if "requires an argument" in text:
        return f"{option} needs a value after it."
    if "does not take a value" in text:
        return f"{option} takes no value. Leave out the = and what follows it."
    context = getattr(error, "ctx", None)
    known = [] if context is None else context.command.params
    declared = [name for param in known for name in (*param.opts, *param.secondary_opts) if name.startswith("-")]
    # compared without their hyphens, which would make all of them alike
    near = did_you_mean(option.lstrip("-"), [name.lstrip("-") for name in declared]).replace("mean ", "mean --")
    if verb:
        return f"{verb} has no option {option}.{near}"
    after = "Options of a command come after it, as in: tt-print deck --paper a4."
    return f"{option} comes before the command.{near} {after}"


def check_words(words: list[str]) -> None:
    """Raises InputError for what nobody types by hand, and what some readers would chew on for hours."""
    if len(words) > MAX_WORDS:
        raise InputError(f"{len(words):,} words follow tt-print; it reads at most {MAX_WORDS:,}.")
    for word in words:
        if len(word) > MAX_LETTERS:
            raise InputError(
                f"{word[:20]!r}... is a word of {len(word):,} letters; at most {MAX_LETTERS:,} are allowed."
            )
        try:
            if "\0" in os.fsencode(word).decode("latin-1"):
                raise ValueError
        except ValueError:  # a zero byte, or half a letter, which only another program can hand over
            raise InputError(f"{word[:200]!r} holds a sign that no word can hold. Type it without.") from None


def _extra_words(words: str, verb: str) -> str:
    first, *_ = [*words.split(maxsplit=1), words]
    if first.startswith(LONG_DASHES):
        name = first.lstrip("".join(LONG_DASHES))
        return f"{first!r} begins with a long dash. An option begins with two hyphens: --{name}."
    try:
        cards = [parse_card(word).safe_code for word in words.replace(",", " ").split()]
    except NotationError:
        cure = LISTS.get(verb, "Options begin with two hyphens; a value with spaces needs quotes.")
        return f"{words!r} was not expected after {verb}. {cure}"
    if verb != "deck":
        return f"{words!r}: {verb} takes no cards. Print single ones with: tt-print deck --only {','.join(cards)}."
    return f"{words!r} stands alone. Cards follow --only, as in: --only RH3,J1."
