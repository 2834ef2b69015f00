"""Several machines: the same games as on one, also when a worker is lost."""

import os
import signal

import pytest

from tests.commands import tt
from tt_print.play.playtest.games import Setup, play_chunk, play_games


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # of Dask's own
def test_a_cluster_of_two_of_which_one_is_killed_gives_what_one_process_gives(capsys):
    from distributed import LocalCluster

    setup = Setup("push-it", 3, kinds=("random",))
    command = ["playtest", "push-it", "--players", "3", "--games", "60", "--player", "random", "--json"]
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        games = play_games(setup, 400, cluster=cluster.scheduler_address)
        found = [next(games)]
        os.kill(cluster.workers[0].pid, signal.SIGKILL)
        assert [*found, *games] == play_chunk(setup, 0, 400)
        there = tt(capsys, *command, "--cluster", cluster.scheduler_address)
    here = tt(capsys, *command)
    assert there.status == here.status == 0 and there.out == here.out


class KilledWorker(Exception):
    """As Dask's own: an Exception, and nothing closer to ours."""


class FailingClient:
    """Answers, takes work, and fails when its result is asked for."""

    def __init__(self, fault):
        self.fault = fault

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    def nthreads(self):
        return {"one": 1}

    def submit(self, *_, **__):
        return self

    def result(self):
        raise self.fault


@pytest.mark.parametrize("fault", [KilledWorker("play_chunk-1"), ModuleNotFoundError("No module named 'tt_print'"), OSError("gone")], ids=repr)  # fmt: skip
def test_what_workers_fail_with_is_said_in_a_sentence(capsys, monkeypatch, fault):
    import distributed

    monkeypatch.setattr(distributed, "Client", lambda *_, **__: FailingClient(fault))
    ran = tt(capsys, "playtest", "ww3", "--games", "2", "--cluster", "tcp://there:8786")
    assert ran.status == 1 and f"'tcp://there:8786' stopped ({type(fault).__name__}: {fault})" in ran.err
    assert "--workers 1" in ran.err and "Traceback" not in ran.err


def test_where_nobody_answers_is_said_in_a_sentence(capsys):
    ran = tt(capsys, "playtest", "ww3", "--games", "2", "--cluster", "nowhere:no")
    assert ran.status == 2 and "no Dask scheduler answers at 'nowhere:no'" in ran.err and "dask scheduler" in ran.err
