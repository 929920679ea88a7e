"""The same session of one seat, as other people's frameworks want it: MCP, OpenEnv, verifiers."""
