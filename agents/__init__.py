"""Everything that picks an action: a package of dynasty-env."""
