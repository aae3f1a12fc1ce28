"""Faults of a real network between `pubnub subscribe` and `pubnub origin`; run by Scripts/faults.sh."""


def pytest_xdist_auto_num_workers():
    """One at a time: the networks have fixed names."""
    return 0
