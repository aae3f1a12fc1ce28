"""The command line, as a script sees it: what it prints, how it ends, what it reads its settings from."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "PythonSupport"))

import access_checks  # noqa: E402, F401
import actions_checks  # noqa: E402, F401
import crash_checks  # noqa: E402, F401
import descriptor_checks  # noqa: E402, F401
import errors_checks  # noqa: E402, F401
import files_checks  # noqa: E402, F401
import groups_checks  # noqa: E402, F401
import habits_checks  # noqa: E402, F401
import help_checks  # noqa: E402, F401
import history_checks  # noqa: E402, F401
import limits_checks  # noqa: E402, F401
import messages_checks  # noqa: E402, F401
import objects_checks  # noqa: E402, F401
import origin_checks  # noqa: E402, F401
import payload_checks  # noqa: E402, F401
import people_checks  # noqa: E402, F401
import presence_checks  # noqa: E402, F401
import proxy_checks  # noqa: E402, F401
import push_checks  # noqa: E402, F401
import relations_checks  # noqa: E402, F401
import search_checks  # noqa: E402, F401
import server_checks  # noqa: E402, F401
import settings_checks  # noqa: E402, F401
import signal_checks  # noqa: E402, F401
import stored_files_checks  # noqa: E402, F401
import subscribe_checks  # noqa: E402, F401
import tls_checks  # noqa: E402, F401
import token_checks  # noqa: E402, F401
from harness import run_all  # noqa: E402

sys.exit(run_all(sys.argv[1] if len(sys.argv) > 1 else None))
