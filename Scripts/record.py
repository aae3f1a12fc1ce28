#!/usr/bin/env python3
"""Draws commands and their output as a terminal window in an SVG file.

Usage: record.py FILE TITLE COMMAND [COMMAND...]

Each command runs in a shell at the root of the package. A command that fails ends the script, and no file is written.
"""

import html
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
WIDTH, LINE, MARGIN, TITLE = 8.4, 20, 16, 36
COLUMNS = 96


def lines(commands):
    """Pairs of a style and a line."""
    for command in commands:
        yield "prompt", f"$ {command}"
        done = subprocess.run(command, shell=True, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            sys.exit(f"record: {command} ended with status {done.returncode}:\n{done.stdout}")
        for line in done.stdout.rstrip().split("\n"):
            for start in range(0, max(1, len(line)), COLUMNS):
                yield "text", line[start:start + COLUMNS]


def drawing(title, found):
    width = round(COLUMNS * WIDTH + 2 * MARGIN)
    height = TITLE + len(found) * LINE + MARGIN
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
           f'role="img" aria-label="{html.escape(title)}">')
    yield "<style>text{font:14px ui-monospace,Menlo,Consolas,monospace;white-space:pre}.text{fill:#d7dae0}.prompt{fill:#7ee787}</style>"
    yield f'<rect width="{width}" height="{height}" rx="8" fill="#161b22"/>'
    for index, colour in enumerate(("#ff5f56", "#ffbd2e", "#27c93f")):
        yield f'<circle cx="{20 + 20 * index}" cy="18" r="6" fill="{colour}"/>'
    yield f'<text x="{width / 2}" y="23" text-anchor="middle" fill="#8b949e">{html.escape(title)}</text>'
    for index, (style, line) in enumerate(found):
        y = TITLE + (index + 1) * LINE - 6
        yield f'<text class="{style}" x="{MARGIN}" y="{y}" xml:space="preserve">{html.escape(line)}</text>'
    yield "</svg>"


if len(sys.argv) < 4:
    sys.exit(__doc__)
file, title, *commands = sys.argv[1:]
pathlib.Path(file).write_text("\n".join(drawing(title, list(lines(commands)))) + "\n")
print(f"record: wrote {file}")
