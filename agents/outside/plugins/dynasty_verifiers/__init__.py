"""The environment by the name that verifiers looks for: ``vf-eval dynasty-verifiers`` (docs/language-models.md)."""

from agents.outside.servers.verifiers_env import SeatEnv, SeatTaskset

__all__ = ["SeatEnv", "SeatTaskset"]
