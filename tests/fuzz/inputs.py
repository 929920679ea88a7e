"""All inputs from outside, by name."""

from tests.fuzz.doors import commands, files, games, web, words
from tests.fuzz.trials import Input

INPUTS: dict[str, Input] = {
    each.name: each for doors in (games.DOORS, words.DOORS, files.DOORS, commands.DOORS, web.DOORS) for each in doors
}
