"""Checks of the chat sample in pseudo-terminals."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "PythonSupport"))

import origin_checks  # noqa: E402, F401
import screen_checks  # noqa: E402, F401
import script_checks  # noqa: E402, F401
import talking_checks  # noqa: E402, F401
from harness import run_all  # noqa: E402

sys.exit(run_all(sys.argv[1] if len(sys.argv) > 1 else None))
