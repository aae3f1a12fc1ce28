#!/usr/bin/env python3
"""Checks that the prose of the Markdown documents has lines of at most 160 columns.

  Scripts/wrap.py             checks all documents of the package; exit status 1 if a line is longer
  Scripts/wrap.py --fix       wraps each paragraph that has a longer line
  Scripts/wrap.py self-test   checks the check itself

Exempt are tables, code blocks, headlines, comments, directives of DocC, front matter, definitions of links, parts that a script writes, and
words, links and code spans that are longer than a line. A break is never inside of a link or a code span: other checks read these line by line.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
SKIPPED = {"Corpus", "Crashes", "Fixtures"}
MAX_COLUMNS = 160
FENCE = re.compile(r"\s*(```+|~~~+)")
# Lines that are never wrapped, and end a paragraph.
EXEMPT = re.compile(r"\s*(\||#{1,6}\s|<!--|@\w|\[[^\]]+\]:\s|</?[a-z]+[ >]|(-\s?){3,}$|(\*\s?){3,}$|=+$)")
# Begin and end of parts that Scripts/architecture.py and Scripts/porting.py write.
GENERATED = [("<!-- Begin of the part that", "<!-- End of that part"), ("<!-- names: begin -->", "<!-- names: end -->")]
ITEM = re.compile(r"(\s*)([-*+]|\d+[.)])(\s+)")
QUOTE = re.compile(r"\s*>")
# A word is a run without spaces in which links and code spans count as one character.
WORD = re.compile(r"(?:(`+)(?!`).+?(?<!`)\1(?!`)|!?\[(?:[^\[\]]|\[[^\]]*\])*\](?:\([^)]*\)|\[[^\]]*\])?|\S)+")
# A word that would begin a list, a headline, a quote, a table or a directive if it stood at the beginning of a line.
MARKER = re.compile(r"([-+*=]|\d+[.)]|#{1,6})$|[>|@#]|(-{2,}|={2,}|~~~|```)|<")


def parts(lines):
    """Yields the parts of a document: the number of the first line, the lines, and whether they are a paragraph."""
    paragraph, first, fence, end, is_indented_code = [], 0, None, None, False
    in_list = False
    for number, line in enumerate(lines, 1):
        mark = FENCE.match(line)
        begins = next((stop for start, stop in GENERATED if line.startswith(start)), None)
        is_front = number == 1 and line == "---"
        after_blank = not paragraph
        if line.strip() and not line.startswith(" "):
            in_list = bool(ITEM.match(line))
        is_indented_code = line.startswith("    ") and after_blank and not in_list
        is_plain = (
            fence is None and end is None and not mark and not begins and not is_front and line.strip() and not is_indented_code
            and not EXEMPT.match(line) and not QUOTE.match(line))
        if not is_plain or ITEM.match(line):
            if paragraph:
                yield first, paragraph, True
            paragraph = []
        if is_plain:
            first = first if paragraph else number
            paragraph = [*paragraph, line]
            # Two spaces or a backslash at the end of a line are a break that stays.
            if line.endswith(("  ", "\\")):
                yield first, paragraph, True
                paragraph = []
            continue
        yield number, [line], False
        if end is not None:
            end = None if line.startswith(end) else end
        elif fence is not None:
            fence = None if mark and mark[1].startswith(fence) and not line.strip().strip(mark[1][0]) else fence
        elif begins:
            end = begins
        elif is_front:
            end = "---"
        elif mark:
            fence = mark[1]
    if paragraph:
        yield first, paragraph, True


def wrapped(paragraph):
    """The lines of a paragraph, wrapped. Lists keep their marks and their indentation."""
    item = ITEM.match(paragraph[0])
    lead = item[0] if item else re.match(r"\s*", paragraph[0])[0]
    rest = re.match(r"\s*", paragraph[1])[0] if len(paragraph) > 1 else " " * len(lead)
    text = " ".join([paragraph[0][len(lead):].strip(), *(line.strip() for line in paragraph[1:])])
    words = [match[0] for match in WORD.finditer(text)]
    lines, line = [], [words[0]]
    for word in words[1:]:
        indent = lead if not lines else rest
        if len(indent) + len(" ".join([*line, word])) <= MAX_COLUMNS:
            line.append(word)
            continue
        following = [word]
        while MARKER.match(following[0]) and len(line) > 1:
            following.insert(0, line.pop())
        lines.append(indent + " ".join(line))
        line = following
    return [*lines, (lead if not lines else rest) + " ".join(line)]


def too_long(lines):
    """Yields the number of each line of prose that is too long and can be wrapped, with its length."""
    for first, part, is_paragraph in parts(lines):
        if is_paragraph and any(len(line) > MAX_COLUMNS for line in part) and wrapped(part) != part:
            yield from ((first + index, len(line)) for index, line in enumerate(part) if len(line) > MAX_COLUMNS)


def fixed(text):
    """The text with its long paragraphs wrapped."""
    result = []
    for _, part, is_paragraph in parts(text.split("\n")):
        result += wrapped(part) if is_paragraph and any(len(line) > MAX_COLUMNS for line in part) else part
    return "\n".join(result)


def documents():
    """The Markdown documents of the repository."""
    names = subprocess.run(["git", "ls-files", "-z", "*.md"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    return [ROOT / name for name in names if name and not SKIPPED & set(pathlib.Path(name).parts)]


def self_test():
    """Checks that long prose is found and wrapped, and that everything else stays."""
    words = " ".join(["word"] * 40)
    span, link = "`" + "a b " * 45 + "c`", "[" + "text " * 40 + "](target.md)"
    kept = [
        "---", f"about: {words}", "---", f"# {words}", f"| {words} |", "```", words, "```", "~~~sh", "```", words, "~~~", f"    {words}", "",
        f"<!-- {words} -->", f"@Image({words})", f"[name]: {words}", "<!-- names: begin -->", words, "<!-- names: end -->", f"> {words}", "",
        "x" * 200, "", span, "", link, "",
    ]
    text = "\n".join(kept)
    if list(too_long(kept)) or fixed(text) != text:
        sys.exit(f"wrap: the self-test found {list(too_long(kept))} in text that must stay")
    long = [words, f"- {words}", f"  {words}", f"1. {words}", "", f"   {words} {link} {words}", "", f"{' '.join(['word'] * 31)} abcd - {words}"]
    found = [number for number, _ in too_long(long)]
    if found != [1, 2, 3, 4, 6, 8]:
        sys.exit(f"wrap: the self-test found the lines {found}")
    result = fixed("\n".join(long))
    lines = result.split("\n")
    if " ".join(result.split()) != " ".join("\n".join(long).split()) or list(too_long(lines)):
        sys.exit("wrap: the self-test changed more than line breaks, or left long lines")
    if link not in result or any(line.startswith("- word") for line in lines[-2:]) or not any(line.startswith("  word") for line in lines):
        sys.exit("wrap: the self-test broke a link, made a list, or lost an indentation")
    if fixed(result) != result:
        sys.exit("wrap: the self-test is wrapped in another way the second time")


def main():
    if sys.argv[1:] == ["self-test"]:
        return self_test()
    if sys.argv[1:] not in ([], ["--fix"]):
        sys.exit(__doc__)
    status = 0
    for path in documents():
        text = path.read_text(encoding="utf-8")
        if sys.argv[1:]:
            if (result := fixed(text)) != text:
                path.write_text(result, encoding="utf-8")
            continue
        for number, columns in too_long(text.split("\n")):
            print(f"wrap: {path.relative_to(ROOT)}:{number}: {columns} columns, more than {MAX_COLUMNS}: run Scripts/wrap.py --fix", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
