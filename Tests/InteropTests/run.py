"""PubNub's own Python client against our origin, and it and our client through each other's eyes.

Everything runs twice: with the access manager off, and with it on and clients that have authorization keys.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "PythonSupport"))

import actions_checks  # noqa: E402, F401
import chat_checks  # noqa: E402, F401
import converge_checks  # noqa: E402, F401
import encryption_checks  # noqa: E402, F401
import files_checks  # noqa: E402, F401
import groups_checks  # noqa: E402, F401
import history_checks  # noqa: E402, F401
import messages_checks  # noqa: E402, F401
import names_checks  # noqa: E402, F401
import objects_checks  # noqa: E402, F401
import objects_cross_checks  # noqa: E402, F401
import presence_checks  # noqa: E402, F401
import push_checks  # noqa: E402, F401
import rights_checks  # noqa: E402
import signals_checks  # noqa: E402, F401
import storage_checks  # noqa: E402, F401
import tokens_checks  # noqa: E402
import world  # noqa: E402
from harness import CHECKS, Totals, equal, in_processes, outcome  # noqa: E402


def stops_cleanly():
    equal(world.ORIGIN.stop(), 0)


# The origin issues and checks rights only with the access manager.
GUARDED = {rights_checks.__name__, tokens_checks.__name__}


def results(access_manager):
    """Runs the checks against one origin, one after the other, and returns their results."""
    label = "access manager on: " if access_manager else ""
    checks = [(label + title, function) for title, function in CHECKS
              if access_manager or function.__module__ not in GUARDED]
    if ONLY is not None:
        checks = [(title, function) for title, function in checks if ONLY in title]
    with world.origin(access_manager):
        found = [outcome(title, function) for title, function in checks]
        found.append(outcome(label + "the origin stops cleanly after all that", stops_cleanly))
    return found


ONLY = sys.argv[1] if len(sys.argv) > 1 else None
totals = Totals()
for found in in_processes(results, (False, True)):
    for result in found:
        totals.add(result)
sys.exit(totals.close())
