#!/usr/bin/env -S python3 -B
"""Draws docs/pictures/ with the browser of the tests: a board of every game for the index of `make site`, after a third
of our solver's play, and README's picture of two runs. Both come from pages that the judges write; `make build` has to
have built them.
"""

import os
import re
import shlex
import shutil
import subprocess
import tempfile
import tomllib
from pathlib import Path

from programs import WORKSPACE, guard, programs

PICTURES = WORKSPACE / "docs/pictures"
STYLES = WORKSPACE / "judges/kit/scene/src/page"
# The README's picture: the turn and the size in pixels.
TURN, SIZE = 20, "1000,640"
# Width of a card in the index, px.
CARD = 300


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
    show(f"{name}-judge show --seed 1 {options} --exec 'env SOLVER_WORK=2000 {name}'", page)
    [last] = re.findall(r'id="turn"[^>]* max="(\d+)"', browse(page, 0, "--dump-dom"))
    drawn = re.search(r'<svg class="board".*?</svg>', browse(page, int(last) // 3, "--dump-dom"), re.DOTALL)[0]
    style = "".join((STYLES / name).read_text() for name in ("basics.css", "board.css"))
    drawn = re.sub(r' (?:role|tabindex|aria-label|data-\w+)="[^"]*"', "", drawn).replace("&nbsp;", " ")
    # A card has no room for coordinates; other texts keep their size.
    drawn = re.sub(r'<text class="coordinate".*?</text>', "", drawn)
    pixel = float(re.search(r'viewBox="0 0 ([\d.]+)', drawn)[1]) / CARD
    drawn = re.sub(r"--px: [\d.]+", f"--px: {pixel:.3f}", drawn)
    drawn = drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).replace(">", f"><style>{style}</style>", 1)
    (PICTURES / f"{name}.svg").write_text(drawn)


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
        picture = f"--screenshot={PICTURES / 'pair.png'}"
        browse(folder / "pair.html", TURN, f"--window-size={SIZE}", picture)


if __name__ == "__main__":
    guard(main)
