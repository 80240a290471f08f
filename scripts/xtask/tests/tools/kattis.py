#!/usr/bin/env python3
"""Judges contestants by Kattis's own code: kattis.py PACKAGE reads a line for each, its time limit in seconds,
its case without `.in`, and its command, with tabs between them; and prints its verdict and score."""

import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

from problemtools.diagnostics import LoggingDiagnostics
from problemtools.judge.execute import execute_testcase
from problemtools.model import load_problem
from problemtools.run import Program


class Contestant(Program):
    """A contestant that is a command of a shell."""

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
