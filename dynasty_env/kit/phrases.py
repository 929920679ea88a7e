"""Texts that are to be translated."""


def _(text: str) -> str:
    """Mark a text for the catalogues, which are looked up when it is shown."""
    return text
