"""A slow exact player of Yahtzee: best sums over all sets of rounds, for the
upper and the lower categories apart.

Judge it with: yahtzee-judge --exec "python3 data/examples/yahtzee.py" --games 10
"""

import sys

ROUNDS = range(13)


def scores(dice):
    """What a roll scores in each category, in the order of the card."""
    counts = [dice.count(face) for face in range(1, 7)]
    most, total = max(counts), sum(dice)
    runs = "".join("x" if count else " " for count in counts)
    return [face * counts[face - 1] for face in range(1, 7)] + [
        total,
        total if most >= 3 else 0,
        total if most >= 4 else 0,
        50 if most == 5 else 0,
        25 if "xxxx" in runs else 0,
        35 if "xxxxx" in runs else 0,
        40 if most == 5 or (most == 3 and 2 in counts) else 0,
    ]


def best_sums(columns):
    """For sets of rounds, as bits: the best sum and the scores that make it."""
    layer = {0: (0, ())}
    for column in columns:
        larger = {}
        for rounds, (points, entries) in layer.items():
            for i in ROUNDS:
                key, rival = rounds | 1 << i, points + column[i]
                if key != rounds and (key not in larger or larger[key][0] < rival):
                    larger[key] = rival, entries + (column[i],)
        layer = larger
    return layer


def card(rolls):
    """A best card: 13 scores, the bonus and the total."""
    columns = list(zip(*map(scores, rolls)))
    upper, lower = best_sums(columns[:6]), best_sums(columns[6:])
    best = []
    for rounds, (points, entries) in upper.items():
        rest, others = lower[8191 ^ rounds]
        bonus = 35 if points >= 63 else 0
        total = points + bonus + rest
        if not best or best[-1] < total:
            best = [*entries, *others, bonus, total]
    return best


lines = [line.split() for line in sys.stdin if line.strip()]
rolls = [[int(die) for die in line] for line in lines]
for first in range(0, len(rolls), 13):
    print(*card(rolls[first : first + 13]))
