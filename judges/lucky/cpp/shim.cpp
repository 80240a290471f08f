// Our solver as a contestant's lucky.cpp. From the top of the workspace: build the
// library (`make build` does too), link it with the grader, and play a case:
//
//   cargo build --quiet --release --package lucky-linked
//   g++ -std=c++11 -O2 -Wall -I judges/lucky/cpp judges/lucky/cpp/shim.cpp judges/lucky/cpp/grader.cpp target/release/liblucky_linked.a -o target/release/lucky-linked
//   target/release/lucky-linked < data/lucky/5.1.in
//
// The judge takes the shim and the library as they are: lucky-judge --cpp
// judges/lucky/cpp/shim.cpp target/release/liblucky_linked.a
#include "lucky.h"

extern "C" {
void lucky_init(int rows, int cols, int symbols, int pairs, const int *values, const int *points,
                const int *x, const int *y);
void lucky_new_round();
// The row-major square, or a negative number to discard.
int lucky_play_turn(int symbol);
}

static int columns;

void init(int R, int C, int N, int E, std::vector<int> a, std::vector<int> b, std::vector<int> x,
          std::vector<int> y) {
    columns = C;
    lucky_init(R, C, N, E, a.data(), b.data(), x.data(), y.data());
}

void newRound() { lucky_new_round(); }

void playTurn(int symbol) {
    int square = lucky_play_turn(symbol);
    if (square < 0) {
        discard();
    } else {
        place(square / columns, square % columns);
    }
}
