"""Find the best move: puzzles on the page, one a day for each game, and how well somebody solves them."""
