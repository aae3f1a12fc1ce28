"""Faults of a real network between `pubnub subscribe` and `pubnub origin`; run by Scripts/faults.sh."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "PythonSupport"))

import link_checks  # noqa: E402, F401
import name_checks  # noqa: E402, F401
import process_checks  # noqa: E402, F401
import relay_checks  # noqa: E402, F401
import restart_checks  # noqa: E402, F401
from harness import run_all  # noqa: E402

# One at a time: the networks have fixed names.
sys.exit(run_all(sys.argv[1] if len(sys.argv) > 1 else None, jobs=1))
