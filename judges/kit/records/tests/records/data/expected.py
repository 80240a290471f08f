"""Writes expected.json: SciPy's results for the paired scores in scores.json.

Run in this folder with SciPy 1.17: python3 expected.py > expected.json
"""

import json
import sys

import numpy
from scipy import stats

expected = {}
with open("scores.json") as file:
    sets = json.load(file)
for name, scores in sets.items():
    a, b = numpy.array(scores["a"]), numpy.array(scores["b"])
    difference = a - b
    test = stats.ttest_rel(a, b)
    interval = test.confidence_interval(0.95)
    narrow = test.confidence_interval(0.9)
    wins, losses = int((difference > 0).sum()), int((difference < 0).sum())
    expected[name] = {
        "mean": difference.mean(),
        "standard_error": stats.sem(difference),
        "t_interval": [interval.low, interval.high],
        "t_interval_90": [narrow.low, narrow.high],
        "wins": wins,
        "losses": losses,
        "sign_test": stats.binomtest(wins, wins + losses).pvalue,
        "median": float(numpy.median(difference)),
    }
json.dump(expected, sys.stdout, indent=2)
print()
