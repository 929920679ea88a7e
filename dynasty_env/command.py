"""What the command `dynasty` begins with: it says so if another package lies in the way of ours."""

import sys
from importlib import import_module

FOREIGN = 2
"""Exit code where another package lies in the way."""


def main() -> None:
    """Run the command line (`training.cli`)."""
    from dynasty_env.neighbours import explanation, foreign_packages

    foreign = foreign_packages()
    if foreign:
        print(f"error: {explanation(foreign)}", file=sys.stderr)
        raise SystemExit(FOREIGN)
    import_module("training.cli").app()


if __name__ == "__main__":
    main()
