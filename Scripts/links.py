#!/usr/bin/env python3
"""Checks that every relative link and image of the Markdown documents leads to a file, and every anchor to a headline.

Comments of Swift files cite a document and its sections, as in `Documentation/WireProtocol.md, "Subscribe" and "History"`:
the document and the headlines must exist.

Code spans of CONTRIBUTING.md that begin with a target name a file or folder of `Sources`: it must exist, with anything for `<Name>`.

  Scripts/links.py             checks all documents of the package; exit status 1 if a link is broken
  Scripts/links.py self-test   checks the check itself

Links with a scheme (`https:`, `mailto:`, `doc:`) are not followed. Code blocks and code spans are ignored.
"""
import glob
import os
import re
import sys
import tempfile
import urllib.parse

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SKIPPED = {"Corpus", "Crashes", "Fixtures"}
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
REFERENCE = re.compile(r"^\s{0,3}\[[^\]]+\]:\s*<?([^\s>]+)>?")
HEADLINE = re.compile(r"^#{1,6}\s+(.*?)\s*#*\s*$")
CITATION = re.compile(r"\b((?:Documentation/)?[A-Za-z0-9]+\.md)((?:(?:,| and|, and)? \"[^\"]+\")*)")
SPAN = re.compile(r"`([^`\s]+/[^`\s]*)`")
EXPLICIT = re.compile(r"<a\s+(?:id|name)=\"([^\"]+)\"")


def prose(text):
    """Yields the lines outside of code blocks with their numbers."""
    fence = None
    for number, line in enumerate(text.split("\n"), 1):
        mark = re.match(r"\s*(```+|~~~+)", line)
        if mark and fence is None:
            fence = mark[1]
        elif mark and mark[1].startswith(fence):
            fence = None
        elif fence is None:
            yield number, line


def slug(headline):
    """Returns the anchor that GitHub gives a headline."""
    headline = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", headline).replace("`", "")
    kept = "".join(c for c in headline.strip().lower() if c.isalnum() or c in " -_")
    return kept.replace(" ", "-")


def anchors(path):
    """Returns all anchors of a document."""
    found, counts = set(), {}
    for _, line in prose(read(path)):
        found.update(EXPLICIT.findall(line))
        headline = HEADLINE.match(line)
        if headline:
            name = slug(headline[1])
            count = counts.get(name, 0)
            counts[name] = count + 1
            found.add(name if count == 0 else "%s-%d" % (name, count))
    return found


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def documents(root):
    """Yields the paths of all Markdown documents below a folder."""
    for folder, names, files in os.walk(root):
        names[:] = sorted(n for n in names if n not in SKIPPED and (not n.startswith(".") or n == ".github"))
        for name in sorted(files):
            if name.endswith(".md"):
                yield os.path.join(folder, name)


def broken(root):
    """Yields a line of text for each broken link below a folder."""
    known = {}
    for document in documents(root):
        for number, line in prose(read(document)):
            plain = re.sub(r"(`+).*?\1", "", line)
            for target in LINK.findall(plain) + REFERENCE.findall(plain):
                if re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*:", target):
                    continue
                path, _, anchor = target.partition("#")
                place = os.path.normpath(os.path.join(os.path.dirname(document), urllib.parse.unquote(path)))
                if not path:
                    place = document
                where = "%s:%d: %s" % (os.path.relpath(document, root), number, target)
                if os.path.relpath(place, root).startswith("..") or not os.path.exists(place):
                    yield where + " leads to no file of the package"
                elif anchor and place.endswith(".md"):
                    if place not in known:
                        known[place] = anchors(place)
                    if urllib.parse.unquote(anchor).lower() not in known[place]:
                        yield where + " leads to no headline"


def comments(text):
    """Yields the blocks of comment lines of a Swift file as one line each, with the number of their first line."""
    block, first = [], 0
    for number, line in enumerate(text.split("\n"), 1):
        mark = re.match(r"\s*///?\s?(.*)", line)
        if mark:
            first = first if block else number
            block.append(mark[1].strip())
        elif block:
            yield first, " ".join(block)
            block = []
    if block:
        yield first, " ".join(block)


def miscited(root):
    """Yields a line of text for each citation in a Swift file below a folder whose document or headline is missing."""
    known = {}
    for folder, names, files in os.walk(root):
        names[:] = sorted(n for n in names if n not in SKIPPED and not n.startswith("."))
        for name in sorted(f for f in files if f.endswith(".swift")):
            path = os.path.join(folder, name)
            for number, block in comments(read(path)):
                for document, sections in CITATION.findall(block):
                    where = "%s:%d: %s" % (os.path.relpath(path, root), number, document)
                    place = os.path.join(root, document)
                    if not os.path.exists(place):
                        yield where + " is cited and does not exist"
                        continue
                    if place not in known:
                        known[place] = anchors(place)
                    for section in re.findall('"([^"]+)"', sections):
                        if slug(section) not in known[place]:
                            yield '%s has no headline "%s"' % (where, section)


def misnamed(root):
    """Yields a line of text for each path below `Sources` that CONTRIBUTING.md names and that does not exist."""
    sources = os.path.join(root, "Sources")
    targets = set(os.listdir(sources))
    for number, line in prose(read(os.path.join(root, "CONTRIBUTING.md"))):
        for path in SPAN.findall(line):
            if path.split("/")[0] in targets and not glob.glob(os.path.join(sources, re.sub("<[^>]*>", "*", path))):
                yield "CONTRIBUTING.md:%d: %s does not exist in Sources" % (number, path)


def self_test():
    """Checks that broken links are found, and that valid ones are not."""
    with tempfile.TemporaryDirectory() as root:
        with open(os.path.join(root, "a.md"), "w", encoding="utf-8") as file:
            file.write(
                "# A `b` headline, twice\n# A `b` headline, twice\n"
                "[file](b.txt) [self](#a-b-headline-twice) [second](a.md#a-b-headline-twice-1) [web](https://x.invalid/y)\n"
                "![image](missing.svg) [text [with] brackets](missing.md)\n[anchor](a.md#missing) [outside](../c.txt)\n"
                "`[code](nowhere)`\n```\n[code](nowhere)\n```\n[reference]: missing.txt\n"
            )
        with open(os.path.join(root, "b.txt"), "w", encoding="utf-8"):
            pass
        found = [line.split(" ")[1] for line in broken(root)]
        expected = ["missing.svg", "missing.md", "a.md#missing", "../c.txt", "missing.txt"]
        if found != expected:
            sys.exit("links: the self-test found %s instead of %s" % (found, expected))
        with open(os.path.join(root, "a.swift"), "w", encoding="utf-8") as file:
            file.write(
                '/// A fact (a.md, "A b headline, twice" and\n/// "Another").\nlet a = 1\n'
                '// Cites b.md, "A b headline, twice".\n'
            )
        found = [line.split(": ")[1] for line in miscited(root)]
        expected = ['a.md has no headline "Another"', "b.md is cited and does not exist"]
        if found != expected:
            sys.exit("links: the self-test found %s instead of %s" % (found, expected))
        os.makedirs(os.path.join(root, "Sources", "A", "B"))
        with open(os.path.join(root, "CONTRIBUTING.md"), "w", encoding="utf-8") as file:
            file.write("`A/B`, `A/<Name>`, `A/C` and `A/B/<Name>s.swift`, but not `D/E`.\n")
        found = [line.split(" ")[1] for line in misnamed(root)]
        expected = ["A/C", "A/B/<Name>s.swift"]
        if found != expected:
            sys.exit("links: the self-test found %s instead of %s" % (found, expected))


def main():
    if sys.argv[1:] == ["self-test"]:
        return self_test()
    if sys.argv[1:]:
        sys.exit(__doc__)
    lines = list(broken(ROOT)) + list(miscited(ROOT)) + list(misnamed(ROOT))
    for line in lines:
        print("links: " + line, file=sys.stderr)
    sys.exit(1 if lines else 0)


if __name__ == "__main__":
    main()
