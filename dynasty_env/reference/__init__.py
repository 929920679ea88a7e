"""Small games with known solutions, by which algorithms and exact measures are checked.

    from dynasty_env.reference import kuhn, leduc

    env = kuhn.env(num_players=2)

`dynasty_env.game("kuhn_v0")`, `gymnasium.make("dynasty_env/Kuhn-v0")` and all commands know them by name, too.
"""
