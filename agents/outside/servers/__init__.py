"""Adapters of a session of one seat for other frameworks: MCP, OpenEnv, verifiers."""
