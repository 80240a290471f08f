// A weak player of Lucky Symbols: takes every symbol that is worth at least the
// middle one, until the grid is full, row by row.
//
// Judge it with: lucky-judge --cpp data/examples/lucky.cpp --subtask 2
#include "lucky.h"

#include <algorithm>

static int rows, cols, middle, filled;
static std::vector<int> values;

void init(int R, int C, int N, int E, std::vector<int> a, std::vector<int> b, std::vector<int> x,
          std::vector<int> y) {
    rows = R;
    cols = C;
    values = a;
    std::sort(a.begin(), a.end());
    middle = a[N / 2];
}

void newRound() { filled = 0; }

void playTurn(int symbol) {
    if (filled < rows * cols && values[symbol] >= middle) {
        place(filled / cols, filled % cols);
        filled++;
    } else {
        discard();
    }
}
