#!/usr/bin/env python3
"""Draws docs/pictures/ with the browser of the tests: a board of every game for the index of `make site`, after a third
of our solver's play, and README's picture of two runs, which moves. Both come from pages that the judges write;
`make build` has to have built them.
"""

import os
import re
import shlex
import shutil
import struct
import subprocess
import tempfile
import tomllib
import zlib
from pathlib import Path

from programs import WORKSPACE, guard, programs

PICTURES = WORKSPACE / "docs/pictures"
STYLES = WORKSPACE / "judges/kit/scene/src/page"
# The README's picture: turns, size in pixels, and milliseconds per turn.
TURNS, SIZE, DELAY = range(2, 22, 2), "1000,640", 900


def browse(page, turn, *options):
    """Opens a page at a turn in a headless browser; returns the output."""
    browser = next(filter(shutil.which, ["chromium", "chromium-browser", "google-chrome"]), "chromium")
    command = [browser, "--headless", "--no-sandbox", "--hide-scrollbars", "--virtual-time-budget=5000", *options,
               f"file://{page}#turn={turn}"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def show(command, page):
    """Writes the page of a play with a judge's command."""
    environment = os.environ | {"PATH": f"{programs()}:{os.environ['PATH']}"}
    subprocess.run([*shlex.split(command), "--out", page, "--force"], cwd=WORKSPACE, check=True, env=environment)


def draw(name, options, folder):
    """Draws the board of a game, in the colours of the page that shows it."""
    page = folder / f"{name}.html"
    show(f"{name}-judge show --seed 1 {options} --exec 'env SOLVER_MS=500 {name}'", page)
    [last] = re.findall(r'id="turn"[^>]* max="(\d+)"', browse(page, 0, "--dump-dom"))
    drawn = re.search(r'<svg class="board".*?</svg>', browse(page, int(last) // 3, "--dump-dom"), re.DOTALL)[0]
    style = "".join((STYLES / name).read_text() for name in ("basics.css", "board.css"))
    drawn = re.sub(r' (?:role|tabindex|aria-label|data-\w+)="[^"]*"', "", drawn).replace("&nbsp;", " ")
    drawn = drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).replace(">", f"><style>{style}</style>", 1)
    (PICTURES / f"{name}.svg").write_text(drawn)


def chunk(kind, data):
    """Returns a chunk of a PNG."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def chunks(png):
    """Yields the kind and the data of each chunk of a PNG."""
    at = 8
    while at < len(png):
        size, kind = struct.unpack_from(">I4s", png, at)
        yield kind, png[at + 8:at + 8 + size]
        at += 12 + size


def animated(frames):
    """Joins PNGs of one size into an animated PNG that repeats for ever."""
    header = dict(chunks(frames[0]))[b"IHDR"]
    parts, sequence = [chunk(b"IHDR", header), chunk(b"acTL", struct.pack(">II", len(frames), 0))], 0
    for frame in frames:
        # Each frame covers the whole picture and replaces the previous frame.
        control = struct.pack(">I8sIIHHBB", sequence, header[:8], 0, 0, DELAY, 1000, 0, 0)
        parts.append(chunk(b"fcTL", control))
        sequence += 1
        for data in (data for kind, data in chunks(frame) if kind == b"IDAT"):
            first = frame is frames[0]
            parts.append(chunk(b"IDAT", data) if first else chunk(b"fdAT", struct.pack(">I", sequence) + data))
            sequence += not first
    return frames[0][:8] + b"".join(parts) + chunk(b"IEND", b"")


def main():
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for manifest in sorted(WORKSPACE.glob("judges/*/Cargo.toml")):
            package = tomllib.loads(manifest.read_text())["package"]
            if entry := package.get("metadata", {}).get("site"):
                options = " ".join(f"-{name} {value}" for name, value in entry.get("options", []))
                draw(package["name"].removesuffix("-judge"), options, folder)
        [command] = re.findall("^(.* --against .*) --out", (WORKSPACE / "README.md").read_text(), re.MULTILINE)
        show(command, folder / "pair.html")
        picture = folder / "pair.png"
        frames = []
        for turn in TURNS:
            browse(folder / "pair.html", turn, f"--window-size={SIZE}", f"--screenshot={picture}")
            frames.append(picture.read_bytes())
        (PICTURES / "pair.png").write_bytes(animated(frames))


if __name__ == "__main__":
    guard(main)
