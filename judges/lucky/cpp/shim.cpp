// Our solver as a contestant's lucky.cpp. Build the library, then link it:
//
//   cargo build --release -p lucky-linked
//   cp judges/lucky/cpp/shim.cpp lucky.cpp
//   g++ -std=c++11 -O2 -Wall lucky.cpp grader.cpp -o lucky target/release/liblucky_linked.a
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
