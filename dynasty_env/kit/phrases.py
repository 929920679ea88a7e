"""Texts that are to be translated."""


def _(text: str) -> str:
    """Mark a text for the translation catalogues, which are consulted when it is shown."""
    return text
