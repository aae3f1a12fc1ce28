"""The end of the origin that all checks share, after all others."""

from running import equal


def test_origin_stops_cleanly(origin):
    """the origin stops cleanly after all that"""
    equal(origin.stop(), 0)
