"""The chapters of Three Kingdoms, in the book's order."""

from dynasty_env.kit.engine.chapter import chapters_in

CHAPTERS = chapters_in(
    "dynasty_env.three_kingdoms.rules",
    "setup destiny turn control action.act action.domestic action.alliances action.invasion_odds action.marching "
    "fights.fight fights.losses fights.picks fights.round_odds fights.rounds fights.checks fights.retreat "
    "fights.destruction fights.victory redeployment rulers score audit",
)
