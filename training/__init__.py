"""Everything that makes or measures agents."""

import os

# Threads that wait for work sleep: spinning (the default) makes torch crawl as soon as anything else wants a core.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
