#!/usr/bin/env python3
"""`make test`: builds every test program and runs them, two at a time, as `cargo test` would one
after another: while one waits, for a time limit as most of the hostile suite does, the other
works. What a program prints is shown when it ends, below its count of tests and its CPU time; the
last line adds up all counts.

Options are those of `cargo test` that select packages and programs.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed

# Programs at a time.
LANES = 2
# The package whose tests wait most begins first.
FIRST = "judges/tests"
# The line of a program that the last line replaces.
SUMMARY = re.compile(r"^test result: .* (\d+) passed; (\d+) failed; (\d+) ignored;.*\n", re.MULTILINE)


class Program:
    """A test program: what cargo says of it."""

    def __init__(self, artifact):
        self.path = artifact["executable"]
        self.folder = os.path.dirname(artifact["manifest_path"])
        self.source = os.path.relpath(artifact["target"]["src_path"])
        self.is_first = self.folder.endswith(FIRST)

    def run(self):
        """Returns its output, whether all its tests have passed, and seconds of CPU time."""
        environment = dict(os.environ, CARGO_MANIFEST_DIR=self.folder)
        started = subprocess.Popen([self.path], cwd=self.folder, env=environment, text=True, errors="replace",
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        with started:
            printed = started.stdout.read()
            _, status, usage = os.wait4(started.pid, 0)
            started.returncode = os.waitstatus_to_exitcode(status)
        return printed, status == 0, usage.ru_utime + usage.ru_stime


def build(options):
    """Builds the test programs; returns them, those that wait most first."""
    # The programs that tests run, too: no test meets those of an older tree.
    programs = subprocess.run(["cargo", "build", "--workspace", "--exclude", "benches", "--tests", "--bins"])
    if programs.returncode != 0:
        sys.exit(programs.returncode)
    command = ["cargo", "test", "--no-run", "--message-format=json-render-diagnostics", *options]
    built = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if built.returncode != 0:
        sys.exit(built.returncode)
    messages = map(json.loads, built.stdout.splitlines())
    programs = [Program(message) for message in messages
                if message["reason"] == "compiler-artifact" and message["profile"]["test"] and message["executable"]]
    return sorted(programs, key=lambda program: not program.is_first)


def doc_tests(options):
    """Returns the output of the examples in documents, whether they have passed, and no time."""
    ended = subprocess.run(["cargo", "test", "--doc", *options], text=True,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return ended.stdout, ended.returncode == 0, 0


def words(counts):
    """Returns counts of tests as `cargo test` does."""
    return f"{counts[0]} passed; {counts[1]} failed; {counts[2]} ignored"


def main():
    begun = time.monotonic()
    options = sys.argv[1:]
    programs = build(options)
    total = [0, 0, 0]
    failed = []
    with ThreadPoolExecutor(LANES) as lanes:
        runs = {lanes.submit(program.run): program.source for program in programs}
        if "--test" not in options:
            runs[lanes.submit(doc_tests, options)] = "examples in documents"
        for run in as_completed(runs):
            printed, passed, seconds = run.result()
            counts = [sum(map(int, column)) for column in zip([0] * 3, *SUMMARY.findall(printed))]
            total = [sum(pair) for pair in zip(total, counts)]
            print(f"== {runs[run]}: {words(counts)}; {seconds:.0f} s of CPU time")
            print(SUMMARY.sub("", printed).strip(), end="\n\n", flush=True)
            if not passed:
                failed.append(runs[run])
    for source in failed:
        print(f"failed: {source}")
    result = "FAILED" if failed else "ok"
    print(f"test result: {result}. {words(total)}; finished in {time.monotonic() - begun:.2f}s")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        os._exit(128 + signal.SIGINT)
