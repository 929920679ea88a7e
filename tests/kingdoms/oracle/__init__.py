"""A second account of Kingdoms. What deeds bring along of decisions is known wherever any of it is."""

from . import deeds as deeds
