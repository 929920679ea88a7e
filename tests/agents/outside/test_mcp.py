"""A seat behind the tools of the Model Context Protocol, by the protocol's own client in this process."""

import asyncio
import socket
import threading
from typing import Any

import pytest
import uvicorn
from mcp import Client

from agents.outside.servers.mcp_server import LEFT_ALONE, Tables, all_games, explain, mcp_server
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
        assert "no game of this id" in await call("state", game="guess")
        assert "no game of this id" in await call("explain", game="guess", word="pass")

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
    with pytest.raises(OptionError, match="no game of this id"), tables.at(names[1]):
        pass
    tables._tables[names[2]].used_at -= LEFT_ALONE + 1
    begin()
    with pytest.raises(OptionError, match="no game of this id"), tables.at(names[2]):
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
    with pytest.raises(OptionError, match="5 games are being played, more"):
        begin("3.3.3.3")
    tables._tables[first[0]].used_at -= LEFT_ALONE + 1
    begin("1.1.1.1")
    with pytest.raises(OptionError, match="no game of this id"), tables.at(first[0]):
        pass


def test_a_client_in_the_network_is_known_by_its_address() -> None:
    """Over HTTP, by the protocol's own client: a second game of the same address is refused, and told so."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = mcp_server(Tables(GAMES, share=1, backend="interpreted"))
    running = uvicorn.Server(uvicorn.Config(server.streamable_http_app(), port=port, log_level="error"))
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    until(lambda: running.started)

    async def steps() -> list[bool]:
        async with Client(f"http://127.0.0.1:{port}/mcp") as client:
            answers = [await client.call_tool("new_game", {"game": "nim_v0"}) for _ in range(2)]
            assert "from your address" in answers[1].content[0].text
            return [answer.is_error for answer in answers]

    try:
        assert asyncio.run(steps()) == [False, True]
    finally:
        running.should_exit = True
        thread.join(10)


def test_words_of_the_rules_are_explained() -> None:
    game = all_games()["dynasty_v0"]
    assert "Only the dynasty that holds the scythe" in explain(game, "reaper")
    assert "Like it: " in explain(game, "reapre")
    with pytest.raises(OptionError, match="there is no game"):
        Tables(GAMES).game("dynasty_v9")
