#!/usr/bin/env -S python3 -B
"""Writes data/lessons/<game>.json for the pages of `make site`: positions with a question.

Only for games whose losses are exact, and whose solver plays perfectly. A position is the middle of a game that our
solver plays. Each of a few legal moves is played there, our solver finishes the game, and the judge names the points
lost without luck (`--losses`). What a move costs is its loss minus that of the best one. A position becomes a lesson if
its best moves are clear: the next one costs `least` or more. The test `lessons` proves each cost by slow, obvious rules.

`[package.metadata.lessons]` in a judge's manifest contains
    question  what a person is asked
    options   options of the game, as [name, value]
    seeds     one lesson each, where the position is clear
    moves     number of moves to choose from, `ours` of them moves that our solver makes in this game
    range     parts of the game from which positions come: [0.2, 0.6] skips the first fifth
    least     least cost of a move that is not best, in the game's points

Needs `make build`; the program of the game's page is built for this machine, in a target folder of its own.
"""

import argparse
import json
import os
import random
import subprocess
import tempfile
import tomllib
from pathlib import Path

from programs import WORKSPACE, guard, programs as built_programs

# Time for the solver to choose a move, ms.
TIME = 200
# Number of positions that are tried for a seed.
TRIES = 12


def words(options):
    """Returns options as words of a command line."""
    return [word for name, value in options for word in ("-" * (1 + (len(name) > 1)) + name, value) if word]


def page_program(name):
    """Builds the program of a game's page for this machine; returns its path."""
    # A folder of its own: in the usual one, this build would replace the judge's program.
    folder = WORKSPACE / "target/lessons"
    subprocess.run(["cargo", "build", "--quiet", "--no-default-features", "--features", f"{name}-judge/page",
                    "--package", f"{name}-judge", "--bin", f"{name}-judge", "--target-dir", folder],
                   cwd=WORKSPACE, check=True)
    return folder / "debug" / f"{name}-judge"


class Game:
    """A game, its page's program and its solver."""

    def __init__(self, name, programs):
        manifest = tomllib.loads((WORKSPACE / "judges" / name / "Cargo.toml").read_text())
        facts = manifest["package"]["metadata"]["lessons"]
        self.name = name
        self.options = facts["options"]
        self.question, self.seeds = facts["question"], facts["seeds"]
        self.moves, self.ours, self.range, self.least = (facts[name] for name in ("moves", "ours", "range", "least"))
        self.page = page_program(name)
        self.judge, self.solver = programs / f"{name}-judge", programs / name

    def ask(self, question, seed, entries=(), output=""):
        """Returns the page's answer to a question."""
        request = {"ask": question, "seed": str(seed), "options": self.options, "entries": list(entries)}
        text = f"{json.dumps(request)}\n{output}"
        answer = json.loads(subprocess.run([self.page], input=text, capture_output=True, text=True, check=True).stdout)
        if answer and "error" in answer:
            raise ValueError(answer["error"])
        return answer

    def finish(self, seed, entries):
        """Lets the solver finish the game after `entries`; returns all entries and the final state."""
        entries = list(entries)
        while not (state := self.ask("play", seed, entries))["over"]:
            fed = self.ask("feed", seed, output=state["answers"])["input"]
            environment = dict(os.environ, SOLVER_MS=str(TIME), SOLVER_ANSWERS=state["answers"])
            solved = subprocess.run([self.solver], input=fed, env=environment, capture_output=True, text=True)
            more = self.ask("rest", seed, entries, solved.stdout)
            # The solver may stop before the game ends, though more answers would be legal.
            if not more:
                break
            entries += more
        return entries, state

    def losses(self, seed, state):
        """Returns the losses that `--losses` records for a finished game."""
        judge = [self.judge, "--seed", str(seed), *words(self.options)]
        with tempfile.TemporaryDirectory() as folder:
            # Even a run that fails at once creates the file of the case, so its name is known.
            saved = Path(folder, "saved")
            subprocess.run([*judge, "--exec", "false", "--saveSolInput", saved], capture_output=True)
            [case] = saved.iterdir()
            case.write_text(state["input"])
            case.with_suffix(".out").write_text(state["output"])
            record = Path(folder, "record")
            # A card below the best one makes the run `WA`, but its losses are recorded.
            subprocess.run([*judge, "--losses", "--loadSolOutput", saved, "--json", record], capture_output=True)
            return json.loads(record.read_text())["losses"]

    def candidates(self, state, following, draw):
        """Returns legal moves: first those that the solver makes soonest in this game, then others at random."""
        legal = dict.fromkeys(move["entry"] for move in state["choices"] if move["refusal"] is None)
        later = [entry for entry in dict.fromkeys(following) if entry in legal]
        others = [entry for entry in legal if entry not in later[:self.ours]]
        draw.shuffle(others)
        return (later[:self.ours] + others)[:self.moves]

    def lesson(self, seed):
        """Returns a clear position of the seed's game, or None."""
        draw = random.Random(seed)
        whole, _ = self.finish(seed, [])
        low, high = (int(len(whole) * part) for part in self.range)
        cuts = draw.sample(range(low, high), min(TRIES, high - low))
        for cut in cuts:
            entries = whole[:cut]
            state = self.ask("play", seed, entries)
            moves = self.candidates(state, whole[cut:], draw)
            if len(moves) < 2:
                continue
            found = {move: self.losses(seed, self.finish(seed, entries + [move])[1]) for move in sorted(moves)}
            # For a card below the best one, the record counts all points as lost. Here only the
            # loss by the card itself counts.
            lost = {move: sum(part["points"] for part in losses.get("sums", [])
                              if part["cause"] not in ("luck", "failed"))
                    for move, losses in found.items()}
            costs = {move: round(points - min(lost.values()), 2) + 0.0 for move, points in lost.items()}
            if len(different := sorted(set(costs.values()))) > 1 and different[1] >= self.least:
                [unit] = {losses["unit"] for losses in found.values()}
                return {"seed": seed, "options": self.options, "entries": entries,
                        "costs": costs, "unit": unit}
        return None


def main():
    parser = argparse.ArgumentParser(description="Writes the lessons of a game to data/lessons/.")
    parser.add_argument("game")
    parser.add_argument("--programs", type=Path, help="folder of judge and solver")
    arguments = parser.parse_args()
    game = Game(arguments.game, arguments.programs or built_programs())
    lessons = [lesson for seed in game.seeds if (lesson := game.lesson(seed))]
    file = WORKSPACE / "data/lessons" / f"{game.name}.json"
    file.parent.mkdir(exist_ok=True)
    rows = ",\n".join(map(json.dumps, lessons))
    file.write_text(f'{{"question": {json.dumps(game.question)},\n"lessons": [\n{rows}\n]}}\n')
    print(f"{file}: {len(lessons)} lessons")


if __name__ == "__main__":
    guard(main)
