"""A cluster of three machines, as far as processes of one can be that: each with an object store of its own.

`python -m tests.training.cluster.nodes` lets two of them play, takes one away and brings another one, and prints what
became of the actors. It wants a process of its own, since Ray joins one cluster at a time.
"""

import json
import os
import time

os.environ["RAY_AUTH_MODE"] = "disabled"

from ray.cluster_utils import Cluster

from tests.tiny import nim
from training.cluster.connect import connected
from training.cluster.crew import RayCrew
from training.cluster.player import Orders, weights_of
from training.learn.network import for_game
from training.learn.settings import Settings

SETTINGS = Settings(seats=2, envs=64, rollout=16, greedy_share=0.0, network={"width": 16})


def main() -> None:
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})  # the learner's
    machines = [cluster.add_node(num_cpus=1) for _ in range(2)]
    told: list[str] = []
    with connected(cluster.address) as ray:
        crew = RayCrew(ray, nim.GAME, SETTINGS, 2, ready=1, salt=0, tell=told.append)
        crew.publish(Orders(0), weights_of(for_game(nim.GAME, **SETTINGS.network)))
        crew.wait_for(2)
        crew.take(6)
        cluster.remove_node(machines[1])
        end = time.monotonic() + 60
        while crew.lost == 0 and time.monotonic() < end:
            crew.take(1)
        crew.take(4)
        alone = crew.account()
        cluster.add_node(num_cpus=1)
        crew.wait_for(2)
        crew.take(4)
        births = sorted(place.births for place in crew.places)
        found = {"alone": alone, "after": crew.account(), "births": births, "told": told}
        crew.close()
    cluster.shutdown()
    print(json.dumps(found))


if __name__ == "__main__":
    main()
