"""The code blocks of the documents, as many at a time as there are CPUs: they only compute."""

import os


def pytest_xdist_auto_num_workers():
    return os.cpu_count() or 2
