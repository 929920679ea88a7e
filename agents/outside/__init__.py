"""A seat for external players that read text and reply in text: over MCP, OpenEnv or verifiers."""
