"""Algorithms of reinforcement learning, one file each, to be read from top to bottom; `registry.py` names them."""
