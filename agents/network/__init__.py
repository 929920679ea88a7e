"""Bots that play by a trained network, without the library that trained it."""
