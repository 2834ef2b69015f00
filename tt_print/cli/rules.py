"""`tt-print rules`: the rule text in the terminal, by number or by words, with its examples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tt_print.core.commands.common import Answer

if TYPE_CHECKING:
    from tt_print.booklets.blocks import RenderedExample
    from tt_print.booklets.lookup import Entry
    from tt_print.booklets.text import Draft
    from tt_print.cli.request_commands import OutputOptions
    from tt_print.core.commands.rules import Rules
    from tt_print.core.environment import Call

SCREEN = 24  # lines of a small terminal
MAX_WIDTH = 100  # longer lines are hard to read, however wide the terminal


def answer(request: Rules, call: Call, own: OutputOptions) -> Answer:
    from tt_print.booklets.lookup import find_rules
    from tt_print.core.commands.rules import chapters_json, found_json

    draft, query = request.draft(), request.query
    if not query:
        data = chapters_json(draft) if own.as_json else {}
        return Answer(data, {}, _chapters(draft), kind="rules chapters")
    if own.as_json:
        return Answer(found_json(draft, query), {})
    return Answer({}, {}, _screen(draft, *find_rules(draft, query), query, request.everything))


# ---------------------------------------------------------------- for people


def _chapters(draft: Draft) -> list[str]:
    from tt_print.booklets.lookup import list_numbers

    book = draft.book
    lines = [f"{book.title}: {book.tagline}", *(f"  {label}: {text}" for label, text in book.facts), ""]
    for chapter, numbers in list_numbers(draft):
        head = f"  {chapter.number:>2}  {chapter.title:<{min(32, _width() - 22)}}  "
        lines.append((head + _cited([n for n in numbers if n[:1].isdigit()], _width() - len(head))).rstrip())
    call = f"tt-print rules {book.game}"
    ask = [f"  By number:  {call} {_some_number(draft)}"]
    if word := _some_word(draft):
        ask.append(f"  By words:   {call} {word}")
    return [*lines, *ask, *_in_force(draft)]


def _cited(numbers: list[str], room: int) -> str:
    """`rule 1, 2a, ...`: as many as there is room for."""
    for shown in range(len(numbers), 0, -1):
        text = f"rule {', '.join([*numbers[:shown], *(['...'] if shown < len(numbers) else [])])}"
        if len(text) <= room:
            return text
    return ""


def _some_number(draft: Draft) -> str:
    from tt_print.booklets.lookup import read_entries

    found = [source for entry in read_entries(draft) for source in entry.sources if source[:1].isdigit()]
    return next((source for source in found if not source.isdigit()), found[-1])


def _some_word(draft: Draft) -> str:
    from tt_print.booklets.lookup import glossary

    return next((term for term, _ in reversed(glossary(draft)) if " " not in term), "")


def _in_force(draft: Draft) -> list[str]:
    return [f"House rules: {', '.join(str(draft.house).split())}"] if draft.house.changed else []


def _screen(
    draft: Draft, entries: list[Entry], meanings: list[tuple[str, str]], query: str, everything: bool
) -> list[str]:
    """Rules first, as many as fit, then their examples as far as there is room."""
    head = [f"{draft.book.title}, {query.strip()}"]
    for term, meaning in meanings[: None if everything else 2]:
        head += _wrap(f"{term}: {meaning}", "  ", "    ")
    room = SCREEN - len(head) - len(_in_force(draft)) - 2
    texts: list[list[str]] = []
    examples: list[list[str]] = []
    used = 0
    for entry in entries:
        lines = _rule_lines(entry)
        if not everything and texts and used + len(lines) > room * 2 // 3:
            break
        texts.append(lines if everything else lines[:room])
        used += len(texts[-1])
    for entry in entries[: len(texts)]:
        kept: list[str] = []
        for example in entry.render_examples(draft):
            lines = _example_lines(example)
            if not everything and used + len(lines) > room:
                break
            kept += lines
            used += len(lines)
        examples.append(kept)
    body = [line for text, kept in zip(texts, examples, strict=True) for line in (*text, *kept)]
    rest = entries[len(texts) :]
    numbers = ", ".join(entry.number for entry in rest[:8] if entry.number) + (", ..." if len(rest) > 8 else "")
    more = [f"  {len(rest)} more: {numbers}. All of it: --all"] if rest else []
    return [*head, *body, *more, *_in_force(draft)]


def _rule_lines(entry: Entry) -> list[str]:
    from tt_print.booklets.blocks import Bullets, HouseRule
    from tt_print.booklets.lookup import plain_text
    from tt_print.terminal import table

    text, *choices = entry.text.split(" - ") if isinstance(entry.block, HouseRule) else [entry.text]
    mark = " (house rule)" if entry.block.changed else ""
    lines = _wrap(f"{entry.number:<5} {text}{mark}" + (f" [{entry.origin}]" if entry.origin else ""), "", "      ")
    for choice in choices:
        lines += _wrap(f"- {choice}", "      ", "        ")
    for block in entry.more:
        if isinstance(block, Bullets):
            lines += [line for item in block.items for line in _wrap(plain_text(item), " " * 6, " " * 8)]
            continue
        heads, *rows = ([plain_text(cell) for cell in row] for row in (block.header, *block.rows))
        lines += [f"      {line}" for line in table(heads, rows, _width() - 6, left=range(len(heads)))]
    return lines


def _example_lines(example: RenderedExample) -> list[str]:
    from tt_print.booklets.lookup import QUOTES, plain_text

    cards = f"{example.alt[:1].upper()}{example.alt[1:]}." if example.alt else ""
    caption = plain_text(example.caption).replace("**", "")  # a book prints these words bold
    text = " ".join(part for part in (caption, cards, example.words) if part)
    answer = f"{example.answer}. {example.outcome}" if example.answer else example.outcome
    lines = _wrap(f"e.g. {text}", "      ", "           ") + _wrap(f"-> {answer}", "        ", "           ")
    return [line.translate(QUOTES) for line in lines]


def _width() -> int:
    from tt_print.terminal import columns

    return columns(at_most=MAX_WIDTH) - 1


def _wrap(text: str, first: str, then: str) -> list[str]:
    from tt_print.terminal import wrap

    return wrap(text, _width(), first, then)
