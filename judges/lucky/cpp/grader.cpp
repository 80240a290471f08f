// Plays a case of Lucky Symbols with the contestant it is linked with.
//
//   g++ -std=c++11 -O2 -Wall lucky.cpp grader.cpp -o lucky
//   ./lucky < CASE            prints the average score of a round
//   ./lucky --answers < CASE  prints what became of every symbol, a line each
//
// The case is `R C N E`, the N values, and E lines `points x y`. Lines
// `newRound` and `playTurn SYMBOL` may follow it, which is what a judge sends
// to a contestant in wire form: then these symbols are offered. Otherwise the
// grader draws them itself, always the same.
//
// Whoever breaks a rule gets no score: the reason goes to standard error, and
// the exit status is 1. With --answers the reason becomes the last line
// instead, and the status 0, so that the judge tells it from a crash.
#include "lucky.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

const int ROUNDS = 100;
const int TURNS = 1000;
const int NOTHING = -1;

enum class Phase { Init, NewRound, PlayTurn };

struct Case {
    int rows, cols, symbols, pairs;
    std::vector<int> values, points, x, y;
    std::map<std::pair<int, int>, int> bonus;
};

Case game;
std::vector<int> offered;
bool answers_wanted = false;
std::string answers;

Phase phase = Phase::Init;
int round_number = 0, turn_number = 0;
int symbol_on_offer = NOTHING;
bool answered = false;
std::vector<int> grid;
// What the grid pays after a turn.
long long income = 0;
long long total = 0;

std::string where() {
    if (phase == Phase::Init) return "init";
    std::string text = "round " + std::to_string(round_number);
    return phase == Phase::NewRound ? text : text + ", turn " + std::to_string(turn_number);
}

// Ends the program without running any more of the contestant's code.
[[noreturn]] void fail(const std::string &reason) {
    if (answers_wanted) {
        std::printf("%s%s\n", answers.c_str(), reason.c_str());
    } else {
        std::fprintf(stderr, "%s: %s\n", where().c_str(), reason.c_str());
    }
    std::fflush(nullptr);
    std::_Exit(answers_wanted ? 0 : 1);
}

[[noreturn]] void refuse_input(const std::string &problem) {
    std::fprintf(stderr, "the input: %s\n", problem.c_str());
    std::exit(2);
}

void answer(const std::string &call) {
    if (phase == Phase::Init) fail(call + " called in init");
    if (phase == Phase::NewRound) fail(call + " called in newRound");
    if (answered) fail(call + " is a second call");
    answered = true;
}

int read_number(const char *name, long long from, long long to) {
    long long number;
    if (!(std::cin >> number) || number < from || number > to) {
        refuse_input(std::string(name) + " is missing or out of range");
    }
    return static_cast<int>(number);
}

void read_case() {
    const int most = std::numeric_limits<int>::max();
    game.rows = read_number("R", 1, 1 << 16);
    game.cols = read_number("C", 1, (1 << 16) / game.rows);
    game.symbols = read_number("N", 1, 1 << 16);
    game.pairs = read_number("E", 0, 1 << 20);
    for (int i = 0; i < game.symbols; i++) {
        game.values.push_back(read_number("a value", 0, most));
    }
    for (int i = 0; i < game.pairs; i++) {
        int points = read_number("a bonus", 1, most);
        int x = read_number("x", 0, game.symbols - 1);
        int y = read_number("y", x, game.symbols - 1);
        game.points.push_back(points);
        game.x.push_back(x);
        game.y.push_back(y);
        if (!game.bonus.insert({{x, y}, points}).second) refuse_input("a pair is listed twice");
    }
}

// The symbols of the calls behind the case.
void read_calls() {
    std::string call;
    while (std::cin >> call) {
        if (call == "playTurn") {
            offered.push_back(read_number("a symbol", 0, game.symbols - 1));
        } else if (call != "newRound") {
            refuse_input("neither newRound nor playTurn: " + call);
        }
    }
    if (!offered.empty() && offered.size() != std::size_t(ROUNDS) * TURNS) {
        refuse_input("calls for only " + std::to_string(offered.size()) + " turns");
    }
}

void draw_symbols() {
    std::mt19937_64 random(2026);
    const std::uint64_t kinds = game.symbols;
    const std::uint64_t usable = std::numeric_limits<std::uint64_t>::max() / kinds * kinds;
    while (offered.size() < std::size_t(ROUNDS) * TURNS) {
        std::uint64_t number = random();
        if (number < usable) offered.push_back(static_cast<int>(number % kinds));
    }
}

int bonus(int one, int other) {
    if (one == NOTHING || other == NOTHING) return 0;
    auto found = game.bonus.find({std::min(one, other), std::max(one, other)});
    return found == game.bonus.end() ? 0 : found->second;
}

// Every pair of adjacent squares, once.
long long bonuses() {
    long long sum = 0;
    for (int r = 0; r < game.rows; r++) {
        for (int c = 0; c < game.cols; c++) {
            int square = r * game.cols + c;
            if (c + 1 < game.cols) sum += bonus(grid[square], grid[square + 1]);
            if (r + 1 < game.rows) sum += bonus(grid[square], grid[square + game.cols]);
        }
    }
    return sum;
}

void play_round() {
    grid.assign(std::size_t(game.rows) * game.cols, NOTHING);
    income = 0;
    phase = Phase::NewRound;
    newRound();
    phase = Phase::PlayTurn;
    for (turn_number = 1; turn_number <= TURNS; turn_number++) {
        symbol_on_offer = offered[(round_number - 1) * TURNS + turn_number - 1];
        answered = false;
        playTurn(symbol_on_offer);
        if (!answered) fail("neither place nor discard was called");
        total += income;
    }
    total += bonuses();
}

}  // namespace

void place(int r, int c) {
    const std::string call = "place " + std::to_string(r) + " " + std::to_string(c);
    answer(call);
    if (r < 0 || r >= game.rows || c < 0 || c >= game.cols) fail(call + " is off the grid");
    int &square = grid[r * game.cols + c];
    if (square != NOTHING) fail(call + " is occupied");
    square = symbol_on_offer;
    income += game.values[symbol_on_offer];
    if (answers_wanted) answers += call + "\n";
}

void discard() {
    answer("discard");
    if (answers_wanted) answers += "discard\n";
}

int main(int argc, char **argv) {
    answers_wanted = argc == 2 && std::strcmp(argv[1], "--answers") == 0;
    if (argc > 1 && !answers_wanted) {
        std::fprintf(stderr, "usage: %s [--answers] < CASE\n", argv[0]);
        return 2;
    }
    std::ios::sync_with_stdio(false);
    read_case();
    read_calls();
    if (offered.empty()) draw_symbols();
    init(game.rows, game.cols, game.symbols, game.pairs, game.values, game.points, game.x, game.y);
    for (round_number = 1; round_number <= ROUNDS; round_number++) play_round();
    if (answers_wanted) {
        std::printf("%s", answers.c_str());
    } else {
        std::printf("%lld.%02lld\n", total / ROUNDS, total % ROUNDS);
    }
    return 0;
}
