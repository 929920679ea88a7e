"""Everything that makes or measures agents: a package of dynasty-env."""

import os

# Threads that wait for work spin for a moment, then sleep. Spinning permanently (the default) makes torch very slow as
# soon as anything else needs a core; sleeping immediately halves its speed when nothing else does.
if "OMP_WAIT_POLICY" not in os.environ:
    os.environ["OMP_WAIT_POLICY"] = "PASSIVE"
    os.environ.setdefault("GOMP_SPINCOUNT", "1000")
