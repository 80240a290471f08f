#!/usr/bin/env python3
"""Estimates the wall time of runs in shards on clusters of several sizes.

    scripts/cluster/estimate.py RECORDS --overhead 2 --start 0.3 --rate 5

simulates runs whose cases take as long as those in RECORDS, a file of a judge's
--json, drawn at random with a fixed seed. Shards are started in their order at
--rate, each on the first core that is free; after the last, the merge. Shards
take every N-th case, as --shard does. The last column says what takes most of
the wall time: the work itself, spread over all cores; the slowest shard, or
the slowest case, that others wait for at the end; the start of tasks; the merge.
"""

import argparse
import heapq
import json
import math
import random
import signal

CASES = (10**4, 10**5, 10**6)
CORES = (1, 10, 100, 1000)


def played(times, cores, shards, start, rate):
    """Time at which the last of the shards is played, s. `times`: s, one for each case."""
    free = [0.0] * cores
    for number in range(shards):
        begin = max(heapq.heappop(free), number / rate)
        heapq.heappush(free, begin + start + sum(times[number::shards]))
    return max(free)


def simulate(times, cores, args):
    """The parts of the wall time by name, s."""
    shards = min(len(times), args.shards * cores)
    work = sum(times) / cores
    at_once = played(times, cores, shards, 0, math.inf)
    wait = "slowest case" if max(times) > work else "slowest shard"
    return {
        "work": work,
        # Not below zero by rounding.
        wait: max(at_once - work, 0.0),
        "start of tasks": played(times, cores, shards, args.start, args.rate) - at_once,
        "merge": args.merge * len(times),
    }


def shown(seconds):
    """A duration in words."""
    for unit, name in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= 2 * unit:
            return f"{seconds / unit:.1f} {name}"
    return f"{seconds:.1f} s"


def arguments():
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", metavar="RECORDS", help="records of cases, whose wall times are drawn from")
    parser.add_argument("--overhead", type=float, default=0, metavar="MS", help="the judge's own time for a case (default: %(default)s)")
    parser.add_argument("--start", type=float, default=0, metavar="S", help="start and end of a task (default: %(default)s)")
    parser.add_argument("--rate", type=float, default=100, help="tasks started in a second (default: %(default)s)")
    parser.add_argument("--merge", type=float, default=4e-6, metavar="S", help="merge of a record (default: %(default)s)")
    parser.add_argument("--shards", type=int, default=4, metavar="N", help="shards for each core (default: %(default)s)")
    args = parser.parse_args()
    if args.rate <= 0 or args.shards < 1 or min(args.overhead, args.start, args.merge) < 0:
        parser.error("times are not negative, --rate and --shards are positive")
    try:
        with open(args.records, encoding="utf-8") as file:
            args.times = [(json.loads(line)["wall_ms"] + args.overhead) / 1e3 for line in file]
    except OSError as problem:
        parser.error(f"{args.records}: {problem.strerror}")
    except (ValueError, KeyError, TypeError):
        parser.error(f"{args.records}: not a file of records")
    if not args.times:
        parser.error(f"{args.records}: no records")
    return args


def main():
    args = arguments()
    print("| cases | cores | wall time | work | wait at the end | start of tasks | merge | limit |")
    print("|---|---|---|---|---|---|---|---|")
    for count in CASES:
        times = random.Random(1).choices(args.times, k=count)
        for cores in CORES:
            parts = simulate(times, cores, args)
            cells = [f"{count:,}", f"{cores:,}", shown(sum(parts.values())), *map(shown, parts.values())]
            print("| " + " | ".join([*cells, max(parts, key=parts.get)]) + " |")


if __name__ == "__main__":
    # A reader that has seen enough is not an error.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    main()
