"""An OpenEnv environment: one seat of a game over HTTP and WebSocket. Needs the extra `openenv`.

Each connection has its own game. A client that trains may name the seed of a deal in `reset`. The server chooses the
seat, and no client can see the same deal from two sides.
"""

from typing import Annotated, Any

from fastapi import FastAPI
from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
from pydantic import ConfigDict, Field, WithJsonSchema

from agents.language.reply import as_reply
from agents.outside.session import SeatSettings, Session
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.files.replays import package_version
from dynasty_env.kit.game import Game


class Reply(Action):
    """What a model says at its decision.

    Its fields are checked where it is played: OpenEnv's client shows of an error in its form no more than that there is
    one.
    """

    model_config = ConfigDict(extra="allow", json_schema_extra={"additionalProperties": False, "required": ["reply"]})

    reply: Annotated[Any, WithJsonSchema({"type": "string"})] = Field(
        default=None,
        description="Text that ends with a line MOVE: <number>, or a JSON object with the key move; or a number alone",
    )

    def text(self) -> str:
        """The reply. Raises OptionError if it is neither text nor a number, or the action has other fields."""
        if self.model_extra:
            other = in_short(next(iter(self.model_extra)))
            raise OptionError(f'an action has no field {other}; give {{"reply": TEXT}}')
        if isinstance(self.reply, bool) or not isinstance(self.reply, int | str):
            raise OptionError(f'reply={in_short(self.reply)} is no text; give {{"reply": TEXT}}')
        return as_reply(self.reply) if isinstance(self.reply, int) else self.reply


class Decision(Observation):
    """What the seat is told."""

    text: str = Field(description="The decision, how the game has ended, or what was wrong with the last reply")
    system: str = Field(default="", description="The rules in short and the form of a reply; on reset alone")
    legal: bool = Field(default=True, description="Whether the last reply named a legal move")
    moves: list[str] = Field(default_factory=list, description="Names of the legal moves, the first is number 1")


class Progress(State):
    """How far the game is; nothing of what lies on the table."""

    game: str = ""
    seat: int = 0
    done: bool = False
    account: dict[str, int] = Field(default_factory=dict)


class SeatEnvironment(Environment[Reply, Decision, Progress]):
    """One seat of a game against bots.

    The reward is the game's return, at the end; a forfeit is −1; each reply that names no legal move costs `penalty`.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, game: Game, settings: SeatSettings | None = None, *, penalty: float = 0.0) -> None:
        super().__init__()
        self._game, self._settings, self._penalty = game, settings, penalty
        self._session = Session(game, settings)
        self._episode: str | None = None
        self._steps = 0

    def reset(self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any) -> Decision:
        """Deal a new game.

        Args:
            seed: seed of deal and dice; None: from fresh entropy. A game that ends before the seat has had a decision
                is over immediately.
            episode_id: the id in `state`.
            **kwargs: rejected.

        Raises:
            OptionError: the seed is out of range, or an argument is unknown.
        """
        if kwargs:
            raise OptionError(f"reset has no argument {in_short(', '.join(kwargs))}; there are seed and episode_id")
        self._session = Session(self._game, self._settings, seed=seed)
        self._episode = episode_id
        self._steps = 0
        return self._decision(self._session.text(), system="" if self._session.done else self._session.prompt.system)

    def step(self, action: Reply, timeout_s: float | None = None, **kwargs: Any) -> Decision:
        """Play the move that a reply names, and let the bots play. Raises OptionError if the game is over, or an
        argument or field is unknown; the reply is not counted then."""
        if kwargs:
            raise OptionError(f"step has no argument {in_short(', '.join(kwargs))}; there are action and timeout_s")
        answer = self._session.reply(action.text())
        self._steps += 1
        return self._decision(answer.text, answer.reward - (0.0 if answer.legal else self._penalty), legal=answer.legal)

    @property
    def state(self) -> Progress:
        session = self._session
        return Progress(
            episode_id=self._episode, step_count=self._steps, game=self._game.name, seat=session.seat,
            done=session.done, account=session.account.numbers(),
        )  # fmt: skip

    def get_metadata(self) -> EnvironmentMetadata:
        """Name, description and version."""
        return EnvironmentMetadata(
            name=self._game.name, description=self._game.__doc__ or self._game.name, version=package_version()
        )

    def _decision(self, text: str, reward: float = 0.0, *, system: str = "", legal: bool = True) -> Decision:
        session = self._session
        moves = [] if session.done else [move.name for move in session.prompt.moves]
        return Decision(text=text, system=system, legal=legal, moves=moves, done=session.done, reward=reward)


def openenv_app(game: Game, settings: SeatSettings | None = None, *, penalty: float = 0.0, most: int = 16) -> FastAPI:
    """The server's application, for uvicorn.

    Args:
        most: maximum number of simultaneous connections.

    Raises:
        OptionError: a setting is out of range.
    """
    SeatEnvironment(game, settings, penalty=penalty)
    return create_fastapi_app(
        lambda: SeatEnvironment(game, settings, penalty=penalty), Reply, Decision, max_concurrent_envs=most
    )
