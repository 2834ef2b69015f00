"""What a question ends with if its process cannot answer."""

import asyncio
from multiprocessing import active_children

import pytest

from tt_print.table.core_requests import StoppedError
from tt_print.table.questions import Questions

ASKED = {"version": 1, "ask": "judge", "game": "ww3", "story": "pile RC2 YC2"}


@pytest.mark.slow
def test_a_process_that_dies_is_not_called_too_slow():
    """As the system ends it where memory is short. The next question begins another one."""
    questions = Questions(60, "Ask less.")
    try:
        assert asyncio.run(questions.answer(ASKED, {}))[0]["ok"]
        for process in active_children():
            process.kill()
            process.join()
        with pytest.raises(StoppedError, match="could not finish this"):
            asyncio.run(questions.answer(ASKED, {}))
        assert asyncio.run(questions.answer(ASKED, {}))[0]["ok"]
    finally:
        questions.close()
