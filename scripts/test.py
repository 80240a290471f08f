#!/usr/bin/env -S python3 -B
"""`make test`: builds all programs with one call of cargo, and runs the tests.

Test programs that mostly wait, for time limits for example, run in a lane of their own; the others
run at the same time, one per processor, the longest first. The output of a program is printed when
it ends, below its counts and CPU time. The last line adds up all counts.

cargo-nextest is not used: it has to be installed, and starts a process per test, so files that the
tests of a program share, such as compiled submissions, would be made once per test.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import time
import venv
from concurrent.futures import ThreadPoolExecutor, as_completed

from programs import WORKSPACE, guard

# Always all packages, so that cargo chooses the same features of libraries for every selection of
# tests.
PACKAGES = ["--workspace", "--exclude", "benches"]
# Test programs of the harness that mostly wait.
WAITING = ["hostile", "tools"]
# Test programs that take longest; they begin first.
LONGEST = ["xtask", "browser", "tonga", "records"]
# A Python without packages, for players in tests. Packages of the host could take longer to load
# than a player runs, and only the tests of tools may depend on them.
PYTHON = WORKSPACE / "target/python-without-packages"
# Summary line of each test program; `make test` prints their sum at the end.
SUMMARY = re.compile(r"^test result: .* (\d+) passed; (\d+) failed; (\d+) ignored;.*\n", re.MULTILINE)


class Program:
    """A test program, as described by a message of cargo."""

    def __init__(self, message):
        self.path = message["executable"]
        self.name = message["target"]["name"]
        self.source = os.path.relpath(message["target"]["src_path"])
        self.folder = os.path.dirname(message["manifest_path"])
        with open(message["manifest_path"], encoding="utf-8") as manifest:
            self.package = re.search(r'^name = "(.*)"', manifest.read(), re.MULTILINE)[1]
        self.waits = self.package == "harness" and self.name in WAITING

    def run(self):
        """Returns its output, True if all its tests have passed, and its CPU time in seconds."""
        environment = dict(os.environ, CARGO_MANIFEST_DIR=self.folder)
        if self.name != "tools":
            environment["PATH"] = f"{PYTHON}/bin:{environment['PATH']}"
        started = subprocess.Popen([self.path], cwd=self.folder, env=environment, text=True, errors="replace",
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        with started:
            printed = started.stdout.read()
            _, status, usage = os.wait4(started.pid, 0)
            started.returncode = os.waitstatus_to_exitcode(status)
        return printed, status == 0, usage.ru_utime + usage.ru_stime


def build(tests):
    """Builds the named test programs (all if `tests` is empty) and the programs that they run."""
    targets = [f"--test={name}" for name in tests] or ["--tests"]
    command = ["cargo", "build", *PACKAGES, "--bins", *targets, "--message-format=json-render-diagnostics"]
    built = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if built.returncode != 0:
        sys.exit(built.returncode)
    messages = map(json.loads, built.stdout.splitlines())
    return [Program(message) for message in messages
            if message["reason"] == "compiler-artifact" and message["profile"]["test"] and message["executable"]]


def doc_tests(packages):
    """Runs the examples in documents. Returns their output, True if they have passed, and 0 for the CPU time."""
    selected = [f"--package={name}" for name in packages] or PACKAGES
    ended = subprocess.run(["cargo", "test", "--doc", *selected], text=True,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return ended.stdout, ended.returncode == 0, 0


def words(counts):
    """Returns counts of tests as `cargo test` prints them."""
    return f"{counts[0]} passed; {counts[1]} failed; {counts[2]} ignored"


def main():
    begun = time.monotonic()
    parser = argparse.ArgumentParser(description="Builds and runs the tests of the workspace.")
    parser.add_argument("--package", action="append", default=[], help="run the tests of this package only")
    parser.add_argument("--test", action="append", default=[], help="run the test programs of this name only")
    options = parser.parse_args()
    programs = [program for program in build(options.test)
                if not options.package or program.package in options.package]
    venv.create(PYTHON, symlinks=True)
    programs.sort(key=lambda program: program.name not in LONGEST)
    total = [0, 0, 0]
    failed = []
    with ThreadPoolExecutor(1) as waiting, ThreadPoolExecutor(len(os.sched_getaffinity(0))) as working:
        runs = {(waiting if program.waits else working).submit(program.run): program.source
                for program in programs}
        if not options.test:
            runs[working.submit(doc_tests, options.package)] = "examples in documents"
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
    guard(main)
