#!/usr/bin/env python3
"""Judges contestants with Kattis's own code, on cases of the folder PACKAGE: kattis.py PACKAGE.

Reads one line for each contestant, with tabs between the time limit in seconds, the case without `.in`, and the
command. Prints the verdict and the score of each."""

import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

from problemtools.diagnostics import LoggingDiagnostics
from problemtools.judge.execute import execute_testcase
from problemtools.model import load_problem
from problemtools.run import Program


class Contestant(Program):
    """A contestant that a shell command starts."""

    def __init__(self, command, folder):
        super().__init__(command, folder)

    def get_runcmd(self, cwd=None, memlim=None):
        return ["sh", "-c", f"exec {self.name}"]


diagnostics = LoggingDiagnostics.create("judge")
problem = load_problem(Path(sys.argv[1]), diagnostics)
validator = problem.output_validators.select(problem.format_version, problem.metadata)
with tempfile.TemporaryDirectory() as folder:
    folder = Path(folder)
    for line in sys.stdin:
        seconds, case, command = line.rstrip("\n").split("\t")
        files = SimpleNamespace(infile=Path(case + ".in"), ansfile=Path(case + ".ans"), output_validator_flags=[])
        contestant = Contestant(command, folder)
        result = execute_testcase(files, contestant, validator, problem.metadata, float(seconds), folder, diagnostics)
        print(result.verdict, result.score, flush=True)
