"""The samples on Hummingbird: the web chat in real browsers, and the bridge from HTTP to channels."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "PythonSupport"))

import bridge_checks  # noqa: E402, F401
import chat_checks  # noqa: E402, F401
from harness import run_all  # noqa: E402

sys.exit(run_all(sys.argv[1] if len(sys.argv) > 1 else None))
