"""What follows from games that have been played: rates with intervals, ratings, ranks, and how they are shown."""
