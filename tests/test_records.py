"""Our dataclasses are finished when they are first used, and then are what the standard library makes."""

import copy
import dataclasses
import pickle
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Generic, TypeVar

import pytest

from tt_print.records import copier, dataclass, replace

T = TypeVar("T")


def make(decorate, plain=False):
    """A record with fields of every kind, or a plain one, all of whose fields are given."""

    @decorate(frozen=True, slots=True)
    class Slot:
        """A place on a sheet."""

        x_mm: float
        y_mm: float = 1.5
        codes: tuple[str, ...] = () if plain else dataclasses.field(default_factory=tuple)
        note: str = "" if plain else dataclasses.field(default="", compare=False)
        if not plain:
            area: float = dataclasses.field(init=False, default=4.0)

        def __post_init__(self):
            if self.x_mm < 0:
                raise ValueError("left of the sheet")

        @property
        def right(self):
            return self.x_mm + 63

    return Slot


make_plain = partial(make, plain=True)
OURS, STANDARD = make(dataclass), make(dataclasses.dataclass)
OUR_PLAIN, STANDARD_PLAIN = make_plain(dataclass), make_plain(dataclasses.dataclass)


def told(call):
    """What a call gives, or what it raises."""
    try:
        return call()
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize("use", [
    lambda slot: repr(slot(1)), lambda slot: slot(1) == slot(1.0, note="x"), lambda slot: slot(1) == slot(2), lambda slot: slot(1) == 1,
    lambda slot: hash(slot(1)), lambda slot: slot(1).right, lambda slot: slot(-1), lambda slot: slot(), lambda slot: slot(1, 2, (), "", 5),
    lambda slot: slot(1, z=2), lambda slot: slot(1).codes, lambda slot: slot.__doc__,
    lambda slot: slot.__qualname__, lambda slot: slot.__slots__, lambda slot: hasattr(slot(1), "__dict__"),
    lambda slot: slot.__match_args__, lambda slot: [f.name for f in dataclasses.fields(slot)], dataclasses.is_dataclass,
    lambda slot: dataclasses.asdict(slot(1, 2)), lambda slot: repr(dataclasses.replace(slot(1), y_mm=7)),
    lambda slot: setattr(slot(1), "x_mm", 2), lambda slot: delattr(slot(1), "x_mm"),
    lambda slot: repr(copy.copy(slot(1, 2))), lambda slot: repr(copy.deepcopy(slot(1, 2, [["RH3"]]))),
])  # fmt: skip
def test_a_record_is_a_dataclass(use):
    assert told(lambda: use(OURS)) == told(lambda: use(STANDARD))
    assert told(lambda: use(OUR_PLAIN)) == told(lambda: use(STANDARD_PLAIN))


@pytest.mark.parametrize("first_use", [
    lambda slot: slot(1), lambda slot: slot.__match_args__, dataclasses.fields, lambda slot: slot.__new__(slot).__setstate__((None, {})),
])  # fmt: skip
def test_whatever_is_asked_first_finishes_it(first_use):
    fresh = make(dataclass)
    assert "__eq__" not in vars(fresh)
    first_use(fresh)
    assert fresh(2) == fresh(2) != fresh(3) and {fresh(2), fresh(2), fresh(3)} == {fresh(3), fresh(2)}


def test_a_record_in_patterns_and_with_a_type_of_its_own():
    @dataclass(frozen=True, slots=True)
    class Either(Generic[T]):
        one: T
        other: T

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Either) and {self.one, self.other} == {other.one, other.other}

        def __hash__(self) -> int:
            return 7

    match Either(1, 2):
        case Either(one, other):
            assert (one, other) == (1, 2)
    assert Either[int](1, 2) == Either(2, 1) and hash(Either(1, 2)) == 7, "what is written in the class stays"


@pytest.mark.parametrize("make", [make, make_plain])
def test_one_that_another_derives_from_is_its_base(make):
    base = make(dataclass)

    class Named(base):
        pass

    @dataclasses.dataclass(frozen=True)
    class Wide(make(dataclass)):
        wide: bool = True

    assert Named(3).right == 66 and Named(3) == Named(3) and isinstance(Named(3), base)
    assert Wide(3, wide=False).right == 66 and Wide(3).wide


def test_several_threads_may_be_first():
    for _ in range(10):
        fresh, start = make(dataclass), threading.Barrier(4)
        with ThreadPoolExecutor(4) as threads:
            made = [*threads.map(lambda _, fresh=fresh, start=start: (start.wait(), fresh(1))[1], range(4))]
        assert made == [fresh(1)] * 4


@dataclass(frozen=True, slots=True)
class Pair:
    left: int
    right: tuple[int, ...] = ()


def test_replacing_is_what_the_standard_library_does():
    one = Pair(1, (2,))
    for changes in ({}, {"left": 5}, {"left": 0, "right": ()}):
        made = replace(one, **changes)
        assert made == dataclasses.replace(one, **changes) and type(made) is Pair and one == Pair(1, (2,))
    made = replace(one, left=9)
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.left = 3
    assert hash(made) == hash(Pair(9, (2,))) and pickle.loads(pickle.dumps(made)) == made


def test_a_copier_replaces_the_fields_it_is_made_for_and_none_that_is_not_there():
    with_left, both = copier(Pair, "left"), copier(Pair, "right", "left")
    one = Pair(1, (2,))
    assert with_left(one, left=7) == with_left(one, 7) == Pair(7, (2,)) and type(with_left(one, 7)) is Pair
    assert both(one, left=3, right=()) == Pair(3) and one == Pair(1, (2,))
    for unknown in (lambda: copier(Pair, "up"), lambda: replace(Pair(1), up=2)):
        with pytest.raises(TypeError, match=r"Pair has no field 'up'. There are left, right"):
            unknown()
    for dependent in (lambda: copier(OURS, "x_mm"), lambda: replace(OURS(1), x_mm=2)):
        with pytest.raises(TypeError, match="follow from others"):
            dependent()


def test_what_is_known_already_is_not_made_anew():
    """Where `__new__` gives an object that others hold, it is never of another class, not even for a moment."""

    @dataclass(frozen=True, slots=True)
    class Token:
        color: str
        size: int = 1

        def __new__(cls, *values):
            return known

    known, seen, before = object.__new__(Token), [], sys.gettrace()
    Token("red")
    sys.settrace(watch := lambda *_: seen.append(type(known)) or watch)
    try:
        made = Token("green", 2)
    finally:
        sys.settrace(before)
    assert made is known == Token("green", 2) and len(seen) > 2 and {*seen} == {Token}
