"""The programs of the stories, against an origin of their own."""

import pathlib
import subprocess
import tempfile

from compiling import FIXTURES, STORIES, build
from harness import PATIENCE, Origin, check, clean_environment

KEYS = ["--publish-key", "pub", "--subscribe-key", "sub"]


def story(name):
    @check(f"the story {name} compiles as it is, and all of its checks hold")
    def _():
        with tempfile.TemporaryDirectory() as folder, Origin(keys=KEYS) as origin:
            program = pathlib.Path(folder) / name
            build(FIXTURES / f"{name}.swift", program)
            finished = subprocess.run([program, origin.host], capture_output=True, text=True, timeout=PATIENCE, env=clean_environment())
            failed = [line for line in finished.stdout.splitlines() if not line.startswith("ok ")]
            assert not failed, "\n".join(failed)
            assert finished.returncode == 0, f"status {finished.returncode}: {finished.stdout}{finished.stderr}"


for name in STORIES:
    story(name)
