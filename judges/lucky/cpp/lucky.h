// The two sides of a game of Lucky Symbols in one program.
#ifndef LUCKY_H
#define LUCKY_H

#include <vector>

// Written by the contestant. `init` comes first; then, a hundred times,
// `newRound` and a thousand times `playTurn`.
void init(int R, int C, int N, int E, std::vector<int> a, std::vector<int> b,
          std::vector<int> x, std::vector<int> y);
void newRound();
void playTurn(int symbol);

// Written by the grader. Each `playTurn` calls one of them, once.
void place(int r, int c);
void discard();

#endif
