"""Servers of a cluster on NATS JetStream, in processes that are killed; run by `make cluster`.

`-m "not long"` selects those that can run several at a time, on one NATS server, in some minutes.

Everything runs in namespaces of its own, so that a check can cut machines off and fill a disk. On a machine that allows none, the checks
that need them say that they are not run.
"""

import os

import isolating
import pytest

# In the environment of a run without namespaces.
PLAIN = "PUBNUB_CLUSTER_PLAIN"
QUICK = "not long"


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    if PLAIN not in os.environ:
        reason = isolating.enter(config, "ip", "link", "add", "cluster", "type", "bridge")
        if reason:
            print(f"cluster: without namespaces, which this machine does not allow: {reason}", flush=True)
            os.environ[PLAIN] = "1"


def pytest_xdist_auto_num_workers(config):
    """One at a time in the long run: each check has up to seven servers, and the networks have fixed names."""
    return None if config.option.markexpr == QUICK else 0


def pytest_collection_modifyitems(items):
    """First the check that waits for longest."""
    items.sort(key=lambda item: item.path.name != "start_checks.py")


def pytest_terminal_summary(config):
    """Prints figures after the whole long run."""
    is_whole = all((config.invocation_params.dir / name).is_dir() for name in config.args)
    if is_whole and not (config.option.markexpr or config.option.keyword or config.option.collectonly):
        import figures
        figures.report()
