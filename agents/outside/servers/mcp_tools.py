"""Tools that reject unknown arguments, which the protocol's SDK ignores."""

from collections.abc import Mapping
from typing import Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from pydantic import Field, ValidationError

from dynasty_env.kit.errors import in_short
from dynasty_env.kit.named import near


class StrictTool(Tool):
    """A tool that rejects calls with unknown arguments or values of a wrong type, and says what would be right.

    Attributes:
        meant: names that clients use for arguments, with the names to use instead.
    """

    meant: Mapping[str, str] = Field(default_factory=dict, exclude=True)

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:
        """Run the tool. Raises ToolError for wrong arguments, before anything has been run."""
        self._check_names(arguments)
        try:
            self.fn_metadata.validate_arguments(arguments)
        except ValidationError as error:
            raise ToolError(f"{self.name}: {'; '.join(map(_told, error.errors()[:MOST_TOLD]))}") from None
        return await super().run(arguments, context, convert_result)

    def _check_names(self, arguments: Mapping[str, Any]) -> None:
        names = list(self.parameters.get("properties", {}))
        for name in arguments:
            if name not in names:
                meant = self.meant.get(name) or near(name, names)
                hint = f"did you mean {meant}? " if meant else ""
                there = f"there are {', '.join(names)}" if names else "it takes none"
                raise ToolError(f"{self.name} has no argument {in_short(name)}: {hint}{there}")


MOST_TOLD = 4
"""Maximum number of wrong arguments in one message."""


def strict_tool(function: Any, name: str, meant: Mapping[str, str]) -> StrictTool:
    """A function as a tool with this name; its schema, too, says that there are no other arguments."""
    tool = StrictTool.from_function(function, name=name)
    assert isinstance(tool, StrictTool)
    tool.meant = meant
    tool.parameters["additionalProperties"] = False
    return tool


def _told(error: Any) -> str:
    """What is wrong with one argument."""
    place = ".".join(str(part) for part in error["loc"])
    if error["type"] == "missing":
        return f"the argument {in_short(place)} is missing"
    return f"{place[:80]}={in_short(error['input'])} is wrong: {error['msg'].removeprefix('Value error, ')[:200]}"
