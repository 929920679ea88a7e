"""A seat behind the tools of the Model Context Protocol, by the protocol's own client in this process."""

import asyncio
from typing import Any

import pytest
from mcp import Client

from agents.outside.servers.mcp_server import Tables, all_games, explain, mcp_server
from dynasty_env.kit.errors import OptionError
from tests.tiny import cut_in, nim

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
        assert "no game of this id" in await call("state", game=games[0]["game"]), "the oldest made room"
        assert games[-1]["decision"] == await call("state", game=games[-1]["game"])

    served(steps, most=10)


def test_words_of_the_rules_are_explained() -> None:
    game = all_games()["dynasty_v0"]
    assert "Only the dynasty that holds the scythe" in explain(game, "reaper")
    assert "Like it: " in explain(game, "reapre")
    with pytest.raises(OptionError, match="there is no game"):
        Tables(GAMES).game("dynasty_v9")
