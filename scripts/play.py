#!/usr/bin/env -S python3 -B
"""`make play`: builds solvers and judges, plays our solvers, and prints one table.

A game plays as soon as its programs are built, while cargo builds others. A solver that uses its whole
time limit plays after the last build.

`[package.metadata.play]` in a judge's manifest contains
    cases    the judge's options for a few cases
    options  its options for any cases
    timed    true if the solver plays as well as its time allows

Exit status: 0, 2 for wrong usage, 3 if a build or a judge failed. The table shows contestants that failed.
"""

import argparse
import json
import os
import subprocess
import sys
import threading
import tomllib
from pathlib import Path

from programs import WORKSPACE, guard, programs as built_programs

# Folder of the records.
RECORDS = WORKSPACE / "target" / "play"


class Game:
    """A game, and the entries of its manifest about playing it."""

    def __init__(self, manifest):
        package = tomllib.loads(manifest.read_text())["package"]
        self.name = package["name"].removesuffix("-judge")
        facts = package["metadata"]["play"]
        self.cases = facts["cases"]
        self.options = facts.get("options", [])
        self.timed = facts.get("timed", False)
        self.built = threading.Event()
        self.has_failed = False

    def play(self, seeds, programs, solvers):
        """Plays the cases; returns the file of records and the judge's exit status."""
        cases = self.options + (["--seed", seeds] if seeds else self.cases)
        print("==", self.name, *cases, flush=True)
        records = RECORDS / f"{self.name}.jsonl"
        RECORDS.mkdir(parents=True, exist_ok=True)
        run = [programs / f"{self.name}-judge", *cases, "--exec", f"'{solvers / self.name}'",
               "--threads", str(len(os.sched_getaffinity(0))), "--noSummary", "--force", "--json", records]
        return records.name, subprocess.run(run, cwd=WORKSPACE).returncode


def all_games():
    """Returns the games in the order in which they are built and played."""
    games = [Game(path) for path in WORKSPACE.glob("judges/*/Cargo.toml")
             if "[package.metadata.play]" in path.read_text()]
    return sorted(games, key=lambda game: (game.timed, game.name))


def build(games):
    """Builds solvers, judges and the report, for which all games need the same features; returns True if done."""
    names = [name for game in games for name in (game.name, f"{game.name}-judge")] + ["judge-report"]
    command = ["cargo", "build", "--release", "--bins", "--message-format=json-render-diagnostics",
               *(f"--package={name}" for name in names)]
    built = set()
    with subprocess.Popen(command, cwd=WORKSPACE, stdout=subprocess.PIPE, text=True) as cargo:
        for message in map(json.loads, cargo.stdout):
            if message.get("executable"):
                built.add(message["target"]["name"])
            for game in games:
                if {game.name, f"{game.name}-judge"} <= built:
                    game.built.set()
    return cargo.returncode == 0


def build_all(games):
    """Builds the first game alone, so that it can play while the others are built. Each build uses all processors."""
    is_built = False
    try:
        is_built = all(build(part) for part in (games[:1], games[1:]) if part)
    except OSError as error:
        print(f"error: {error}", file=sys.stderr)
    finally:
        for game in games:
            game.has_failed = not is_built
            game.built.set()


def main():
    parser = argparse.ArgumentParser(description="Plays our solvers against the judges and prints one table.")
    parser.add_argument("game", nargs="?", default="", help="the game to play; all if empty")
    parser.add_argument("seeds", nargs="?", default="", help="seeds to play; those of the manifest if empty")
    parser.add_argument("--programs", type=Path, metavar="DIR", help="play the programs in DIR, and build none")
    parser.add_argument("--solvers", type=Path, metavar="DIR", help="play the solvers in DIR, and build none")
    arguments = parser.parse_args()
    games = all_games()
    if arguments.game:
        names = [game.name for game in games]
        if arguments.game not in names:
            names = ", ".join(sorted(names))
            parser.exit(2, f"error: there is no game `{arguments.game}`; the games are {names}\n")
        games = [game for game in games if game.name == arguments.game]
    programs = WORKSPACE / (arguments.programs or built_programs())
    solvers = WORKSPACE / (arguments.solvers or programs)
    if not (arguments.programs or arguments.solvers):
        print("Builds what is missing, on two cores in two minutes when that is everything, "
              "then plays in a minute and a half.", flush=True)
        builder = threading.Thread(target=build_all, args=[games], daemon=True)
        builder.start()
    else:
        builder = None
        for game in games:
            game.built.set()
    played = []
    for game in games:
        game.built.wait()
        if game.timed and builder:
            builder.join()
        if game.has_failed:
            return 3
        records, status = game.play(arguments.seeds, programs, solvers)
        if status not in (0, 1):
            return 3
        played.append(records)
    print(flush=True)
    if builder:
        builder.join()
        if games[0].has_failed:
            return 3
    return subprocess.run([programs / "judge-report", "table", *played], cwd=RECORDS).returncode


if __name__ == "__main__":
    guard(main)
