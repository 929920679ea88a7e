"""What the command `dynasty` begins with: it says so if another package lies in the way of ours."""

import sys
from importlib import import_module

FOREIGN = 2
"""Exit code where another package lies in the way."""
INTERRUPTED = 130
"""Exit code after Ctrl-C."""


def main() -> None:
    """Run the command line (`training.cli`)."""
    from dynasty_env.neighbours import explanation, foreign_packages

    foreign = foreign_packages()
    if foreign:
        print(f"error: {explanation(foreign)}", file=sys.stderr)
        raise SystemExit(FOREIGN)
    try:
        import_module("training.cli").app()
    except KeyboardInterrupt:  # while libraries are still being imported
        raise SystemExit(INTERRUPTED) from None


if __name__ == "__main__":
    main()
