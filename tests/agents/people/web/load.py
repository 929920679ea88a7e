"""Load on a server: `python -m tests.agents.people.web.load` reports how long decisions take with many at the table.

Servers are processes of their own. Tables of bots play, pages of another process watch them, and the decisions of some
persons are timed from the click to the page that shows what came of it. What else the machine does is reported, too:
all that waits for a processor is late, whatever it is.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import re
import resource
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import numpy as np
from sqlalchemy import create_engine, func, select
from websockets.asyncio.client import ClientConnection, connect

import dynasty_env
from agents.people.web.store.schema import DECISIONS
from agents.people.web.workers.engine import entries_of
from tests.agents.people.web.live import save_in
from tests.agents.people.web.processes import ServerProcess, servers

FIGURES = ("table_decisions_total", "table_decision_seconds", "table_push_seconds", "table_late_seconds")
"""What the servers say about themselves."""


async def watch(page: ClientConnection, ends: Any, counted: dict[str, int]) -> None:
    """A page that only looks on, and acknowledges what it is shown."""
    async with page:
        while not ends.is_set():
            try:
                text = await asyncio.wait_for(page.recv(), 1)
            except TimeoutError:
                continue
            counted["pushes"] += 1
            counted["bytes"] += len(text)
            await page.send(json.dumps({"type": "seen", "version": json.loads(text)["version"]}))


def watch_all(addresses: Sequence[str], ready: Any, ends: Any, told: Any) -> None:
    """All pages that look on, in a process of their own: reading them delays no clock of a person."""
    counted = {"pushes": 0, "bytes": 0}

    async def run() -> None:
        pages = []
        for address in addresses:
            page = await connect(address, max_size=2**22, open_timeout=60)
            pages.append(asyncio.create_task(watch(page, ends, counted)))
        counted.update(pushes=0, bytes=0)
        ready.set()
        await asyncio.gather(*pages)

    asyncio.run(run())
    told.put(counted)


async def play(address: str, end: float, waits: list[float], seed: int) -> None:
    """A page that decides, and times how long the answer takes."""
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


async def open_tables(sites: Sequence[str], games: Sequence[str], tables: int, persons: int, pace: str) -> list[str]:
    """Open tables, some of them with a person and a bot, the others with four bots; their paths."""
    paths = []
    async with httpx.AsyncClient(timeout=120) as http:
        for number in range(tables):
            form = {"game": games[number % len(games)], "name": "x", "pace": pace, "away": "0"}
            form |= {f"seat{i}": "greedy" for i in range(4)}
            if number < persons:
                form |= {"seat0": "me", "seat2": "-", "seat3": "-"}
            answer = await http.post(f"{sites[number % len(sites)]}/tables", data=form)
            paths.append(answer.headers["location"])
    return paths


async def load(sites: Sequence[str], paths: Sequence[str], given: argparse.Namespace) -> dict[str, float]:
    """Connect pages with the tables of these paths, play; what came of it."""
    sockets = [site.replace("http", "ws") for site in sites]
    watched = paths[given.persons :] or paths
    pages = [
        f"{sockets[i % len(sockets)]}{watched[i % len(watched)]}socket" for i in range(given.pages - given.persons)
    ]
    spawning = multiprocessing.get_context("spawn")
    ready, ends, told = spawning.Event(), spawning.Event(), spawning.Queue()
    spawning.Process(target=watch_all, args=(pages, ready, ends, told), daemon=True).start()
    assert await asyncio.to_thread(ready.wait, 600), "the pages cannot connect"
    print("all pages are connected", flush=True)
    waits: list[float] = []
    end = time.monotonic() + given.seconds
    players = [
        play(f"{sockets[(i + 1) % len(sockets)]}{path}socket", end, waits, i)
        for i, path in enumerate(paths[: given.persons])
    ]
    await asyncio.gather(*players)
    ends.set()
    counted = await asyncio.to_thread(told.get, True, 60)
    found = {"decisions timed": float(len(waits))}
    if waits:
        found |= {f"p{at} ms": 1000 * float(np.percentile(waits, at)) for at in (50, 90, 99)}
        found["longest ms"] = 1000 * max(waits)
    found |= {
        "pushes a second": counted["pushes"] / given.seconds,
        "MB a second": counted["bytes"] / given.seconds / 1e6,
    }
    return found


def processor_time(process: ServerProcess) -> tuple[float, float]:
    """Seconds for which a server, without its bots, has had a processor, and has waited for one that others had. Linux
    alone knows."""
    had = waited = 0
    for task in Path(f"/proc/{process.process.pid}/task").glob("*/schedstat"):
        ran, queued, _ = map(int, task.read_text().split())
        had, waited = had + ran, waited + queued
    return had / 1e9, waited / 1e9


def quantile(figures: str, name: str, share: float) -> float:
    """The upper edge of the bucket of a histogram in which a share of all is reached."""
    found = re.findall(rf'^{name}_bucket{{le="([^"]+)"}} (\S+)$', figures, re.MULTILINE)
    most = float(found[-1][1]) if found else 0.0
    return next((float(edge) for edge, count in found if float(count) >= share * most), float("nan"))


def report(running: Sequence[ServerProcess], before: Sequence[tuple[float, float]], metrics: Sequence[int]) -> None:
    """What the servers say, and what they cost."""
    for server, begun, port in zip(running, before, metrics, strict=True):
        figures = httpx.get(f"http://127.0.0.1:{port}/metrics").text
        had, waited = (now - then for now, then in zip(processor_time(server), begun, strict=True))
        print(f"server {server.address}: {had:.1f} s of processor time, and {waited:.1f} s of waiting for a processor")
        print(*re.findall(r"^table_decisions_total.*$", figures, re.MULTILINE), sep="\n")
        for name in FIGURES[1:]:
            found = dict(re.findall(rf"^{name}_(sum|count) (\S+)$", figures, re.MULTILINE))
            count = float(found.get("count", 0))
            mean = 1000 * float(found.get("sum", 0)) / max(count, 1)
            most = ", ".join(
                f"{100 * share:g} % ≤ {1000 * quantile(figures, name, share):g} ms" for share in (0.5, 0.99)
            )
            print(f"{name}: {count:.0f} times, {mean:.2f} ms on average, {most}")


def decisions(metrics: Sequence[int]) -> int:
    """How many have been made by the servers' own count."""
    texts = [httpx.get(f"http://127.0.0.1:{port}/metrics").text for port in metrics]
    return sum(
        int(float(n)) for text in texts for n in re.findall(r"^table_decisions_total\{.*\} (\S+)$", text, re.MULTILINE)
    )


def kill(
    running: Sequence[ServerProcess], database: str, log: Path, options: Sequence[str], paths: Sequence[str]
) -> None:
    """Kill all servers amid their games, count what is kept, and look at all tables at a new one."""
    made = decisions([server.metrics_port for server in running])
    for server in running:
        server.kill()
    with create_engine(database).connect() as connection:
        kept = connection.execute(select(func.count()).select_from(DECISIONS)).scalar_one()
    print(f"killed after {made:,} decisions, of which {max(made - kept, 0):,} are lost")
    anew = ServerProcess(database, log, *options)
    try:
        anew.wait()
        pages = [httpx.get(f"{anew.address}{path}", timeout=60).status_code for path in paths]
    finally:
        anew.kill()
    print(f"tables that a new server shows: {pages.count(200)} of {len(pages)}")


def compile_rules(games: Sequence[str]) -> None:
    """Compile what servers call, for all that use this machine's cache."""
    for game in map(dynasty_env.game, games):
        for entry in entries_of(game):
            game.compiled.entry(entry)


def wait_for_rules(ports: Sequence[int], games: Sequence[str], seconds: float) -> None:
    """Until the games run on compiled rules everywhere."""
    end = time.monotonic() + seconds
    for port in ports:
        while True:
            figures = httpx.get(f"http://127.0.0.1:{port}/metrics").text
            if all(f'table_rules_compiled{{game="{game}"}} 1.0' in figures for game in games):
                break
            if time.monotonic() > end:
                raise SystemExit(f"after {seconds:g} s a server still runs on interpreted rules: try a longer --warm")
            time.sleep(0.5)


def main() -> None:
    """Read the arguments, start servers, report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200, help="tables (200)")
    parser.add_argument("--pages", type=int, default=500, help="open pages (500)")
    parser.add_argument(
        "--persons", type=int, default=20, help="tables of a person and a bot; all others are of bots (20)"
    )
    parser.add_argument("--seconds", type=float, default=60, help="how long, once all pages are connected (60)")
    parser.add_argument("--pace", default="calm", help="of the bots: fast, brisk, calm, slow (calm)")
    parser.add_argument("--games", nargs="+", default=["dynasty_v0", "shinsengumi_v0"], help="both games")
    parser.add_argument("--servers", type=int, default=1, help="servers; several share a PostgreSQL of their own (1)")
    parser.add_argument("--workers", type=int, default=1, help="processes in which the bots of a server think (1)")
    parser.add_argument(
        "--warm",
        type=float,
        default=0,
        help="compile first, and wait so many seconds for servers to notice (0: neither)",
    )
    parser.add_argument("--kill", action="store_true", help="kill the servers in the end, and see what is lost")
    given = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, hard), hard))
    if given.warm:
        compile_rules(given.games)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = save_in(folder)
        if given.servers > 1:
            from tests.agents.people.web.postgres import postgres

            database = stack.enter_context(postgres())
        options = ["--pages", "10000", "--tables", "1000", "--log-level", "error", "--requests", "1000000"]
        options += ["--workers", str(given.workers)]
        running = stack.enter_context(servers(database, folder, *options, count=given.servers, metrics=True))
        ports = [server.metrics_port for server in running]
        if given.warm:
            wait_for_rules(ports, given.games, given.warm)
        before = [processor_time(server) for server in running]
        print(f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors", flush=True)
        sites = [server.address for server in running]
        paths = asyncio.run(open_tables(sites, given.games, given.tables, given.persons, given.pace))
        found = asyncio.run(load(sites, paths, given))
        print(f"load of the machine after: {os.getloadavg()[0]:.1f}")
        for name, value in found.items():
            print(f"{name}: {value:,.1f}")
        report(running, before, ports)
        if given.kill:
            kill(running, database, folder / "anew.log", options, paths)


if __name__ == "__main__":
    main()
