// Plays a case of Lucky Symbols with the contestant it is linked with.
//
//   g++ -std=c++11 -O2 -Wall lucky.cpp grader.cpp -o lucky
//   ./lucky < CASE      prints the average score of a round
//
// Under the judge's runner it gives the judge the answer to every symbol instead, a line each.
//
// The case is `R C N E`, the N values, and E lines `points x y`. Lines
// `newRound` and `playTurn SYMBOL` may follow it, as a judge sends them to a
// contestant in wire form: then these symbols are offered. Otherwise the grader
// draws them itself, always the same.
//
// A broken rule ends the game without a score: the reason goes to standard error,
// and the exit status is 1. Under the runner the reason becomes the last answer
// and the status is 0, so that the judge tells it from a crash.
//
// Under the runner the judge's stream and the answers have descriptors of their
// own, which are hidden before any code of the contestant runs, its static
// constructors included. Calls are read round by round. The answers end with a
// random word, the nonce, that only runner and grader know.
#include "lucky.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

// Descriptors over which runner and grader talk. The judge's stream: the case, then all calls.
const int CALLS = 3;
// The answers, a line each, then the nonce.
const int ANSWERS = 4;
// The nonce, without a line end.
const int NONCE = 5;

const int ROUNDS = 100;
const std::size_t TURNS = 1000;
const int NOTHING = -1;

enum class Phase { Init, NewRound, PlayTurn };

struct Case {
    int rows, cols, symbols, pairs;
    std::vector<int> values, points, x, y;
    std::map<std::pair<int, int>, int> bonus;
};

Case game;
std::vector<int> offered;
// Where the case and the calls come from.
FILE *input = nullptr;
// Calls follow the case; otherwise symbols are drawn.
bool calls_given = false;
std::string answers;

// Set up before the constructors run, so these are no objects.
char nonce[64];
int calls_descriptor, answers_descriptor;

// Takes the runner's descriptors out of the contestant's way. A program that was
// not started by the runner has no nonce.
void hide_descriptors(int, char **, char **) {
    ssize_t size = fcntl(NONCE, F_GETFD) < 0 ? 0 : read(NONCE, nonce, sizeof nonce - 1);
    if (size <= 0) return;
    close(NONCE);
    // High numbers, drawn from the nonce, are not hit by accident.
    int first = 100 + (nonce[0] * 31 + nonce[1]) % 400;
    calls_descriptor = fcntl(CALLS, F_DUPFD_CLOEXEC, first);
    answers_descriptor = fcntl(ANSWERS, F_DUPFD_CLOEXEC, first);
    close(CALLS);
    close(ANSWERS);
}

// Functions of this section run before all constructors, in the order of linking.
__attribute__((section(".preinit_array"), used))
void (*const hide)(int, char **, char **) = hide_descriptors;

bool under_runner() { return nonce[0] != 0; }

Phase phase = Phase::Init;
int round_number = 0;
std::size_t turn_number = 0;
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

// Sends the answers and the nonce, and ends the program without running any more
// of the contestant's code.
[[noreturn]] void send_answers() {
    // What the contestant has printed must reach the runner.
    std::cout.flush();
    std::fflush(nullptr);
    answers += nonce;
    answers += '\n';
    std::size_t done = 0;
    while (done < answers.size()) {
        ssize_t count = write(answers_descriptor, answers.data() + done, answers.size() - done);
        if (count <= 0) std::_Exit(2);
        done += count;
    }
    std::_Exit(0);
}

// Ends the game at a broken rule.
[[noreturn]] void fail(const std::string &reason) {
    if (under_runner()) {
        answers += reason + "\n";
        send_answers();
    }
    std::fprintf(stderr, "%s: %s\n", where().c_str(), reason.c_str());
    std::fflush(nullptr);
    std::_Exit(1);
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
    if (std::fscanf(input, "%lld", &number) != 1 || number < from || number > to) {
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

// Reads the next call; an empty word at the end of the input.
std::string read_call() {
    char word[16] = "";
    return std::fscanf(input, "%15s", word) == 1 ? word : "";
}

// Reads the symbols of the next round. There is none at all if no call follows
// the case.
void read_round() {
    offered.clear();
    std::string call = read_call();
    calls_given = !call.empty();
    if (call == "newRound") call = read_call();
    while (call == "playTurn") {
        offered.push_back(read_number("a symbol", 0, game.symbols - 1));
        if (offered.size() == TURNS) return;
        call = read_call();
    }
    if (!call.empty()) refuse_input("not the call that is due: " + call);
    if (round_number > 1 || calls_given) {
        refuse_input("calls for only " + std::to_string(offered.size()) + " turns of round " +
                     std::to_string(round_number));
    }
}

// Draws the symbols of the next round.
void draw_round() {
    static std::mt19937_64 random(2026);
    offered.clear();
    const std::uint64_t kinds = game.symbols;
    const std::uint64_t usable = std::numeric_limits<std::uint64_t>::max() / kinds * kinds;
    while (offered.size() < TURNS) {
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
    if (round_number > 1) calls_given ? read_round() : draw_round();
    grid.assign(std::size_t(game.rows) * game.cols, NOTHING);
    income = 0;
    phase = Phase::NewRound;
    newRound();
    phase = Phase::PlayTurn;
    for (turn_number = 1; turn_number <= TURNS; turn_number++) {
        symbol_on_offer = offered[turn_number - 1];
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
    if (under_runner()) answers += call + "\n";
}

void discard() {
    answer("discard");
    if (under_runner()) answers += "discard\n";
}

int main(int argc, char **argv) {
    if (argc > 1) {
        std::fprintf(stderr, "usage: %s < CASE\n", argv[0]);
        return 2;
    }
    input = under_runner() ? fdopen(calls_descriptor, "r") : stdin;
    read_case();
    round_number = 1;
    read_round();
    if (!calls_given) draw_round();
    round_number = 0;
    init(game.rows, game.cols, game.symbols, game.pairs, game.values, game.points, game.x, game.y);
    for (round_number = 1; round_number <= ROUNDS; round_number++) play_round();
    if (under_runner()) send_answers();
    std::printf("%lld.%02lld\n", total / ROUNDS, total % ROUNDS);
    return 0;
}
