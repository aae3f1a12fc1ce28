"""The documents' blocks of Swift: reading, compiling and running them.

A block that begins with `// swift-tools-version:` is a manifest and is compiled as one.
"""

import functools
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILT = pathlib.Path(os.environ.get("PUBNUB_BUILT") or ROOT / ".build" / "debug")
# Not that of SwiftPM, which knows the same folder by another path: a module that both have compiled is an error.
MODULE_CACHE = ROOT / ".build" / "checks-module-cache"
# A program that links all that examples of the async interface import.
LINKED = BUILT / "AsyncHelloWorld.product" / "Objects.LinkFileList"
PRINTED = re.compile(r"\bprint\(.*\)\s+// (?P<output>.+)$")
CONFIGURATION = re.compile(r"^(?:let|var) (?P<name>\w+) = PubNubClientConfiguration\(.*\)$")
# The most seconds for an example, on a busy machine.
PATIENCE = 120
FENCE = re.compile(r"^(?P<lead>\s*(?:///?)?\s*)```(?P<language>\S*)\s*$")


class Block:
    """A block of code; `line` is the number of its first line in the document."""

    def __init__(self, path, line, lines):
        self.path, self.line, self.lines = path, line, lines

    @property
    def place(self):
        return f"{name(self.path)}:{self.line}"

    @property
    def outputs(self):
        """What the comments of the block say that it prints."""
        return [match["output"] for line in self.lines if (match := PRINTED.search(line))]

    @property
    def is_example(self):
        return bool(self.outputs) and any(CONFIGURATION.match(line) for line in self.lines)

    @property
    def is_manifest(self):
        return self.lines[:1] != [] and self.lines[0].startswith("// swift-tools-version:")


def name(path):
    """The path for output: relative to the package if it is inside."""
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def documents():
    """The documents of the package, and the sources with blocks in comments."""
    found = [path for path in sorted(ROOT.glob("*.md")) if path.name != "CHANGELOG.md"]
    for folder in ("Documentation", "HOWTO", "Samples", "Benchmarks", "Sources"):
        found += [path for path in sorted((ROOT / folder).rglob("*.md")) if ".build" not in path.parts]
    sources = sorted((ROOT / "Sources").rglob("*.swift"))
    return found + [path for path in sources if is_step(path) or "```swift" in path.read_text()]


def is_step(path):
    """Whether a file is the code of a step of a tutorial, which compiles as a whole."""
    return path.suffix == ".swift" and any(parent.suffix == ".docc" for parent in path.parents)


def blocks(path):
    """The blocks of Swift in a document; a block without an end, or with another spelling of the language, is an error."""
    if is_step(path):
        return [Block(path, 1, path.read_text().splitlines())]
    found, block, language, lead = [], None, "", ""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        fence = FENCE.match(line)
        if not fence or block is not None and fence["language"]:
            if block is not None:
                block.lines.append(line.removeprefix(lead) if line.startswith(lead) else line.removeprefix(lead.rstrip()))
            continue
        if block is None:
            block, language, lead = Block(path, number + 1, []), fence["language"], fence["lead"]
            continue
        if language.lower() == "swift":
            found.append(block)
        block = None
    assert block is None, f"{name(path)}:{block.line}: the block is not closed"
    return found


@functools.cache
def flags():
    """The compiler arguments to find the modules of the package, including those of C."""
    maps = [*sorted((ROOT / "Sources").glob("C*/module.modulemap")),
            *sorted(ROOT.glob(".build/checkouts/*/Sources/*/module.modulemap")),
            *sorted(ROOT.glob(".build/checkouts/*/Sources/*/include/module.modulemap")),
            *sorted(BUILT.glob("*.build/module.modulemap"))]
    found = ["-I", str(BUILT / "Modules")]
    for path in maps:
        found += ["-Xcc", f"-fmodule-map-file={path}"]
        if path.parent.name == "include" or path.parent.parent == ROOT / "Sources":
            found += ["-Xcc", f"-I{path.parent}"]
    return found


def manifest_flags():
    toolchain = pathlib.Path(shutil.which("swiftc")).resolve().parents[1]
    return ["-I", str(toolchain / "lib" / "swift" / "pm" / "ManifestAPI"), "-package-description-version", "6.2"]


def complaints(block, flags):
    """What the compiler has against a block, with the lines of the document; empty when it compiles.

    The block is compiled up to the point where machine code would follow, so that no check of the compiler is left out.
    """
    with tempfile.TemporaryDirectory() as directory:
        source = pathlib.Path(directory) / "main.swift"
        location = f'#sourceLocation(file: "{name(block.path)}", line: {block.line})\n'
        # A manifest has to begin with its version.
        head, rest = (block.lines[:1], block.lines[1:]) if block.is_manifest else ([], block.lines)
        location = location.replace(f"line: {block.line}", f"line: {block.line + len(head)}")
        source.write_text("".join(f"{line}\n" for line in head) + location + "\n".join(rest) + "\n")
        command = ["swiftc", "-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-warnings-as-errors",
                   "-module-name", "Printed", "-module-cache-path", str(MODULE_CACHE),
                   *(manifest_flags() if block.is_manifest else flags), str(source)]
        finished = subprocess.run(command, capture_output=True, text=True)
        return finished.stdout + finished.stderr if finished.returncode else ""


def difference(block, flags, host):
    """How the output of an example differs from its comments; empty when it is the same."""
    lines = []
    for line in block.lines:
        match = CONFIGURATION.match(line)
        lines.append(line.replace("let ", "var ", 1) if match else line)
        if match:
            lines += [f'{match["name"]}.origin = "{host}"', f'{match["name"]}.isSecure = false']
    with tempfile.TemporaryDirectory() as directory:
        folder = pathlib.Path(directory)
        (folder / "main.swift").write_text("\n".join(lines) + "\n")
        objects = [line for line in LINKED.read_text().splitlines() if "/AsyncHelloWorld.build/" not in line]
        (folder / "objects").write_text("\n".join(objects))
        command = ["swiftc", "-emit-executable", "-o", str(folder / "example"), "-swift-version", "6", "-module-name", "Printed",
                   "-module-cache-path", str(MODULE_CACHE), *flags, str(folder / "main.swift"), f"@{folder / 'objects'}",
                   "-lcurl", "-lcrypto", "-lz"]
        built = subprocess.run(command, capture_output=True, text=True)
        if built.returncode:
            return built.stdout + built.stderr
        try:
            finished = subprocess.run([folder / "example"], capture_output=True, text=True, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return f"It does not end within {PATIENCE} s."
    if finished.returncode == 0 and finished.stdout.splitlines() == block.outputs:
        return ""
    return f"status {finished.returncode}\n{finished.stdout}{finished.stderr}"
