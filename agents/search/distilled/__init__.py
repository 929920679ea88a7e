"""A champion as a small network in whole numbers, which plays inside the compiled rules: the bot ``distilled``."""
