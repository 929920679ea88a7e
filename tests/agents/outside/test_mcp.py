"""A seat behind the tools of the Model Context Protocol, by the protocol's own client in this process."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
import uvicorn
from mcp import Client

import dynasty_env
from agents.outside.servers.mcp_server import LEFT_ALONE, MOST_CALLS, Tables, explain, mcp_server
from dynasty_env.kit.errors import OptionError
from tests.tiny import cut_in, nim
from tests.waiting import until

GAMES = {nim.GAME.name: nim.GAME, cut_in.GAME.name: cut_in.GAME}


def served(steps: Any, **settings: Any) -> Any:
    """Run `steps(call)` with a client at a server, where `call(tool, **arguments)` gives an answer."""

    async def run() -> Any:
        tables = Tables(GAMES, backend="interpreted", **settings)
        async with Client(mcp_server(tables)) as client:

            async def call(tool: str, **arguments: Any) -> Any:
                answer = await client.call_tool(tool, arguments)
                content = answer.structured_content
                if answer.is_error or content is None:
                    return answer.content[0].text
                return content.get("result", content) if set(content) == {"result"} else content

            return await steps(call, client)

    return asyncio.run(run())


def test_a_whole_game_is_played_through_tools() -> None:
    async def steps(call: Any, client: Any) -> None:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert tools == {"list_games", "new_game", "state", "legal_moves", "play", "explain", "rules"}
        assert (await call("list_games"))["nim_v0"]["opponents"][:2] == ["random", "greedy"]
        new = await call("new_game", game="nim_v0", opponents=["greedy"], options={"num_players": 3})
        game = new["game"]
        assert "You are taker_0; the others are taker_1, taker_2" in new["rules"]
        assert new["decision"] == await call("state", game=game)
        assert [move["number"] for move in await call("legal_moves", game=game)] == [1, 2, 3]
        wrong = await call("play", game=game, move="7")
        assert (wrong["legal"], wrong["done"]) == (False, False)
        done = False
        while not done:
            answer = await call("play", game=game, move="take 1")
            assert answer["legal"]
            done = answer["done"]
        assert answer["result"]["account"]["illegal"] == 1
        assert "The game is over" in await call("state", game=game)
        assert await call("legal_moves", game=game) == []
        assert "the game is over" in await call("play", game=game, move="1")

    served(steps)


def test_errors_are_answers_and_clients_start_no_programs() -> None:
    async def steps(call: Any, client: Any) -> None:
        assert "there is no game 'chess'; there are nim_v0" in await call("new_game", game="chess")
        for bot in ("llm:ls", "mc:50", "policy:/etc/passwd"):
            assert "there is no opponent" in await call("new_game", game="nim_v0", opponents=[bot])
        assert "seat=5 is out of range" in await call("new_game", game="nim_v0", seat=5)
        assert "has no option 'seed'" in await call("new_game", game="nim_v0", options={"seed": 1})
        assert "no game with this id" in await call("state", game="guess")
        assert "no game with this id" in await call("explain", game="guess", word="pass")

    served(steps)


@pytest.mark.parametrize(
    "move",
    [
        1, 1.0, "1", " 1. ", "MOVE: 1", "**MOVE: 1**", "I take one.\n\nMOVE: 1", "take 1", "MOVE: take 1",
        '{"move": 1}', '```json\n{"move": "take 1", "say": "hm"}\n```', {"move": 1},
        "SAY: hm\nMOVE: 1", "<think>MOVE: 3</think>\nMOVE: 1", "<think>3</think>1",
    ],
)  # fmt: skip
def test_what_the_prompt_asks_for_is_a_move(move: Any) -> None:
    async def steps(call: Any, client: Any) -> None:
        game = (await call("new_game", game="nim_v0"))["game"]
        assert "End with the line MOVE: <number>" in await call("state", game=game)
        assert (await call("play", game=game, move=move))["legal"]

    served(steps)


def test_arguments_that_a_tool_does_not_have_are_refused_by_name() -> None:
    async def steps(call: Any, client: Any) -> None:
        for tool in (await client.list_tools()).tools:
            assert tool.input_schema["additionalProperties"] is False
            good = {name: "nim_v0" for name in tool.input_schema.get("required", ())}
            said = await call(tool.name, **good, colour="red")
            assert f"{tool.name} has no argument 'colour'" in said
            assert all(name in said for name in tool.input_schema["properties"])
        for wrong, right in {
            "seats": 'options={"num_players": …}', "num_players": 'options={"num_players": …}', "bots": "opponents",
            "seet": "seat",
        }.items():  # fmt: skip
            said = await call("new_game", game="nim_v0", **{wrong: 2})
            assert f"new_game has no argument '{wrong}': did you mean {right}?" in said
        assert "new_game has no argument 'xxx" in (said := await call("new_game", game="nim_v0", **{"x" * 9999: 1}))
        assert len(said) < 500

    served(steps)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({}, "the argument 'move' is missing"),
        ({"move": None}, "move=None is wrong"),
        ({"move": True}, "move=True is wrong: a move is a number or a text"),
        ({"move": 1.5}, "move=1.5 is wrong: a move is a number or a text"),
        ({"move": [1]}, "move=[1] is wrong"),
        ({"move": "7", "colour": "red"}, "play has no argument 'colour'"),
        ({"action": 1}, "did you mean move?"),
    ],
)
def test_a_call_that_is_refused_for_its_arguments_is_no_wrong_reply(arguments: Any, says: str) -> None:
    async def steps(call: Any, client: Any) -> None:
        game = (await call("new_game", game="nim_v0"))["game"]
        for _ in range(4):
            said = await call("play", game=game, **arguments)
            assert says in said and len(said) < 500
        assert not (await call("play", game=game, move="no move"))["done"]
        assert not (await call("play", game=game, move="7"))["done"]
        third = await call("play", game=game, move="")
        assert third["done"] and third["result"]["account"]["illegal"] == 3

    served(steps)


def test_one_name_plays_all_other_seats() -> None:
    async def steps(call: Any, client: Any) -> None:
        assert (await call("new_game", game="nim_v0", opponents="greedy", options={"num_players": 3}))["game"]
        assert "there is no opponent 'nobody'" in await call("new_game", game="nim_v0", opponents="nobody")

    served(steps)


def test_a_seat_is_one_clients_and_games_are_dealt_anew() -> None:
    async def steps(call: Any, client: Any) -> None:
        games = [await call("new_game", game="cut_in_v0", seat=seat % 2) for seat in range(12)]
        assert len({game["game"] for game in games}) == 12
        assert len({game["decision"] for game in games}) > 4
        for game in (games[0], games[-1]):
            assert game["decision"] == await call("state", game=game["game"])

    served(steps)


def test_nobodys_game_makes_room_for_another_while_it_is_played() -> None:
    tables = Tables(GAMES, most=3, backend="interpreted")

    def begin() -> str:
        return tables.open(nim.GAME, opponents=["random"], seat=0, verbosity="", options={})

    names = [begin() for _ in range(3)]
    with pytest.raises(OptionError, match=r"3 games are being played.*try again later"):
        begin()
    with tables.at(names[1]) as session:
        while not session.done:
            session.reply("MOVE: 1")
    begin()
    for name in (names[0], names[2]):
        with tables.at(name) as session:
            assert not session.done
    with pytest.raises(OptionError, match="no game with this id"), tables.at(names[1]):
        pass
    tables._tables[names[2]].used_at -= LEFT_ALONE + 1
    begin()
    with pytest.raises(OptionError, match="no game with this id"), tables.at(names[2]):
        pass


def test_one_address_does_not_take_all_the_room() -> None:
    tables = Tables(GAMES, most=5, share=2, backend="interpreted")

    def begin(address: str) -> str:
        return tables.open(nim.GAME, opponents=["random"], seat=0, verbosity="", options={}, address=address)

    first = [begin("1.1.1.1") for _ in range(2)]
    with pytest.raises(OptionError, match=r"2 games are being played from your address.*try again later"):
        begin("1.1.1.1")
    for _ in range(2):
        begin("2.2.2.2")
    begin("")  # on stdio there is one client alone
    with pytest.raises(OptionError, match="5 games are being played, which is the limit"):
        begin("3.3.3.3")
    tables._tables[first[0]].used_at -= LEFT_ALONE + 1
    begin("1.1.1.1")
    with pytest.raises(OptionError, match="no game with this id"), tables.at(first[0]):
        pass


@contextmanager
def over_http(tables: Tables) -> Iterator[str]:
    """The address of a server."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    running = uvicorn.Server(uvicorn.Config(mcp_server(tables).streamable_http_app(), port=port, log_level="error"))
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    until(lambda: running.started)
    try:
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        running.should_exit = True
        thread.join(10)


def test_a_client_in_the_network_is_known_by_its_address() -> None:
    """Over HTTP, by the protocol's own client: a second game of the same address is refused, and told so."""

    async def steps(address: str) -> list[bool]:
        async with Client(address) as client:
            answers = [await client.call_tool("new_game", {"game": "nim_v0"}) for _ in range(2)]
            assert "from your address" in answers[1].content[0].text
            return [answer.is_error for answer in answers]

    with over_http(Tables(GAMES, share=1, backend="interpreted")) as address:
        assert asyncio.run(steps(address)) == [False, True]


HOSTILE = (
    "MOVE: 1" + " " * 20_000 + "x", "<think>" * 140_000, "MOVE: 1" + "\t*" * 450_000 + "x", "a\u0301\u0316" * 300_000,
)  # fmt: skip


def test_no_reply_keeps_other_clients_waiting() -> None:
    """Replies and words of a megabyte, and another client that is answered while they are read."""

    async def flood(client: Any) -> None:
        for text in HOSTILE:
            game = (await client.call_tool("new_game", {"game": "nim_v0"})).structured_content["game"]
            answer = await client.call_tool("play", {"game": game, "move": text})
            assert not answer.structured_content["legal"]
            assert len(answer.content[0].text) < 5000
            assert not (await client.call_tool("explain", {"game": "nim_v0", "word": text})).is_error

    async def steps(address: str) -> int:
        answered = 0
        async with Client(address) as one, Client(address) as other:
            flooding = asyncio.create_task(flood(one))
            while not flooding.done():
                assert not (await other.call_tool("list_games", {})).is_error
                answered += 1
            await flooding
        return answered

    with over_http(Tables(GAMES, backend="interpreted")) as address:
        assert asyncio.run(asyncio.wait_for(steps(address), 120)) > len(HOSTILE)


def test_one_game_keeps_few_threads() -> None:
    tables = Tables(GAMES, backend="interpreted")
    name = tables.open(nim.GAME, opponents=["random"], seat=0, verbosity="", options={})

    def text() -> str:
        with tables.at(name) as session:
            return session.text()

    with ThreadPoolExecutor(MOST_CALLS) as threads:
        with tables.at(name):
            waiting = [threads.submit(text) for _ in range(MOST_CALLS - 1)]
            until(lambda: tables._tables[name].calls == MOST_CALLS)
            with pytest.raises(OptionError, match="4 calls for this game are still being answered: wait"):
                text()
        assert len({each.result(30) for each in waiting}) == 1
    assert text()


def test_words_of_the_rules_are_explained() -> None:
    game = dynasty_env.game("dynasty_v0")
    assert "Only the dynasty that holds the scythe" in explain(game, "reaper")
    assert "Similar: " in explain(game, "reapre")
    with pytest.raises(OptionError, match="there is no game"):
        Tables(GAMES).game("dynasty_v9")
