"""A weak player of Slider with two parameters, to show how parameters are tuned:
it slides what falls into a hole at once, in the order of two weights.

Judge it with: slider-judge --exec "python3 data/examples/slider_tuned.py 1 0"
Tune it with:  scripts/tune.py (judges/kit/report/README.md has the command)
"""

import sys

value_weight, distance_weight = float(sys.argv[1]), float(sys.argv[2])
side, _colours, _holes = (int(sys.stdin.readline()) for _ in range(3))
cells = [int(sys.stdin.readline()) for _ in range(side * side)]
STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


def distance(index, row_step, col_step):
    """Squares to the hole that is met first in this direction; None if there is none."""
    row, col = divmod(index, side)
    count = 0
    while True:
        row, col, count = row + row_step, col + col_step, count + 1
        if not (0 <= row < side and 0 <= col < side):
            return None
        if cells[row * side + col] != 0:
            return count if cells[row * side + col] == -1 else None


turns = []
while len(turns) < side * side:
    ready = []
    for index, value in enumerate(cells):
        for name, step in STEPS.items() if value > 0 else ():
            far = distance(index, *step)
            if far is not None:
                priority = value_weight * value + distance_weight * far
                ready.append((priority, index, name))
    if not ready:
        break
    _, index, name = max(ready)
    row, col = divmod(index, side)
    turns.append(f"{row} {col} S {name}")
    cells[index] = 0
print(f"[DATA] turns = {len(turns)}", file=sys.stderr)
print(len(turns), *turns, sep="\n", flush=True)
