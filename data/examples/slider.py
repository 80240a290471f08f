"""A weak player of Slider: slides whatever falls into a hole at once, the
highest value first, until nothing does.

Judge it with: slider-judge --exec "python3 data/examples/slider.py" --seed 1-10
"""

import sys

# The tester keeps the input open until the answer is complete: read no further
# than the last cell.
side, _colours, _holes = (int(sys.stdin.readline()) for _ in range(3))
cells = [int(sys.stdin.readline()) for _ in range(side * side)]
STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


def falls(index, row_step, col_step):
    """Whether the first thing met in this direction is a hole."""
    row, col = divmod(index, side)
    while True:
        row, col = row + row_step, col + col_step
        if not (0 <= row < side and 0 <= col < side):
            return False
        if cells[row * side + col] != 0:
            return cells[row * side + col] == -1


turns = []
while len(turns) < side * side:
    ready = [
        (value, index, name)
        for index, value in enumerate(cells)
        for name, step in STEPS.items()
        if value > 0 and falls(index, *step)
    ]
    if not ready:
        break
    _, index, name = max(ready)
    row, col = divmod(index, side)
    turns.append(f"{row} {col} S {name}")
    cells[index] = 0
print(len(turns), *turns, sep="\n")
