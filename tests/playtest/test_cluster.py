"""Several machines: the same games as on one, also when a worker is lost."""

import json
import os
import signal

import pytest

from tests.commands import tt
from tt_print.playtest.games import Setup, play_chunk
from tt_print.playtest.pool import play_games


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # of Dask's own
def test_a_cluster_of_two_of_which_one_is_killed_gives_what_one_process_gives(capsys):
    from distributed import LocalCluster

    setup = Setup("push-it", 3, kinds=("random",))
    alone = play_chunk(setup, 0, 400)
    command = ["playtest", "push-it", "--players", "3", "--games", "60", "--player", "random", "--json"]
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        games = play_games(setup, 400, cluster=cluster.scheduler_address)
        found = [next(games)]
        os.kill(cluster.workers[0].pid, signal.SIGKILL)
        assert [*found, *games] == alone
        there = tt(capsys, *command, "--cluster", cluster.scheduler_address)
    here = tt(capsys, *command)
    assert there.status == here.status == 0 and there.out == here.out
    assert json.loads(here.out)["games"] == 60


def test_where_nobody_answers_is_said_in_a_sentence(capsys):
    ran = tt(capsys, "playtest", "ww3", "--games", "2", "--cluster", "nowhere:no")
    assert ran.status == 2 and "no Dask scheduler answers at 'nowhere:no'" in ran.err and "dask scheduler" in ran.err
