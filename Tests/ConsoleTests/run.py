"""The console in a real browser, against a real server: every view, hostile values, load, faults, the keyboard, and every call as code."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "PythonSupport"))

import harness  # noqa: E402
import live_checks  # noqa: E402, F401
import view_checks  # noqa: E402, F401
import cluster_checks  # noqa: E402, F401
import access_checks  # noqa: E402, F401
import faults_checks  # noqa: E402, F401
import page_checks  # noqa: E402, F401
import code_checks  # noqa: E402, F401
import load_checks  # noqa: E402, F401
import hour_checks  # noqa: E402, F401
import sample_checks  # noqa: E402, F401

sys.exit(harness.run_all(sys.argv[1] if len(sys.argv) > 1 else None))
