"""Apps of the 3.x SDK: the stories of the fixtures run, old names get hints, and `pubnub port` finds and changes them.

The stories are in the folder `porting` of the fixtures, next to the project or in the folder that PUBNUB_FIXTURES names. Without
it their checks are not run, and a line says so.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Scripts"))

from compiling import STORIES  # noqa: E402

collect_ignore = [] if STORIES else ["story_checks.py"]


def pytest_report_header():
    return [] if STORIES else "not run: the stories, because the folder of the fixtures is not there"
