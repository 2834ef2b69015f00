"""No example of the rule texts would hold the other way round. That each holds is shown by `verify`: test_judge.py."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from tests.walks import walk
from tt_print.errors import TemplateError
from tt_print.games import game_names
from tt_print.games.examples import parse_examples, read_examples, run_example

IDS = Path(__file__).parent / "ids"
EXAMPLES = [example for source in game_names() for example in read_examples(source)]


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_no_fact_holds_when_it_is_turned_round_and_another_rule_number_is_noticed(step):
    for example in EXAMPLES[::step]:
        turn_round(example)


def turn_round(example):
    for index in range(max(len(case.facts) for case in example.cases)):
        turned, wanted = [], {}
        for case in example.cases:
            facts = list(case.facts)
            if index < len(facts):
                facts[index] = replace(facts[index], negated=not facts[index].negated)
                wanted[case.line] = str(facts[index])
            turned.append(replace(case, facts=tuple(facts)))
        wrong = replace(example, cases=tuple(turned), shown=tuple(turned), rules=() if index else ("99z",))
        *failures, last = run_example(wrong)
        if index:
            failures.append(last)
        else:
            assert last.expected == "decided by rule 99z"
        assert {failure.line: failure.expected for failure in failures} == wanted, "a fact and its opposite both hold"
        assert all(failure.got != failure.expected for failure in failures)


def test_a_list_of_checked_facts_is_complete():
    found = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in IDS.glob("*.toml")}
    # counted in the examination of the rules, section by section
    counts = {"ww3": 54, "armageddon": 23, "six-suit": 31, "casino": 65, "craziness": 23, "push-it": 31}
    assert {name: len(ids) for name, ids in found.items()} == counts
    assert sum(map(len, found.values())) == 227


@walk("source", game_names())
def test_every_checked_fact_has_its_example_or_a_reason(source):
    there = {example.id for example in read_examples(source)}
    for item, where in tomllib.loads((IDS / f"{source}.toml").read_text(encoding="utf-8")).items():
        if " " in where:
            assert len(where) > 20 and item not in there, f"{item} needs no reason, it has an example"
        else:
            assert (where or item) in there, f"{item} has no example in the book of {source}"


@pytest.mark.parametrize(("text", "said"), [
    ("```example rule=1 id=X-1\non RC1 -> legal\n", "line 1: this block is never closed"),
    ("\n```example rule=1\non RC1 -> legal\n```\n", "line 2: an example says its rule and its id"),
    ("```example rule=1 id=\non RC1 -> legal\n```\n", "line 1: an example says its rule and its id"),
    ("```example rule=1 id=X-1\non RC1\n```\n", "line 1: an example states something"),
    ("```example rule=1 id=X-1\non RC1;; lay RC2 -> legal\n```\n", "line 2: a phrase or a fact is empty"),
    ("```example rule=1 id=X-1\non RC1 -> legal,\n```\n", "line 2: a phrase or a fact is empty"),
])  # fmt: skip
def test_a_broken_block_is_named_by_file_and_line(text, said):
    with pytest.raises(TemplateError) as caught:
        parse_examples(text, "rules/x.md", "craziness")
    assert str(caught.value).startswith("rules/x.md, ") and said in str(caught.value)


def test_other_blocks_and_indented_fences_are_left_alone():
    text = "~~~~text\n```example rule=1 id=X-1\n~~~~\n\n   ```example rule=2 id=X-2\n   on RC1\n   lay RC2 -> legal\n   ```\n"
    (example,) = parse_examples(text, "x.md", "craziness")
    assert (example.id, example.rules, example.line, example.cases[0].line) == ("X-2", ("2",), 5, 7)
    assert example.cases[0].phrases == ("on RC1", "lay RC2")


@pytest.mark.parametrize(("line", "got"), [
    ("on RC1; lay RC2 -> topper 3", "topper 2"),
    ("on RC1; lay RC2 -> illegal", "legal"),
    ("on RC1; lay RC2 -> points 3", "nothing said about it; known: legal, topper"),
    ("on RC1; fly RC2 -> legal", "'fly RC2' is not a phrase of Craziness"),
    ("with flying=true; on RC1; lay RC2 -> legal", "Craziness has no house rule 'flying'"),
])  # fmt: skip
def test_a_false_example_says_what_came(line, got):
    (example,) = parse_examples(f"# Text\n\n```example rule=4b id=X-1\n{line}\n```\n", "x.md", "craziness")
    failure = next(run_example(example))
    assert (failure.file, failure.line, failure.rule) == ("x.md", 4, "4b") and failure.got.startswith(got)
