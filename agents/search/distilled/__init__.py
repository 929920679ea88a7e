"""A champion distilled into a small integer network, which plays inside the compiled rules: the bot ``distilled``."""
