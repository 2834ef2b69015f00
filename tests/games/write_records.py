"""Writes the records of play that are missing: python -m tests.games.write_records craziness

A changed record is read before it is committed; to write one anew, delete it first.
"""

import sys

from tests.engine.recorded import FOLDER, make_record
from tests.games.cases import cases
from tt_print.games import find_game

if __name__ == "__main__":
    for name in sys.argv[1:]:
        for file, how in cases(name).RECORDS.items():
            path = FOLDER / f"{file}.txt"
            if not path.exists():
                path.write_text(make_record(find_game(name), **how), encoding="utf-8")
                print(path, len(path.read_text(encoding="utf-8").splitlines()), "lines")
