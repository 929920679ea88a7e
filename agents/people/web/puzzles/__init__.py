"""Find the best move: puzzles on the page, one a day for each game, and the reader's results."""
