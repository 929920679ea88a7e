def score_table(state): return [{"points":0.0}]*state.num_players
def describe(state, a): return state.game.action_names[a]
def chronicle(state, seat): return []
def ansi(v): return ""
def picture(v): return None
