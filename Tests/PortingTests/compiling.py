"""Compiles Swift files against the built modules of the package, without a package of their own."""

import json
import os
import pathlib
import re
import subprocess

from running import ROOT

BUILT = pathlib.Path(os.environ.get("PUBNUB_BUILT") or ROOT / ".build" / "debug")
# Not that of SwiftPM, which knows the same folder by another path: a module that both have compiled is an error.
MODULE_CACHE = ROOT / ".build" / "checks-module-cache"
FIXTURES = pathlib.Path(os.environ.get("PUBNUB_FIXTURES") or ROOT.parent / "shared" / "fixtures") / "porting"
STORIES = sorted(path.stem for path in FIXTURES.glob("*.swift"))
COMPLETIONS = pathlib.Path(__file__).parent / "Completions"
# The targets whose object files a program needs.
TARGETS = ["PubNub", "PubNubCodec", "PubNubCore", "PubNubSupport", "PubNubMachines", "PubNubWire", "Logging"]


def modules():
    """The arguments with which the compiler finds the modules, those of C included."""
    found = ["-I", str(BUILT / "Modules"), "-module-cache-path", str(MODULE_CACHE)]
    for path in [*sorted((ROOT / "Sources").glob("C*/module.modulemap")), *sorted(BUILT.glob("*.build/module.modulemap"))]:
        found += ["-Xcc", f"-fmodule-map-file={path}"]
        if path.parent.parent == ROOT / "Sources":
            found += ["-Xcc", f"-I{path.parent}"]
    return found


def objects():
    """The object files of the sources that the targets have now: a build folder retains those of removed sources."""
    maps = [json.loads((BUILT / f"{target}.build" / "output-file-map.json").read_text()) for target in TARGETS]
    return [files["object"] for one in maps for _, files in sorted(one.items()) if "object" in files]


def build(source, program):
    """Builds a program of one file in the language mode of Swift 5."""
    finished = subprocess.run(
        ["swiftc", "-Onone", "-swift-version", "5", *modules(), str(source), *objects(), "-lcurl", "-lcrypto", "-lz", "-o", str(program)],
        capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr


def diagnostics(*sources):
    """What the compiler reports for files in the language mode of Swift 5: (file, line, severity, text)."""
    finished = subprocess.run(
        ["swiftc", "-emit-sil", "-wmo", "-o", "/dev/null", "-swift-version", "5", "-diagnostic-style", "llvm", "-module-name", "App",
         *modules(), *map(str, sources)], capture_output=True, text=True)
    found = re.findall(r"^(.*?):(\d+):\d+: (error|warning): (.*)$", finished.stderr, re.M)
    assert finished.returncode == 0 or found, finished.stderr
    return [(pathlib.Path(path).name, int(line), severity, text) for path, line, severity, text in found]


def errors(*sources):
    return [found for found in diagnostics(*sources) if found[2] == "error"]
