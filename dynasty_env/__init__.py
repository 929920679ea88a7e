"""Multi-agent reinforcement-learning environments made from real, intricate tabletop rulebooks."""
