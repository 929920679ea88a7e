"""A seat for players from outside, who read text and reply in text: over MCP, OpenEnv or verifiers."""
