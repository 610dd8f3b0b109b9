"""A real Dask cluster: a scheduler and two worker processes on this machine."""

import os
import signal

import pytest

from pydraughts import Position, divide, perft, perft_counts, published_perft

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def client():
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_a_cluster_counts_the_published_numbers(client):
    pool = client.get_executor()
    for depth in (12, 13):
        assert perft(Position(), depth, executor=pool) == published_perft()[depth].nodes
    assert perft_counts(Position(), 11, method="tree", executor=pool) == perft_counts(Position(), 11)
    assert divide(Position(), 12, executor=pool) == divide(Position(), 12)


def test_a_worker_that_is_killed_in_mid_count(client):
    pids = client.run(os.getpid)
    killed = []

    def kill_a_busy_one(_done, _total):
        busy = [worker for worker, tasks in client.processing().items() if tasks and worker in pids]
        if busy and not killed:
            killed.append(pids[busy[0]])
            os.kill(killed[0], signal.SIGKILL)

    found = perft(Position(), 14, executor=client.get_executor(), progress=kill_a_busy_one)
    assert found == published_perft()[14].nodes
    assert killed
    client.wait_for_workers(2, timeout=60)
    assert killed[0] not in client.run(os.getpid).values()
    assert perft(Position(), 12, executor=client.get_executor()) == published_perft()[12].nodes
