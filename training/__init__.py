"""Everything that makes or measures agents: a package of dynasty-env."""

import os

# Threads that wait for work spin for a moment, then sleep. Spinning on (the default) makes torch crawl as soon as
# anything else wants a core; sleeping at once makes it half as fast where nothing does.
if "OMP_WAIT_POLICY" not in os.environ:
    os.environ["OMP_WAIT_POLICY"] = "PASSIVE"
    os.environ.setdefault("GOMP_SPINCOUNT", "1000")
