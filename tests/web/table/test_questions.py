"""What a question ends with if its process cannot answer."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import active_children

import pytest

from tt_print.web.questions import StoppedError, TableQuestions

ASKED = {"version": 1, "ask": "judge", "game": "ww3", "story": "pile RC2 YC2"}


def answer(questions):
    """In a thread of its own: a test of a browser leaves an event loop in this one."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, questions.answer(ASKED, {})).result()


@pytest.mark.slow
def test_a_process_that_dies_is_not_called_too_slow():
    """As the system ends it where memory is short. The next question begins another one."""
    questions = TableQuestions(60, "Ask less.")
    try:
        assert answer(questions)[0]["ok"]
        for process in active_children():
            process.kill()
            process.join()
        with pytest.raises(StoppedError, match="could not finish this"):
            answer(questions)
        assert answer(questions)[0]["ok"]
    finally:
        questions.close()
