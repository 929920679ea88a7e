"""The inbox of a table: decisions that no page has sent, messages of pages, and checks for changes."""

import asyncio
from dataclasses import dataclass

from agents.people.web.tables.automatic import Move
from agents.people.web.tables.messages import Message, RefusedError
from agents.people.web.viewers.known import Viewer


@dataclass(frozen=True, eq=False)
class Asked:
    """A message of a page that waits for its answer."""

    viewer: Viewer  # the sender
    message: Message
    answer: "asyncio.Future[None]"  # done when the message has been carried out or rejected

    def carried_out(self) -> None:
        """Inform the page, unless it has gone."""
        if not self.answer.done():
            self.answer.set_result(None)

    def refused(self, why: RefusedError) -> None:
        """Inform the page why nothing has changed, unless it has gone."""
        if not self.answer.done():
            self.answer.set_exception(why)


class Inbox:
    """A queue of decisions and messages."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[Move | Asked | None] = asyncio.Queue()
        self._unanswered: set[Asked] = set()

    def put(self, item: Move | None) -> None:
        """Add a decision that no page has sent; None: something has changed, check again."""
        self._queue.put_nowait(item)

    async def next(self) -> Move | Asked | None:
        """The next item."""
        return await self._queue.get()

    async def ask(self, viewer: Viewer, message: Message) -> None:
        """Wait until a message has been carried out. Raises RefusedError if nothing has changed."""
        asked = Asked(viewer, message, asyncio.get_running_loop().create_future())
        self._unanswered.add(asked)
        self._queue.put_nowait(asked)
        try:
            await asked.answer
        finally:
            self._unanswered.discard(asked)

    def refuse_all(self, code: str) -> None:
        """Reject everything that is waiting."""
        for asked in self._unanswered:
            asked.refused(RefusedError(code))
