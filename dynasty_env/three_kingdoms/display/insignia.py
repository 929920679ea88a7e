"""The colours and signs of countries on maps and pictures."""

from dynasty_env.three_kingdoms.material import COUNTRY_COLOURS, COUNTRY_NAMES

_SHADES = {
    "yellow-green": "#8a9a1c", "blue": "#2f62b0", "brown": "#80502c", "pink": "#c9638c", "orange": "#d0721d",
    "purple": "#74489c", "green": "#2f7d45", "red": "#b5382a", "yellow": "#c79a12", "black": "#37373d",
    "grey": "#737a82",
}  # fmt: skip
CLANS, NOBODY = "clans", "nobody"
COLOURS: dict[str, str] = {
    **{name: _SHADES[colour] for name, colour in zip(COUNTRY_NAMES, COUNTRY_COLOURS, strict=True)},
    CLANS: "#fdfaf2",
    NOBODY: "#d9d0bd",
}
"""The colour of each owner's areas, like the markers of the book."""

SHORT: dict[str, str] = {
    "Zhang Lu": "Lu", "Liu Bei": "Bei", "Ma Teng": "Ma", "Yuan Shu": "Shu", "Liu Zhang": "Zhang", "Liu Biao": "Biao",
    "Sun": "Sun", "Cao": "Cao", "Yuan Shao": "Shao", "Dong Zhuo": "Dong", "Lü Bu": "Bu", CLANS: "clans",
}  # fmt: skip
"""The name on a country's banner, so countries can be told apart without their colours."""

SIGNS: dict[str, str] = {
    "Zhang Lu": "魯", "Liu Bei": "備", "Ma Teng": "馬", "Yuan Shu": "術", "Liu Zhang": "璋", "Liu Biao": "表",
    "Sun": "孫", "Cao": "曹", "Yuan Shao": "紹", "Dong Zhuo": "董", "Lü Bu": "呂", CLANS: "豪",
}  # fmt: skip
"""The same as a single character."""
assert set(SHORT) == set(SIGNS) == {*COUNTRY_NAMES, CLANS}


def mixed(colour: str, other: str, part: float) -> str:
    """A colour with a share of another one mixed in."""
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(one + (two - one) * part):02x}" for one, two in pairs)
