#!/usr/bin/env -S python3 -B
"""Tunes a contestant's parameters with Optuna, then lets the best ones duel.

Every trial plays the tuning cases with a judge, in an order of its own. The
judge writes a record as each case ends, and a trial that seems worse than the best
one on the cases that both have played, by Wilcoxon's signed-rank test, is stopped;
it counts with the mean of these cases. The test is made after every case, so it
also stops equal trials. At the end the best parameters play a duel with the
starting ones on cases of their own, none of them a tuning case. The last line is
the best parameters and their mean score on the tuning cases, which is too good: it
is the best of many. The exit status is that of the duel (0: the best are better,
10: worse, 12: undecided or not needed), 2 for wrong usage, 3 if a judge failed.

    scripts/tune.py JUDGE --exec "program {speed} {width}" \\
        --parameter speed=float:0.1:10:log --parameter width=int:1:100 \\
        --start speed=1 --start width=20 --seed 1-50 --holdout 1001-2000

Each {name} in the command is replaced by a value: it can be an argument, or a
variable as in "env SPEED={speed} program". Options after -- go to the judge.
"""

import argparse
import json
import math
import pathlib
import random
import re
import shutil
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
    print("error: Optuna or SciPy is not installed; in a virtual environment, `pip install optuna scipy` installs both", file=sys.stderr)
    sys.exit(2)

# Interval for reading the records of a running judge, s.
PAUSE = 0.02

# Largest number of seeds in a list.
MOST_SEEDS = 100_000


def wrong(message):
    """Exits after wrong usage, with one line."""
    print(f"error: {message}", file=sys.stderr)
    sys.stdout.flush()
    sys.exit(2)


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
        if not self.name or not (known or self.kind == "one" and len(self.limits) == 1 and not self.log):
            raise argparse.ArgumentTypeError(f"`{text}` is not NAME=float:LOW:HIGH, NAME=int:LOW:HIGH or NAME=one:A,B")
        if self.kind == "one" and len(set(self.limits[0].split(","))) < self.limits[0].count(",") + 1:
            raise argparse.ArgumentTypeError(f"`{text}`: a value is given twice")
        if known:
            number = float if self.kind == "float" else int
            try:
                self.limits = [number(limit) for limit in self.limits]
            except ValueError:
                raise argparse.ArgumentTypeError(f"`{text}`: the limits are not numbers") from None
            low, high = self.limits
            if not (low <= high and math.isfinite(low) and math.isfinite(high)):
                raise argparse.ArgumentTypeError(f"`{text}`: the lower limit comes first, and both are finite")
            if self.log and low <= 0:
                raise argparse.ArgumentTypeError(f"`{text}`: a logarithmic scale needs limits above 0")

    def read(self, text):
        """Parses a value of the parameter. Raises ValueError if it is not within the limits."""
        if self.kind == "one":
            if text not in self.limits[0].split(","):
                raise ValueError(f"{self.name}={text}: expected one of {self.limits[0]}")
            return text
        value = {"float": float, "int": int}[self.kind](text)
        if not self.limits[0] <= value <= self.limits[1]:
            raise ValueError(f"{self.name}={text}: expected {self.limits[0]} to {self.limits[1]}")
        return value

    def suggest(self, trial):
        """Returns the value for a trial."""
        if self.kind == "float":
            return trial.suggest_float(self.name, *self.limits, log=self.log)
        if self.kind == "int":
            return trial.suggest_int(self.name, *self.limits, log=self.log)
        return trial.suggest_categorical(self.name, self.limits[0].split(","))


def is_cost(record):
    """True if the value of a case is a cost: the score itself, of which less is better."""
    return "bound_ratio" not in record and record.get("objective") == "minimise"


def counted_score(record):
    """Returns the ratio of a case's score to its bound if it has one, else its score; that of a cost is negative."""
    is_counted = record["verdict"] == "OK" or record.get("measure", "relative") != "relative"
    without = record["score"] if is_counted else max(record["score"], 0.0)
    return -without if is_cost(record) else record.get("bound_ratio", without)


def shown(trial):
    """Returns the mean score of a trial as text."""
    return f"{0 - trial.value if trial.user_attrs.get('cost') else trial.value:.6g}"


def count(text):
    """Returns a number above 0."""
    if not re.fullmatch(r"\d+", text) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"`{text}` is not a number above 0")
    return int(text)


def seeds(text):
    """Returns the seeds of a list in the judge's form: 5, 1,100, 1-100, 1+50 or {3,7,9}."""
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    listed = None
    if re.fullmatch(r"\{\d+(,\d+)*\}|\d+", text):
        listed = numbers
    elif re.fullmatch(r"\d+[-,]\d+", text) and numbers[0] <= numbers[1]:
        listed = range(numbers[0], numbers[1] + 1)
    elif re.fullmatch(r"\d+\+\d+", text) and numbers[1] > 0:
        listed = range(numbers[0], numbers[0] + numbers[1])
    if listed is None or len(listed) > MOST_SEEDS:
        raise argparse.ArgumentTypeError(f"`{text}` is not a list of up to {MOST_SEEDS} seeds: 5, 1,100, 1-100, 1+50 or {{3,7,9}}")
    if len(set(listed)) < len(listed):
        raise argparse.ArgumentTypeError(f"`{text}`: a seed is repeated")
    return list(listed)


def braces(numbers):
    """Returns a list of seeds in the judge's form."""
    return "{" + ",".join(map(str, numbers)) + "}"


def repeated(args, numbers):
    """Returns how many of these seeds are cases of earlier ones, as a duel counts them. Exits if the judge refuses
    the options."""
    command = [*args.judge, "duel", "--exec", "true", "--against", "true", "--seed", braces(numbers), "--max", "1", *args.options]
    ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if ended.returncode not in (0, 1, 10, 11, 12):
        wrong(f"{args.judge[0]}: " + (ended.stderr.splitlines() or ["no reason given"])[0].removeprefix("error: "))
    found = re.search(r"^equal +(\d+) ", ended.stdout, re.MULTILINE)
    return int(found[1]) if found else 0


def case_number(record):
    """Returns the number of a case. The pruner pairs trials by it; it is the same in every study."""
    return zlib.crc32(f"{record.get('variant', '')}/{record.get('file_digest', '')}/{record['seed']}".encode())


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
    """Returns the mean score of the tuning cases; if the trial is stopped early, of those that it has played. The
    first cases decide most about stopping, so each trial shuffles the cases, with its number as seed."""
    order = random.Random(trial.number).sample(args.seed, len(args.seed))
    path = pathlib.Path(folder, f"{trial.number}.jsonl")
    # Trials are no runs of the contestant's history, where later ones would be compared with them.
    history = [] if any(re.match("-+runs(=|$)", option, re.IGNORECASE) for option in args.options) else ["--runs", ""]
    process = subprocess.Popen(
        [*args.judge, "--exec", command, "--seed", braces(order), "--json", path, "--noSummary",
         "--threads", str(args.threads), *history, *args.options],
        stdout=subprocess.DEVNULL,
    )
    scores = []
    is_stopped = False
    try:
        for record in live_records(process, path):
            if not scores:
                trial.set_user_attr("cost", is_cost(record))
            scores.append(counted_score(record))
            trial.report(scores[-1], case_number(record))
            if len(scores) % len(order) != 0 and trial.should_prune():
                is_stopped = True
                break
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        status = process.wait()
    if not is_stopped and status not in (0, 1) or not scores:
        raise ChildProcessError(f"the judge ended with status {status}")
    # The pruner needs the scores of the cases, so a stopped trial is not marked as pruned: its mean would be lost.
    trial.set_user_attr("stopped", is_stopped)
    return math.fsum(scores) / len(scores)


class Arguments(argparse.ArgumentParser):
    """Parses arguments; an error is one line."""

    def error(self, message):
        wrong(message)


def arguments():
    """Parses the command line."""
    parser = Arguments(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    parser.add_argument("judge", help="the judge's program")
    parser.add_argument("--exec", required=True, metavar="CMD", help="the contestant's command, with {name} for each parameter")
    parser.add_argument("--parameter", action="append", required=True, type=Parameter, metavar="NAME=KIND:LOW:HIGH")
    parser.add_argument("--start", action="append", default=[], metavar="NAME=VALUE", help="a value to begin with, and to duel with at the end")
    parser.add_argument("--seed", type=seeds, default="1-50", help="the tuning cases (default: %(default)s)")
    parser.add_argument("--holdout", type=seeds, default="1001-2000", help="the cases of the final duel, none of them a tuning case (default: %(default)s)")
    parser.add_argument("--trials", type=count, default=50, help="number of trials, with those of a study that is continued (default: %(default)s)")
    parser.add_argument("--warmup", type=count, default=3, metavar="CASES", help="cases of a trial before it can be stopped (default: %(default)s)")
    parser.add_argument("--threads", type=count, default=1, help="cases to play at a time (default: %(default)s)")
    parser.add_argument("--study-seed", type=int, default=1, help="seed of the sampler (default: %(default)s)")
    parser.add_argument("--storage", help="a database URL that keeps the study, and continues it: sqlite:///study.db")
    own, options = sys.argv[1:], []
    if "--" in own:
        cut = own.index("--")
        own, options = own[:cut], own[cut + 1:]
    args = parser.parse_args(own)
    args.options = options
    if shutil.which(args.judge) is None:
        wrong(f"{args.judge}: no such program")
    args.judge = [args.judge]
    known = {parameter.name: parameter for parameter in args.parameter}
    if len(known) < len(args.parameter):
        wrong("--parameter: a name is given twice")
    start = {}
    for text in args.start:
        name, _, value = text.partition("=")
        if name not in known:
            wrong(f"--start {text}: no such parameter; expected one of {', '.join(known)}")
        try:
            start[name] = known[name].read(value)
        except ValueError as problem:
            wrong(f"--start {text}: {problem}")
    if set(start) != set(known):
        wrong("--start: give a value for every parameter: " + ", ".join(known))
    args.start = start
    fields = set(re.findall(r"\{([^{}]*)\}", args.exec))
    if fields != set(known):
        wrong(f"--exec: contains {{name}} for {', '.join(sorted(fields)) or 'no parameter'}; expected {', '.join(sorted(known))}")
    if twice := repeated(args, args.seed):
        wrong(f"--seed: cases that equal earlier ones: {twice}; a study counts each case once: give other seeds")
    both = set(args.seed) & set(args.holdout)
    if both or repeated(args, args.seed + args.holdout) > repeated(args, args.holdout):
        which = f"seed {min(both)}" if both else "under another seed"
        wrong(f"--holdout: some of its cases are tuning cases ({which}): a duel on them would prove nothing; give other seeds")
    return args


def opened_study(args):
    """Returns the study: a new one, or that in the storage, which must have the same settings."""
    settings = {"judge": pathlib.Path(args.judge[0]).name, "exec": args.exec, "seeds": args.seed, "options": args.options,
                "parameters": [[one.name, one.kind, one.limits, one.log] for one in args.parameter]}
    try:
        study = optuna.create_study(
            study_name="tune", direction="maximize", storage=args.storage, load_if_exists=True,
            pruner=optuna.pruners.WilcoxonPruner(n_startup_steps=args.warmup),
        )
    except Exception as problem:
        wrong(f"--storage {args.storage}: " + str(problem).split("\n")[0])
    if study.user_attrs.get("settings", settings) != json.loads(json.dumps(settings)) and study.user_attrs:
        wrong(f"--storage {args.storage}: its study has another judge, command, parameter, seed or option; use another file")
    study.set_user_attr("settings", settings)
    # A sampler with the same seed would repeat the parameters of the first trials.
    study.sampler = optuna.samplers.TPESampler(seed=args.study_seed + len(study.trials))
    return study


def main():
    args = arguments()
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
    study = opened_study(args)

    def finished():
        return study.get_trials(deepcopy=False, states=[optuna.trial.TrialState.COMPLETE])

    if finished():
        print(f"continues a study of {len(finished())} trials", flush=True)
    else:
        study.enqueue_trial(args.start, skip_if_exists=True)
    with tempfile.TemporaryDirectory() as folder:
        def objective(trial):
            values = {parameter.name: parameter.suggest(trial) for parameter in args.parameter}
            return play(args, args.exec.format(**values), trial, folder)

        def report(_, trial):
            stopped = f", stopped after {len(trial.intermediate_values)} cases" if trial.user_attrs.get("stopped") else ""
            print(f"trial {trial.number}: {trial.params}: {shown(trial)}{stopped}", flush=True)

        study.optimize(objective, n_trials=max(0, args.trials - len(finished())), callbacks=[report])
    whole = [trial for trial in finished() if not trial.user_attrs.get("stopped")]
    best = max(whole, key=lambda trial: (trial.value, -trial.number))
    duel = [*args.judge, "duel", "--exec", args.exec.format(**best.params), "--against", args.exec.format(**args.start),
            "--seed", braces(args.holdout), "--threads", str(args.threads), *args.options]
    try:
        if best.params != args.start:
            return subprocess.run(duel).returncode
        print("the starting values are the best ones")
        return 12
    finally:
        print(f"best: {best.params}: {shown(best)} on the tuning cases, too good as the best of {len(whole)} means", flush=True)


if __name__ == "__main__":
    guard(main)
