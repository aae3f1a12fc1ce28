#!/usr/bin/env python3
"""Checks that all documents name the version of the package, and the form of the changelog.

  Scripts/versions.py             checks the package; exit status 1 if a version or a section is wrong
  Scripts/versions.py self-test   checks the check itself

`PackageVersion.current` is the version that `pubnub --version` prints. README.md and Versioning.md name it, and the examples in other documents
do. The newest release of CHANGELOG.md has it; with a section "Unreleased" above it the version may also be a later one. A section of the changelog
has at most 40 lines, without the empty ones.
"""
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
CONSTANT = "Sources/PubNubWire/PackageVersion.swift"
MAX_LINES = 40
# The SDK whose names this package has: documents name its version as well.
ORIGINAL = "3.7.8"
NUMBER = r"(?<![\w.])\d+\.\d+\.\d+(?![\w.]*\d)"
# The places in each document that name the version of this package, and whether there has to be one.
PLACES = [
    ("README.md", re.compile(f"({NUMBER})"), True),
    ("Documentation/Versioning.md", re.compile(f"({NUMBER})"), True),
    ("Documentation/Deployment.md", re.compile(r"pubnub_(\d+\.\d+\.\d+)_"), True),
    ("Documentation/Cluster.md", re.compile(rf'"version":"(\d+\.\d+\.\d+)"|^o\d .*?({NUMBER})', re.M), True),
    ("PORTING.md", re.compile(r'from: "(\d+\.\d+\.\d+)"'), False),
    ("HOWTO/README.md", re.compile(r'from: "(\d+\.\d+\.\d+)"'), False),
]


def parts(version):
    return [int(part) for part in version.split(".")]


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def sections(text):
    """The sections of a changelog: the line number, the headline, and the number of lines that are not empty."""
    starts = [match.start() for match in re.finditer(r"^## ", text, re.M)]
    for start, end in zip(starts, [*starts[1:], len(text)]):
        lines = [line for line in text[start:end].splitlines() if line.strip()]
        yield line_of(text, start), lines[0].removeprefix("## "), len(lines)


def in_changelog(text, version):
    """A sentence for each mistake in a changelog."""
    releases, is_unreleased = [], False
    for line, headline, count in sections(text):
        if count > MAX_LINES:
            yield f"CHANGELOG.md:{line}: the section {headline} has {count} lines, more than {MAX_LINES}"
        if headline == "Unreleased" and not releases and not is_unreleased:
            is_unreleased = True
        elif release := re.fullmatch(r"(\d+\.\d+\.\d+) — \d{4}-\d\d-\d\d", headline):
            if releases and parts(release[1]) >= parts(releases[-1]):
                yield f"CHANGELOG.md:{line}: {release[1]} stands below {releases[-1]}"
            releases.append(release[1])
        else:
            yield f"CHANGELOG.md:{line}: the headline has another form than `## 0.7.0 — 2026-11-29`: {headline}"
    if not releases:
        yield "CHANGELOG.md has no release"
    elif releases[0] != version and not (is_unreleased and parts(version) > parts(releases[0])):
        yield f"CHANGELOG.md: the newest release is {releases[0]}, and {CONSTANT} says {version}"


def mistakes(root):
    """A sentence for each version that differs and for each mistake in the changelog."""
    constant = re.search(r'static let current = "([^"]+)"', (root / CONSTANT).read_text())
    if not constant or not re.fullmatch(r"\d+\.\d+\.\d+", constant[1]):
        yield f"{CONSTANT} has no version of the form 0.7.0"
        return
    version = constant[1]
    yield from in_changelog((root / "CHANGELOG.md").read_text(), version)
    for name, pattern, is_required in PLACES:
        text = (root / name).read_text()
        found = [(match.start(), next(group for group in match.groups() if group)) for match in pattern.finditer(text)]
        found = [(offset, other) for offset, other in found if other != ORIGINAL]
        if is_required and not found:
            yield f"{name} does not name the version {version}"
        for offset, other in found:
            if other != version:
                yield f"{name}:{line_of(text, offset)}: says {other}, and {CONSTANT} says {version}"


def self_test():
    """Checks that each kind of mistake is found, and that a package without mistakes passes."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)

        def write(name, text):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)

        def expect(*expected):
            found = list(mistakes(root))
            if len(found) != len(expected) or any(part not in line for part, line in zip(expected, found)):
                sys.exit(f"versions: the self-test found {found} instead of {list(expected)}")

        def changelog(*headlines, lines=1):
            write("CHANGELOG.md", "# Changelog\n\n" + "".join(f"## {headline}\n\n" + "- A change.\n" * lines + "\n" for headline in headlines))

        write(CONSTANT, 'package static let current = "1.2.3"\n')
        write("README.md", "Version 1.2.3, the API of 3.7.8, listens on 127.0.0.1.\n")
        write("Documentation/Versioning.md", 'from: "1.2.3"\n')
        write("Documentation/Deployment.md", "pubnub_1.2.3_amd64.deb\n")
        write("Documentation/Cluster.md", '{"version":"1.2.3"}\no1    ready  12  0  1.2.3  http://127.0.0.1:8080\n')
        write("PORTING.md", "")
        write("HOWTO/README.md", "")
        changelog("1.2.3 — 2026-01-02", "1.2.0 — 2026-01-01", lines=39)
        expect()
        changelog("Unreleased", "1.2.0 — 2026-01-01")
        expect()
        changelog("1.2.3 — 2026-01-02", lines=40)
        expect("has 41 lines, more than 40")
        changelog("1.2.2 — 2026-01-02", "1.2.2 — 2026-01-01")
        expect("CHANGELOG.md:7: 1.2.2 stands below 1.2.2", "the newest release is 1.2.2")
        changelog("1.2.3")
        expect("has another form", "has no release")
        changelog("1.2.3 — 2026-01-02")
        write("README.md", "Version 1.2.2\n")
        write("Documentation/Versioning.md", "no version\n")
        write("Documentation/Deployment.md", "\npubnub_1.0.0_amd64.deb\n")
        write("Documentation/Cluster.md", '{"version":"1.2.4"}\no1    ready  12  0  1.2.5  http://127.0.0.1:8080\n')
        write("PORTING.md", 'from: "1.2.6"\n')
        expect(
            "README.md:1: says 1.2.2", "Versioning.md does not name", "Deployment.md:2: says 1.0.0", "Cluster.md:1: says 1.2.4",
            "Cluster.md:2: says 1.2.5", "PORTING.md:1: says 1.2.6")


def main():
    if sys.argv[1:] == ["self-test"]:
        return self_test()
    if sys.argv[1:]:
        sys.exit(__doc__)
    lines = list(mistakes(ROOT))
    for line in lines:
        print(f"versions: {line}", file=sys.stderr)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
