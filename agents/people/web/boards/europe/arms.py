"""Coats of arms: one for each person, made from bloodline, number and ability. They are all invented."""

from functools import cache

from agents.people.web.markup import Markup
from dynasty_env.dynasty.material import ABILITY, COLOUR, PERSONS, RELIGION, WITCH, Ability, Religion

SHIELD = "M2 2H38V24C38 36 29 43 20 47C11 43 2 36 2 24Z"
FIELDS = (
    ("#e0ac1c", "#2b2620"), ("#3467b2", "#f3d36b"), ("#c0362b", "#f4ecd8"), ("#3b8b4c", "#f0dca0"),
    ("#d66a9d", "#fff3f8"), ("#f4f1e8", "#6d7f94"), ("#8a8a8a", "#f1efe9"), ("#7c52a8", "#f0dca0"),
    ("#26242a", "#d9c37a"),
)  # fmt: skip
"""For each bloodline the tinctures of the field and of the charge."""

ORDINARIES = (
    "M15 0H25V48H15Z",  # pale
    "M0 15H40V27H0Z",  # fess
    "M0 0H9L40 34V48L31 44L0 12Z",  # bend
    "M40 0H31L0 34V46L9 44L40 12Z",  # bend sinister
    "M0 34L20 15L40 34V45L20 27L0 45Z",  # chevron
    "M16 0H24V17H40V25H24V48H16V25H0V17H16Z",  # cross
    "M0 0H8L20 15L32 0H40V8L26 23L40 38V48H34L20 31L6 48H0V38L14 23L0 8Z",  # saltire
    "M0 0H40V13H0Z",  # chief
    "M20 0H40V48H20Z",  # per pale
    "M0 23H40V48H0Z",  # per fess
    "M0 0H20V23H40V48H20V23H0Z",  # quarterly
    "M6 0L20 36L34 0Z",  # pile
    "M0 0H40V48H0ZM6 6V24C6 33 12 39 20 42C28 39 34 33 34 24V6Z",  # bordure
    "M0 0L40 48H0Z",  # per bend
)
"""The divisions of a field."""

CHARGES = {
    "mullet": "M0-9L2.6-2.8L9-2.6L4 1.6L5.6 8L0 4.4L-5.6 8L-4 1.6L-9-2.6L-2.6-2.8Z",
    "crescent": "M5-8A9 9 0 1 0 5 8A7 7 0 1 1 5-8Z",
    "roundel": "M0-8A8 8 0 1 1-.1-8Z",
    "lozenge": "M0-10L7 0L0 10L-7 0Z",
    "lily": "M0-10C4-6 4-3 1.5 1H7C10-2 8-6 5-5C9-9 13-1 7 4H2L4 9H-4L-2 4H-7C-13-1-9-9-5-5"
    "C-8-6-10-2-7 1H-1.5C-4-3-4-6 0-10Z",
    "tower": "M-7-9H-4V-6H-1.5V-9H1.5V-6H4V-9H7V-3H5V9H2V3H-2V9H-5V-3H-7Z",
    "rose": "M0-9A4 4 0 0 1 4-4A4 4 0 0 1 8 1A4 4 0 0 1 4 7A4 4 0 0 1-4 7A4 4 0 0 1-8 1A4 4 0 0 1-4-4A4 4 0 0 1 0-9Z",
    "ring": "M0-9A9 9 0 1 1-.1-9ZM0-5A5 5 0 1 0 .1-5Z",
    "key": "M0-10A4.5 4.5 0 0 1 1.5-1.3V4H5V7H1.5V10H-1.5V-1.3A4.5 4.5 0 0 1 0-10ZM0-7.5A2 2 0 1 0 .1-7.5Z",
    "anchor": "M0-10A3 3 0 0 1 1.4-4.4V-3H5V0H1.4V6C5 5 6 3 6 1L9 4C8 8 4 10 0 10C-4 10-8 8-9 4L-6 1"
    "C-6 3-5 5-1.4 6V0H-5V-3H-1.4V-4.4A3 3 0 0 1 0-10Z",
    "oak": "M0-10C3-10 3-7 3-6C6-7 8-4 5-2C9-2 9 3 5 3C7 6 3 8 1 6V10H-1V6C-3 8-7 6-5 3C-9 3-9-2-5-2"
    "C-8-4-6-7-3-6C-3-7-3-10 0-10Z",
    "sun": "M0-10L2-5L7-7L5-2L10 0L5 2L7 7L2 5L0 10L-2 5L-7 7L-5 2L-10 0L-5-2L-7-7L-2-5Z",
    "fish": "M-10 0C-5-6 3-6 6 0L10-4V4L6 0C3 6-5 6-10 0Z",
    "billets": "M-7-9H-1V-1H-7ZM1-9H7V-1H1ZM-3 1H3V9H-3Z",
}  # fmt: skip
"""Charges, which extend ten units to each side of (0, 0)."""

POWERS: dict[Ability, str] = {
    Ability.SUPPRESSION: "M-9-9L-6-9L9 6L6 9L-9-6ZM9-9V-6L-6 9L-9 6L6-9Z",
    Ability.ASSASSINATION: "M-1.5-10H1.5V3H5V5.5H1.5V10H-1.5V5.5H-5V3H-1.5Z",
    Ability.PLUNDER: "M-9-2C-9-6-4-7-4-9H4C4-7 9-6 9-2V9H-9ZM-3-1V5H3V-1Z",
    Ability.REVOLUTION: "M-8 10V-10H-5.5C0-13 3-6 9-9V2C3 5 0-2-5.5 1V10Z",
    Ability.WASTE: "M-8-9H8C8-2 5 2 1.5 3V7H6V10H-6V7H-1.5V3C-5 2-8-2-8-9Z",
    Ability.POLICE: "M0-7C6-7 9-2 10 0C9 2 6 7 0 7C-6 7-9 2-10 0C-9-2-6-7 0-7ZM0-4A4 4 0 1 0 .1-4Z",
    Ability.EXECUTION: "M-2-10H2V-6C6-8 9-6 10-2C8-3 5-1 2 2V10H-2Z",
    Ability.WAR_TAX: "M-9 2A9 4 0 1 1 9 2V6A9 4 0 1 1-9 6ZM-6-6A6 3 0 1 1 6-6V-3A6 3 0 1 1-6-3Z",
    Ability.SEA_4: "M-10 4H10L6 9H-6ZM-1-10L6 2H-1ZM-3-7V2H-8Z",
    Ability.ALCHEMY: "M-3-10H3V-8H2V-3L8 7C9 9 8 10 6 10H-6C-8 10-9 9-8 7L-2-3V-8H-3Z",
    Ability.NEW_FAITH: "M-10-7C-6-9-2-8 0-6C2-8 6-9 10-7V7C6 5 2 6 0 8C-2 6-6 5-10 7ZM-1-4V6H1V-4Z",
    Ability.ADVENT: "M3-9A9 9 0 1 0 3 9A7.5 7.5 0 1 1 3-9ZM6-3L7-1L9-.8L7.6.8L8 3L6 2L4 3L4.4.8L3-.8L5-1Z",
}
"""The charges of persons with an ability; a witch has a flame."""
FLAME = "M0-11C2-6 8-4 8 3C8 8 4 10 0 10C-4 10-8 8-8 3C-8-1-5-2-4-6C-2-4-2-3-2-2C0-4 0-7 0-11Z"
EDGES = {Religion.CC: "#7a1f1f", Religion.C: "#a8792a", Religion.CP: "#5d7a4d", Religion.P: "#2f4c6e"}


def charge_of(person: int) -> str:
    """The charge on a person's shield."""
    charge = FLAME if WITCH[person] else list(CHARGES.values())[(person * 5 + 3) % len(CHARGES)]
    return POWERS.get(Ability(ABILITY[person]), charge)


def arms(person: int) -> Markup:
    """A person's arms as an SVG symbol."""
    field, other = FIELDS[COLOUR[person]]
    ordinary = ORDINARIES[(person * 3 + int(COLOUR[person])) % len(ORDINARIES)]
    edge = EDGES[Religion(RELIGION[person])] if RELIGION[person] >= 0 else "#2b2620"
    return Markup(
        '<symbol id="arms-{0}" viewBox="0 0 40 48"><path d="{1}" fill="{2}"/>'
        '<path d="{3}" fill="{4}" fill-opacity=".55" fill-rule="evenodd" clip-path="url(#shield)"/>'
        '<path d="{1}" fill="url(#gloss)"/>'
        '<g transform="translate(20 22)"><path d="{5}" fill="{4}" stroke="{2}" stroke-width="1.6" '
        'paint-order="stroke" fill-rule="evenodd"/></g>'
        '<path d="{1}" fill="none" stroke="{6}" stroke-width="2.6"/></symbol>'
    ).format(person, SHIELD, field, ordinary, other, charge_of(person), edge)


@cache
def sprite() -> Markup:
    """All arms and signs of office, as symbols of one drawing."""
    shared = Markup(
        '<clipPath id="shield"><path d="{}"/></clipPath>'
        '<linearGradient id="gloss" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".35"/>'
        '<stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".25"/>'
        "</linearGradient>"
        '<symbol id="crown" viewBox="-12 -10 24 20"><path d="M-10 7V-5L-5 1L0-8L5 1L10-5V7Z" fill="#f2c94c" '
        'stroke="#5b430a" stroke-width="1.4" stroke-linejoin="round"/><circle cx="0" cy="-8" r="1.8" fill="#c0362b"/>'
        '<circle cx="-10" cy="-5" r="1.5" fill="#3467b2"/><circle cx="10" cy="-5" r="1.5" fill="#3467b2"/></symbol>'
        '<symbol id="ring" viewBox="-10 -10 20 20"><circle cx="0" cy="3" r="5.6" fill="none" stroke="#b8860b" '
        'stroke-width="2.4"/><path d="M0-1L-4-6L-2-9H2L4-6Z" fill="#4aa3c7" stroke="#245d77" '
        'stroke-width=".8"/></symbol>'
        '<symbol id="pope" viewBox="-10 -11 20 22"><path d="M-1.2-11H1.2V-8H4V-5.8H1.2V-3H6V-.8H1.2V2H8V4.2H1.2V11'
        'H-1.2V4.2H-8V2H-1.2V-.8H-6V-3H-1.2V-5.8H-4V-8H-1.2Z" fill="currentColor"/></symbol>'
        '<symbol id="scythe" viewBox="-11 -11 22 22"><path d="M-7 11L-9 9.6L4-8C-2-8-8-5-11 2C-10-7-3-11 7-10.6L6-8Z" '
        'fill="currentColor"/></symbol>'
    ).format(SHIELD)
    return shared + Markup("").join(arms(person) for person in range(PERSONS))
