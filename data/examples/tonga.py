"""A weak player of PseudoTonga: grows its isles, on the empty square with the
most own stones next to it, the first of several.

Judge it with: tonga-judge --exec "python3 data/examples/tonga.py" --seed 1-10
"""

import sys

side, row, col = map(int, input().split())
board = [["."] * side for _ in range(side)]


def friends(row, col):
    """How many own stones stand next to a square."""
    near = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return sum(
        board[r][c] == "x" for r, c in near if 0 <= r < side and 0 <= c < side
    )


def best_square():
    """The empty square to play on, or None."""
    empty = [
        (-friends(row, col), row, col)
        for row in range(side)
        for col in range(side)
        if board[row][col] == "."
    ]
    return min(empty)[1:] if empty else None


if row >= 0:
    board[row][col] = "o"
while square := best_square():
    row, col = square
    board[row][col] = "x"
    print(row, col, flush=True)
    # A stone of the server that fills the board is not sent.
    if sum(line.count(".") for line in board) < 2:
        break
    line = sys.stdin.readline()
    if not line:
        break
    row, col = map(int, line.split())
    board[row][col] = "o"
