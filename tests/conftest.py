"""What every test relies on."""

import contextlib
import os
import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts background jobs deaf to Ctrl-C, and the tests of Ctrl-C, and what they start, would inherit that.
    with contextlib.suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGINT, signal.default_int_handler)

if "PYTEST_XDIST_WORKER" in os.environ:  # the other cores run other tests
    os.environ.setdefault("DYNASTY_ENV_COMPILERS", "1")
