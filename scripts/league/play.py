#!/usr/bin/env python3
"""Plays one game of psyleague: every contestant plays the same case with a judge, the higher score wins.

    play.py "slider-judge -N 10" bots/a bots/b

prints `ranks`, `errors`, `test_data` and `player_data` as psyleague 0.4 reads them. The seed is drawn, and
is part of `test_data` with the parameters of the case.
"""

import json
import os
import random
import shlex
import subprocess
import sys
import tempfile


def play(judge, contestant, seed):
    """Returns the record of the contestant's game."""
    command = [*shlex.split(judge), "--exec", shlex.quote(os.path.abspath(contestant)), "--seed", str(seed)]
    with tempfile.NamedTemporaryFile("r", suffix=".jsonl") as records:
        command += ["--json", records.name, "--force", "--noSummary", "--noOutput"]
        try:
            ended = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        except OSError as error:
            sys.exit(f"{command[0]}: {error.strerror}")
        if ended.returncode > 1:
            sys.exit(f"{judge}: exit status {ended.returncode}")
        games = [json.loads(line) for line in records]
    if len(games) != 1:
        sys.exit(f"{judge}: {len(games)} games for one seed; expected one")
    return games[0]


def whole_parameters(record):
    """Returns the case's parameters that are whole numbers: psyleague cuts off all other digits."""
    return {name: value for name, value in record["parameters"].items() if isinstance(value, int)}


def main():
    if len(sys.argv) < 4:
        sys.exit(f"usage: {sys.argv[0]} JUDGE CONTESTANT CONTESTANT ...")
    judge, *contestants = sys.argv[1:]
    seed = random.randrange(1, 1 << 32)
    records = [play(judge, contestant, seed) for contestant in contestants]
    failed = [record["verdict"] != "OK" for record in records]
    worth = [float("-inf") if lost else record["score"] for record, lost in zip(records, failed)]
    print(json.dumps({
        "ranks": [sum(other > own for other in worth) for own in worth],
        "errors": [int(lost) for lost in failed],
        "test_data": {"seed": seed, **whole_parameters(records[0])},
        "player_data": [{"score": round(record["score"]), "cpu_ms": round(record["cpu_ms"])} for record in records],
    }))


if __name__ == "__main__":
    main()
