"""What all checks in Python share: how many run at a time, the search of outputs for secrets, and the totals.

`Scripts/python.sh -m pytest Tests/CommandTests` runs one folder, `-k` selects checks by words of their names and of what they prove, and `-n 0` runs one at a time.
"""

import collections
import os
import pathlib
import signal

import leaks
import pytest

TESTS = pathlib.Path(__file__).parent
# What was searched, here and in the processes of pytest-xdist, and the secrets that were found.
SEARCHED, FOUND = collections.Counter(), []


def pytest_configure(config):
    named = [(config.invocation_params.dir / name.split("::")[0]).resolve() for name in config.args]
    folders = {path.relative_to(TESTS).parts[:1] if path.is_relative_to(TESTS) else () for path in named}
    if len(folders) != 1 or () in folders:
        raise pytest.UsageError("name one folder of Tests, or checks of one: modules of several folders have the same names")
    # As SIGINT does, it ends what the checks have started.
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def pytest_xdist_auto_num_workers():
    """A check that waits for a process or a timer leaves its CPU to another one."""
    return 2 * (os.cpu_count() or 1)


def pytest_itemcollected(item):
    """`-k` also matches words of what a check proves."""
    item.extra_keyword_matches.add(item.function.__doc__ or "")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call():
    """A secret in an output fails the check. One that was read after the end of its check fails the next one, and in any case the run."""
    result = yield
    found = leaks.taken()
    FOUND.extend(found)
    assert not found, "\n".join(found)
    return result


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session):
    FOUND.extend(leaks.taken())
    SEARCHED.update(leaks.SEARCHED)
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput.update(searched=dict(SEARCHED), leaks=FOUND)
    elif FOUND and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_testnodedown(node):
    """Takes over what a process of pytest-xdist has found."""
    output = getattr(node, "workeroutput", {})
    SEARCHED.update(output.get("searched", {}))
    FOUND.extend(output.get("leaks", []))


def pytest_terminal_summary(terminalreporter, config):
    """Prints what checks that passed have printed, the secrets that were found, and how much was searched."""
    for report in terminalreporter.stats.get("passed", []):
        if report.capstdout:
            terminalreporter.write_line(f"{report.head_line}: {report.capstdout.strip()}")
    for found in FOUND:
        terminalreporter.write_line(f"SECRET {found}")
    if not config.option.collectonly:
        terminalreporter.write_line(f"searched {SEARCHED['outputs']} outputs, {SEARCHED['secrets']} times for a secret that was given")


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config):
    """Prints the totals in the form of all gates, as the last line."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if not hasattr(config, "workerinput") and reporter and not config.option.collectonly:
        passed, failed = (sum(len(reporter.stats.get(kind, [])) for kind in kinds) for kinds in (["passed"], ["failed", "error"]))
        reporter.write_line(f"{passed} passed, {failed} failed")
