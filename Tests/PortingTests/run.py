"""Apps of the 3.x SDK: the stories of the fixtures run, old names get hints, and `pubnub port` finds and changes them.

The stories are in the folder `porting` of the fixtures, next to the project or in the folder that PUBNUB_FIXTURES names. Without
it their checks are not run, and a line says so.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "PythonSupport"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Scripts"))

import hint_checks  # noqa: E402, F401
import port_checks  # noqa: E402, F401
import story_checks  # noqa: E402, F401
from compiling import STORIES  # noqa: E402
from harness import run_all  # noqa: E402

if not STORIES:
    print("not run: the stories, because the folder of the fixtures is not there")
sys.exit(run_all(sys.argv[1] if len(sys.argv) > 1 else None))
