"""Reinforcement-learning algorithms, one file each, to be read from top to bottom; `registry.py` names them."""
