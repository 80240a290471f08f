"""A weak player of Lucky Symbols: takes every symbol that is worth at least the
middle one, until the grid is full, row by row.

Judge it with: lucky-judge --exec "python3 data/examples/lucky.py" --subtask 2
"""

import sys


def numbers():
    return [int(word) for word in sys.stdin.readline().split()]


rows, cols, _, pairs = numbers()
values = numbers()
for _ in range(pairs):
    numbers()
middle = sorted(values)[len(values) // 2]

filled = turns = 0
while turns < 100 * 1000 and (call := sys.stdin.readline()):
    if call.startswith("newRound"):
        filled = 0
        continue
    turns += 1
    symbol = int(call.split()[1])
    if filled < rows * cols and values[symbol] >= middle:
        print("place", *divmod(filled, cols), flush=True)
        filled += 1
    else:
        print("discard", flush=True)
