"""Rules for players: a page for each game and language, with pictures from its own board and worked examples.

The texts are Markdown: `texts/<game>/<language>.md`, and `words.<language>.md` for the words that players meet.
`texts/<game>/moments.toml` defines the positions in their pictures, as moves from a seed. Numbers in braces,
``{58 %|chance person:Charles V}``, are facts of such a position, and a test compares them with the engine's values.
"""

from agents.people.web.rules.page import languages_of, rules_for_players, words_for_players

__all__ = ["languages_of", "rules_for_players", "words_for_players"]
