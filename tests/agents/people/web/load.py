"""Load on a server: `python -m tests.agents.people.web.load` reports how long decisions take with many at the table.

The server is a process of its own; tables of bots play as fast as they may, pages watch, and a person's decision is
timed from the click to the acknowledged page.
"""

import argparse
import asyncio
import json
import os
import random
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
import numpy as np
from websockets.asyncio.client import connect


async def watch(address: str, end: float, counted: dict[str, int]) -> None:
    """A page that only looks on, and acknowledges what it is shown."""
    async with connect(address, max_size=2**22) as page:
        while time.monotonic() < end:
            try:
                text = await asyncio.wait_for(page.recv(), 1)
            except TimeoutError:
                continue
            counted["pushes"] += 1
            counted["bytes"] += len(text)
            await page.send(json.dumps({"type": "seen", "version": json.loads(text)["version"]}))


async def play(address: str, begins: float, end: float, waits: list[float], seed: int) -> None:
    """A page that decides, and times how long the answer takes, once everybody is there."""
    rng = random.Random(seed)
    prompt, asked_at = "", 0.0
    async with connect(address, max_size=2**22) as page:
        while time.monotonic() < end:
            try:
                state = json.loads(await asyncio.wait_for(page.recv(), 1))
            except TimeoutError:
                continue
            if state["type"] != "state":
                continue
            if asked_at:
                if time.monotonic() > begins:
                    waits.append(time.monotonic() - asked_at)
                asked_at = 0.0
            prompt = state["parts"].get("prompt", prompt)
            await page.send(json.dumps({"type": "seen", "version": state["version"]}))
            actions = re.findall(r'data-act="(\d+)"', prompt)
            if state["asked"] and actions:
                await asyncio.sleep(rng.uniform(0.5, 2.0))
                asked_at = time.monotonic()
                act = {"type": "act", "version": state["version"], "action": int(rng.choice(actions))}
                await page.send(json.dumps(act))


async def load(port: int, tables: int, pages: int, persons: int, seconds: float, pace: str) -> dict[str, float]:
    """Open tables, connect pages, play; what came of it."""
    site = f"127.0.0.1:{port}"
    watched, played = [], []
    async with httpx.AsyncClient(base_url=f"http://{site}", timeout=60) as http:
        for number in range(tables):
            form = {"game": ["dynasty_v0", "shinsengumi_v0"][number % 2], "name": "x", "pace": pace, "away": "0"}
            form |= {f"seat{i}": "greedy" for i in range(4)}
            if number < persons:
                form |= {"seat0": "me", "seat2": "-", "seat3": "-"}
            answer = await http.post("/tables", data=form)
            (played if number < persons else watched).append(answer.headers["location"])
    counted, waits = {"pushes": 0, "bytes": 0}, []
    end = time.monotonic() + seconds
    watchers = [
        watch(f"ws://{site}{watched[i % len(watched)]}socket", end, counted) for i in range(pages - len(played))
    ]
    players = [play(f"ws://{site}{path}socket", end - 0.75 * seconds, end, waits, i) for i, path in enumerate(played)]
    await asyncio.gather(*watchers, *players, return_exceptions=True)
    return {
        "decisions timed": len(waits),
        "p50 ms": 1000 * float(np.percentile(waits, 50)) if waits else -1,
        "p99 ms": 1000 * float(np.percentile(waits, 99)) if waits else -1,
        "pushes a second": counted["pushes"] / seconds,
        "MB a second": counted["bytes"] / seconds / 1e6,
    }


def main() -> None:
    """Read the arguments, start a server, report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--pages", type=int, default=500)
    parser.add_argument("--persons", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pace", default="calm")
    given = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, hard), hard))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "training.cli",
            "serve",
            "--port",
            str(port),
            "--pages",
            "10000",
            "--metrics-port",
        ]
        command += [str(port + 1), "--tables", "1000", "--log-level", "error", "--requests", "100000", "--no-compile"]
        command += ["--database", f"sqlite:///{Path(folder) / 'tables.db'}"]
        server = subprocess.Popen(command, start_new_session=True)
        try:
            for _ in range(600):
                try:
                    httpx.get(f"http://127.0.0.1:{port}/healthz")
                    break
                except httpx.HTTPError:
                    time.sleep(0.1)
            found = asyncio.run(load(port, given.tables, given.pages, given.persons, given.seconds, given.pace))
            figures = httpx.get(f"http://127.0.0.1:{port + 1}/metrics").text
        finally:
            os.killpg(server.pid, signal.SIGKILL)
    for name, value in found.items():
        print(f"{name}: {value:,.1f}")
    for name in ("table_decisions_total", "table_decision_seconds_sum", "table_decision_seconds_count",
                 "table_push_seconds_sum", "table_push_seconds_count", "table_bot_seconds_sum"):  # fmt: skip
        print(*re.findall(rf"^{name}.*$", figures, re.MULTILINE), sep="\n")


if __name__ == "__main__":
    main()
