"""Small games with known solutions, for testing algorithms and exact measures.

    from dynasty_env.reference import kuhn, leduc

    env = kuhn.env(num_players=2)

They are also available by name: `dynasty_env.game("kuhn_v0")`, `gymnasium.make("dynasty_env/Kuhn-v0")`, and in all
commands.
"""
