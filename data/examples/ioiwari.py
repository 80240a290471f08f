"""A weak player of Ioiwari: always the fullest pit, the first of several.

Judge it with: ioiwari-judge --exec "python3 data/examples/ioiwari.py" --all
"""


def sow(pits, chosen):
    """Empties the pit and sows its beads clockwise."""
    hand, pits[chosen] = pits[chosen], 0
    at = chosen
    while hand > 1:
        at = (at + 1) % 7
        if pits[at] == 5:
            pits[at] -= 1
        else:
            pits[at] += 1
            hand -= 1
    at = (at + 1) % 7
    if 1 <= pits[at] <= 4:
        pits[at] = 0


pits = [int(word) for word in input().split()]
while any(pits):
    chosen = max(range(7), key=lambda pit: (pits[pit], -pit))
    print(chosen + 1, flush=True)
    sow(pits, chosen)
    if any(pits):
        sow(pits, int(input()) - 1)
