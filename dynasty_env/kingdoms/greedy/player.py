"""A hand-written player of Kingdoms: it looks one step ahead, and takes the action worth most in points.

The results of dice are averaged; the values of persons and countries are hand-written estimates (`court`, `weights`).
The player has no memory and is deterministic: its actions depend only on what it sees. `worth` asks for the value of
what an action names, and `plans` has a line for each phase and each kind of action.
"""

from dynasty_env.kingdoms.greedy.mind import read_declaration
from dynasty_env.kingdoms.greedy.plans import country_worth, deck_worth, person_worth, plan, right_worth
from dynasty_env.kingdoms.greedy.wars import aid
from dynasty_env.kingdoms.ids import AID_ATTACK, AID_DEFENCE, COUNTRY, DECK, DECLARE, MARRIAGE, PERSON
from dynasty_env.kit.engine.rule import rule


@rule
def worth(m, seen, action):
    """The value to me of a legal action in the open phase. The unit depends on the phase."""
    read_declaration(m, seen)
    if action >= AID_DEFENCE:
        return aid(m, action - AID_DEFENCE, False)
    if action >= AID_ATTACK:
        return aid(m, action - AID_ATTACK, True)
    if action >= COUNTRY:
        return country_worth(m, action - COUNTRY)
    if action >= PERSON:
        return person_worth(m, action - PERSON)
    if action >= DECK:
        return deck_worth(m, action - DECK)
    if action >= MARRIAGE:
        return plan(m, action)
    return right_worth(m) if action == DECLARE else 0.0
