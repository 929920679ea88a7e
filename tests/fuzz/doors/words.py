"""Doors of words: replies of language models, tools of the Model Context Protocol, names of bots, settings."""

import asyncio
from typing import Any

import numpy as np
from mcp import Client

from agents.language.moves import moves_of
from agents.language.reply import ReplyError, move_named
from agents.language.settings import player_of, settings_of
from agents.outside.servers.mcp_server import Tables, mcp_server
from agents.outside.session import SeatSettings, Session
from agents.registry import make_bot
from dynasty_env.kit.errors import DynastyEnvError, OptionError
from dynasty_env.kit.seats.decision import Decision
from tests.fuzz.doors.games import BY_NAME, folder
from tests.fuzz.mutate import STRANGE, Dice, as_json, bytewise, one_of, structural, text
from tests.fuzz.trials import ACCEPTED, REFUSED, BrokenPromise, Input, refusal
from tests.games import ALL
from tests.tiny import cut_in, nim

REPLIES = (
    "I think so.\nMOVE: 1", "**MOVE: 2**", '{"move": 1}', '```json\n{"move": "take 1"}\n```', "MOVE: take 2",
    "<think>MOVE: 3</think>MOVE: 1", "MOVE: 1\nMOVE: 2", "MOVE:", '{"move": {"move": 1}}', "MOVE: 1." + "0" * 400,
    "<think>" * 300, "[" * 3000, '{"move": ' * 2000,
)  # fmt: skip


def words_of(valid: str, rng: Dice) -> str:
    """A text with something wrong in it."""
    if rng.random() < 0.2:
        return str(one_of(STRANGE, rng))
    return text(bytewise(valid.encode(), rng))


def decisions() -> list[Decision]:
    return [Decision(game.new(3, backend="interpreted"), np.random.default_rng(0)) for game in ALL]


def read_reply(shared: list[Decision], rng: Dice) -> str:
    decision = one_of(shared, rng)
    moves = moves_of(decision)
    listed = [move.name for move in moves] + [move.words for move in moves]
    reply = words_of(f"MOVE: {one_of(listed, rng)}" if rng.random() < 0.5 else one_of(REPLIES, rng), rng)
    try:
        move = move_named(reply, moves)
    except ReplyError as error:
        return refusal(error)
    if move.action not in decision.legal:
        raise BrokenPromise(f"{reply!r} names {move}, which is not legal")
    return ACCEPTED


def reply_in_game(shared: list[Session], rng: Dice) -> str:
    """A whole session: a reply without a legal move leaves the table as it is."""
    if not shared or shared[0].done:
        game = one_of((nim.GAME, cut_in.GAME), rng)
        shared[:] = [Session(game, SeatSettings(backend="interpreted", corrections=5), seed=int(rng.integers(100)))]
    session = shared[0]
    before = session._state.tables.array.tobytes()
    told = session.reply(words_of(one_of(REPLIES, rng), rng))
    if not told.legal and not session.forfeited and session._state.tables.array.tobytes() != before:
        raise BrokenPromise("an answered mistake has changed the table")
    if not told.text.strip():
        raise BrokenPromise("nothing was answered")
    return ACCEPTED if told.legal else REFUSED


CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("list_games", {}),
    ("new_game", {"game": "nim_v0", "opponents": ["random"], "seat": 0, "verbosity": "full", "options": {}}),
    ("new_game", {"game": "cut_in_v0", "opponents": ["random", "random"], "seat": 2, "options": {"num_players": 3}}),
    ("state", {"game": "ID"}),
    ("legal_moves", {"game": "ID"}),
    ("play", {"game": "ID", "move": "1"}),
    ("explain", {"game": "nim_v0", "word": "heap"}),
    ("rules", {"game": "nim_v0"}),
)
"""Tools with good arguments; ID stands for that of a game."""


MOST = 12
"""Games that a server of tools keeps; once it has no room, another one is begun."""


def serve_tools() -> list[Any]:
    """A server of tools: begun anew for every trial it would be most of the trial's time."""
    tables = Tables({nim.GAME.name: nim.GAME, cut_in.GAME.name: cut_in.GAME}, backend="interpreted", most=MOST)
    return [mcp_server(tables)]


def call_tool(shared: list[Any], rng: Dice) -> str:
    """A few calls with strange arguments: every one is answered, and the game goes on."""

    async def run() -> str:
        outcome = REFUSED
        async with Client(shared[0]) as client:
            new = await client.call_tool("new_game", {"game": "nim_v0"})
            if new.is_error and f"{MOST} games are being played" in str(new.content):
                shared[:] = serve_tools()
                return REFUSED
            if new.structured_content is None:
                raise BrokenPromise(f"no game is begun: {new.content}")
            key = new.structured_content["game"]
            for _ in range(6):
                name, good = one_of(CALLS, rng)
                arguments = {each: key if value == "ID" else value for each, value in good.items()}
                wrong = structural(arguments, rng) if arguments and rng.random() < 0.9 else arguments
                if not isinstance(wrong, dict) or not sendable(wrong):
                    continue
                answer = await client.call_tool(name, wrong)
                said = "".join(getattr(part, "text", "") for part in answer.content)
                if answer.is_error and ("Traceback" in said or not said.strip()):
                    raise BrokenPromise(f"{name}({wrong}) is answered with {said[:500]!r}")
                outcome = outcome if answer.is_error else ACCEPTED
            again = await client.call_tool("state", {"game": key})
            if again.is_error and "no game with this id" not in str(again.content):
                raise BrokenPromise(f"the game does not go on: {again.content}")
        return outcome

    return asyncio.run(run())


def sendable(arguments: Any) -> bool:
    """Can a client send it at all? JSON knows neither infinity nor half a character."""
    raw = as_json(arguments)
    return (
        len(raw) < 60_000
        and b"[" * 100 not in raw
        and not any(word in raw for word in (b"NaN", b"Infinity", b"\\ud800"))
    )


NAMES = (
    "random", "greedy", "mc:50", "mc:50:greedy", "mc:200ms:network=x.safetensors", "champion", "champion+search:50",
    "champion+search:20:mixed", "mc:20:champion", "ismcts:100:greedy", "net:none.safetensors", "policy:none.pt",
    "policy+search:5", "tests.tiny.nim:Nim",
    "file.py:Class", "a.b.c:D:e=1", "mc:", ":", "random:3", "mc:50:greedy:width=3",
)  # fmt: skip


def name_bot(shared: None, rng: Dice) -> str:
    game = one_of((nim.GAME, cut_in.GAME, *BY_NAME.values()), rng)
    try:
        make_bot(words_of(one_of(NAMES, rng), rng), game)
    except DynastyEnvError as error:
        return refusal(error)
    return ACCEPTED


SETTINGS = {
    "url": "http://127.0.0.1:9/v1", "model": "m", "timeout": 3.5, "attempts": 2, "temperature": 0.5, "max_tokens": 5,
    "seed": 3, "verbosity": "full", "corrections": 2, "fallback": "random",
}  # fmt: skip
TOML = b'url = "http://127.0.0.1:9/v1"\nmodel = "m"\ntimeout = 3.5\nattempts = 2\nseed = 3\nfallback = "random"\n'
ADDRESS = "http://127.0.0.1:9/v1?model=m&timeout=3.5&attempts=2&temperature=0.5&seed=3&corrections=1&verbosity=full"


def set_model(shared: Any, rng: Dice) -> str:
    """Settings of a language model in a bot's name, in a file, and as Python has them. None is called."""
    try:
        kind = int(rng.integers(3))
        if kind == 0:
            player_of(settings_of(words_of(ADDRESS, rng)))
        elif kind == 1:
            path = shared / "model.toml"
            path.write_bytes(bytewise(TOML, rng))
            player_of(settings_of(str(path)))
        else:
            wrong = structural(SETTINGS, rng)
            player_of(wrong if isinstance(wrong, dict) else {})
    except OptionError as error:
        return refusal(error)
    return ACCEPTED


DOORS = (
    Input("reply", "replies of language models at one decision; accepted ones are legal moves", decisions, read_reply),
    Input("session", "the same in a game from outside, to its end", list, reply_in_game),
    Input(
        "mcp", "calls of tools (Model Context Protocol), six a trial; the game goes on", serve_tools, call_tool, share=4
    ),
    Input("bot", "names of bots", lambda: None, name_bot),
    Input("model", "settings of language models: addresses, files, values", folder, set_model),
)
