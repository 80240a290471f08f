#!/usr/bin/env python3
"""Tunes a contestant's parameters with Optuna, then lets the best ones duel.

Every trial plays the tuning cases with a judge, in an order of its own. The
judge writes a record as each case ends, and a trial that is worse than the best
one on the cases that both have played, by Wilcoxon's signed-rank test, is stopped.
At the end the best parameters play a duel with the starting ones on cases of their
own. The last line is the best parameters. The exit status is that of the duel (0:
the best are better, 10: worse, 12: undecided), 2 for wrong usage, 3 if a judge failed.

    scripts/tune.py JUDGE --exec "program {speed} {width}" \\
        --parameter speed=float:0.1:10:log --parameter width=int:1:100 \\
        --start speed=1 --start width=20 --seed 1-50 --holdout 1001-2000

Each {name} in the command is replaced by a value: it can be an argument, or a
variable as in "env SPEED={speed} program". Options after -- go to the judge.
"""

import argparse
import json
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import warnings
import zlib

from programs import guard

try:
    import optuna
    import scipy  # noqa: F401, which the pruner needs
except ImportError:
    sys.exit("error: Optuna or SciPy is not installed; in a virtual environment, `pip install optuna scipy` installs both")

# Interval for reading the records of a running judge, s.
PAUSE = 0.02


class Parameter:
    """A parameter and its possible values: float:LOW:HIGH or int:LOW:HIGH, with an
    optional :log at the end, or one:A,B,C."""

    def __init__(self, text):
        self.name, _, kind = text.partition("=")
        self.kind, *self.limits = kind.split(":")
        self.log = self.limits[-1:] == ["log"]
        if self.log:
            self.limits.pop()
        known = self.kind in ("float", "int") and len(self.limits) == 2
        if not self.name or not (known or self.kind == "one" and len(self.limits) == 1):
            raise argparse.ArgumentTypeError(f"`{text}` is not NAME=float:LOW:HIGH, NAME=int:LOW:HIGH or NAME=one:A,B")
        if known:
            number = float if self.kind == "float" else int
            try:
                self.limits = [number(limit) for limit in self.limits]
            except ValueError:
                raise argparse.ArgumentTypeError(f"`{text}`: the limits are not numbers") from None

    def read(self, text):
        """Parses a value of the parameter."""
        return {"float": float, "int": int, "one": str}[self.kind](text)

    def suggest(self, trial):
        """Returns the value for a trial."""
        if self.kind == "float":
            return trial.suggest_float(self.name, *self.limits, log=self.log)
        if self.kind == "int":
            return trial.suggest_int(self.name, *self.limits, log=self.log)
        return trial.suggest_categorical(self.name, self.limits[0].split(","))


def counted_score(record):
    """Returns the ratio of a case's score to its bound if it has one, else its score."""
    without = record["score"] if record["verdict"] == "OK" else 0.0
    return record.get("bound_ratio", without)


def seeds(text):
    """Returns the seeds of a list in the judge's form: 5, 1,100, 1-100, 1+50 or {3,7,9}."""
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    if re.fullmatch(r"\{\d+(,\d+)*\}|\d+", text):
        return numbers
    if re.fullmatch(r"\d+[-,]\d+", text) and numbers[0] <= numbers[1]:
        return list(range(numbers[0], numbers[1] + 1))
    if re.fullmatch(r"\d+\+\d+", text) and numbers[1] > 0:
        return list(range(numbers[0], numbers[0] + numbers[1]))
    raise argparse.ArgumentTypeError(f"`{text}` is not a list of seeds: 5, 1,100, 1-100, 1+50 or {{3,7,9}}")


def case_number(record):
    """Returns the number of a case. The pruner pairs trials by it; it is the same in every study."""
    return zlib.crc32(f"{record.get('variant', '')}/{record['seed']}".encode())


def live_records(process, path):
    """Yields the records of a file as the judge writes them, until the judge exits."""
    while not path.exists() and process.poll() is None:
        time.sleep(PAUSE)
    if not path.exists():
        return
    with path.open() as file:
        line = ""
        while True:
            ended = process.poll() is not None
            while part := file.readline():
                line += part
                if line.endswith("\n"):
                    yield json.loads(line)
                    line = ""
            if ended:
                return
            time.sleep(PAUSE)


def play(args, command, trial, folder):
    """Returns the mean score of the tuning cases; prunes a trial that falls behind. The first cases
    decide most about pruning, so each trial shuffles the cases, with its number as seed."""
    order = random.Random(trial.number).sample(args.seed, len(args.seed))
    path = pathlib.Path(folder, f"{trial.number}.jsonl")
    process = subprocess.Popen(
        [*args.judge, "--exec", command, "--seed", "{" + ",".join(map(str, order)) + "}", "--json", path, "--noSummary",
         "--threads", str(args.threads), *args.options],
        stdout=subprocess.DEVNULL,
    )
    total = count = 0
    try:
        for record in live_records(process, path):
            total, count = total + counted_score(record), count + 1
            trial.report(counted_score(record), case_number(record))
            if trial.should_prune():
                raise optuna.TrialPruned
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        status = process.wait()
    if status not in (0, 1):
        raise ChildProcessError(f"the judge ended with status {status}")
    return total / count


def arguments():
    """Parses the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("judge", help="the judge's program")
    parser.add_argument("--exec", required=True, metavar="CMD", help="the contestant's command, with {name} for each parameter")
    parser.add_argument("--parameter", action="append", required=True, type=Parameter, metavar="NAME=KIND:LOW:HIGH")
    parser.add_argument("--start", action="append", default=[], metavar="NAME=VALUE", help="a value to begin with, and to duel with at the end")
    parser.add_argument("--seed", type=seeds, default="1-50", help="the tuning cases (default: %(default)s)")
    parser.add_argument("--holdout", default="1001-2000", help="the cases of the final duel (default: %(default)s)")
    parser.add_argument("--trials", type=int, default=50, help="(default: %(default)s)")
    parser.add_argument("--warmup", type=int, default=3, metavar="CASES", help="cases of a trial before it can be stopped (default: %(default)s)")
    parser.add_argument("--threads", type=int, default=1, help="cases to play at a time (default: %(default)s)")
    parser.add_argument("--study-seed", type=int, default=1, help="seed of the sampler (default: %(default)s)")
    parser.add_argument("--storage", help="a database URL that keeps the study, as Optuna writes them: sqlite:///study.db")
    own, options = sys.argv[1:], []
    if "--" in own:
        cut = own.index("--")
        own, options = own[:cut], own[cut + 1:]
    args = parser.parse_args(own)
    args.options = options
    args.judge = [args.judge]
    known = {parameter.name: parameter for parameter in args.parameter}
    try:
        start = {}
        for text in args.start:
            name, _, value = text.partition("=")
            start[name] = known[name].read(value)
        if set(start) != set(known):
            parser.error("--start: give a value for every parameter: " + ", ".join(known))
        args.start = start
        args.exec.format(**start)
    except (KeyError, IndexError, ValueError) as problem:
        parser.error(f"no such parameter, or no such value: {problem}")
    return args


def main():
    args = arguments()
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
    study = optuna.create_study(
        direction="maximize",
        sampler=optuna.samplers.TPESampler(seed=args.study_seed),
        pruner=optuna.pruners.WilcoxonPruner(n_startup_steps=args.warmup),
        storage=args.storage,
    )
    study.enqueue_trial(args.start)
    with tempfile.TemporaryDirectory() as folder:
        def objective(trial):
            values = {parameter.name: parameter.suggest(trial) for parameter in args.parameter}
            return play(args, args.exec.format(**values), trial, folder)

        def report(study, trial):
            if trial.value is not None and trial.state == optuna.trial.TrialState.COMPLETE:
                shown = f"{trial.value:.6g}"
            else:
                shown = f"stopped after {len(trial.intermediate_values)} cases"
            print(f"trial {trial.number}: {trial.params}: {shown}", flush=True)

        study.optimize(objective, n_trials=args.trials, callbacks=[report])
    best = args.exec.format(**study.best_params)
    duel = [*args.judge, "duel", "--exec", best, "--against", args.exec.format(**args.start),
            "--seed", args.holdout, "--threads", str(args.threads), *args.options]
    try:
        if study.best_params != args.start:
            return subprocess.run(duel).returncode
        print("the starting values are the best ones")
        return 12
    finally:
        print(f"best: {study.best_params}: {study.best_value:.6g}", flush=True)


if __name__ == "__main__":
    guard(main)
