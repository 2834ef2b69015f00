"""Every example of the rule texts holds, and none would hold the other way round."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from tests.walks import walk
from tt_print.errors import TemplateError
from tt_print.games.examples import (
    _every_case,
    example_sources,
    parse_examples,
    read_examples,
    run_case,
    run_example,
    verify_examples,
)

IDS = Path(__file__).parent / "ids"
EXAMPLES = [example for source in example_sources() for example in read_examples(source)]


@walk("example", EXAMPLES)
def test_the_engine_agrees(example):
    assert list(run_example(example)) == []


@walk("example", EXAMPLES)
def test_no_fact_holds_when_it_is_turned_round(example):
    for case in _every_case(example):
        for index, fact in enumerate(case.facts):
            turned = replace(
                case, facts=(*case.facts[:index], replace(fact, negated=not fact.negated), *case.facts[index + 1 :])
            )
            failure, _ = run_case(example, turned)
            assert failure is not None and failure.line == case.line, (
                f"line {case.line}: {fact} and its opposite both hold"
            )
            assert failure.expected == str(replace(fact, negated=not fact.negated)) and failure.got != failure.expected


@walk("example", EXAMPLES)
def test_another_rule_number_is_noticed(example):
    failures = list(run_example(replace(example, rules=("99z",))))
    assert [failure.expected for failure in failures] == ["decided by rule 99z"]


def test_a_list_of_checked_facts_is_complete():
    found = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in IDS.glob("*.toml")}
    # counted in the examination of the rules, section by section
    assert {name: len(ids) for name, ids in found.items()} == {
        "deck": 8,
        "ww3": 54,
        "armageddon": 23,
        "six-suit": 31,
        "casino": 65,
        "craziness": 23,
        "push-it": 31,
    }
    assert sum(map(len, found.values())) == 235


@pytest.mark.parametrize("source", example_sources())
def test_every_checked_fact_has_its_example_or_a_reason(source):
    there = {example.id for example in read_examples(source)}
    for item, where in tomllib.loads((IDS / f"{source}.toml").read_text(encoding="utf-8")).items():
        if " " in where:
            assert len(where) > 20 and item not in there, f"{item} needs no reason, it has an example"
        else:
            assert (where or item) in there, (
                f"{item} has no example in templates/{'deck/book.md' if source == 'deck' else f'games/{source}/book.md'}"
            )


def test_the_report_counts_blocks_and_names_games():
    report = verify_examples()
    assert report.examples == len(EXAMPLES) and report.failed == ()
    assert list(report.games) == example_sources()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("```example rule=1 id=X-1\non RC1 -> legal\n", "line 1: this block is never closed"),
        ("\n```example rule=1\non RC1 -> legal\n```\n", "line 2: an example says its rule and its id"),
        ("```example rule=1 id=\non RC1 -> legal\n```\n", "line 1: an example says its rule and its id"),
        ("```example rule=1 id=X-1\non RC1\n```\n", "line 1: an example states something"),
        ("```example rule=1 id=X-1\non RC1;; lay RC2 -> legal\n```\n", "line 2: a phrase or a fact is empty"),
        ("```example rule=1 id=X-1\non RC1 -> legal,\n```\n", "line 2: a phrase or a fact is empty"),
    ],
)
def test_a_broken_block_is_named_by_file_and_line(text, said):
    with pytest.raises(TemplateError) as caught:
        parse_examples(text, "rules/x.md", "craziness")
    assert str(caught.value).startswith("rules/x.md, ") and said in str(caught.value)


def test_other_blocks_and_indented_fences_are_left_alone():
    text = "~~~~text\n```example rule=1 id=X-1\n~~~~\n\n   ```example rule=2 id=X-2\n   on RC1\n   lay RC2 -> legal\n   ```\n"
    (example,) = parse_examples(text, "x.md", "craziness")
    assert (example.id, example.rules, example.line, example.cases[0].line) == ("X-2", ("2",), 5, 7)
    assert example.cases[0].phrases == ("on RC1", "lay RC2")


@pytest.mark.parametrize(
    ("line", "got"),
    [
        ("on RC1; lay RC2 -> topper 3", "topper 2"),
        ("on RC1; lay RC2 -> illegal", "legal"),
        ("on RC1; lay RC2 -> points 3", "nothing said about it; known: legal, topper"),
        ("on RC1; fly RC2 -> legal", "'fly RC2' is not a phrase of Craziness"),
        ("with flying=true; on RC1; lay RC2 -> legal", "Craziness has no house rule 'flying'"),
    ],
)
def test_a_false_example_says_what_came(line, got):
    (example,) = parse_examples(f"# Text\n\n```example rule=4b id=X-1\n{line}\n```\n", "x.md", "craziness")
    failure = next(run_example(example))
    assert (failure.file, failure.line, failure.rule) == ("x.md", 4, "4b") and failure.got.startswith(got)
