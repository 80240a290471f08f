// Plays a case of Lucky Symbols with the contestant it is linked with.
//
//   g++ -std=c++11 -O2 -Wall lucky.cpp grader.cpp -o lucky
//   ./lucky < CASE      prints the average score of a round
//
// For a judge it prints the answer to every symbol instead, a line each. Then it writes
// a line, `OK` or a reason, to the descriptor that VERDICT_FD names.
//
// The case is `R C N E`, the N values, and E lines `points x y`. Lines
// `newRound` and `playTurn SYMBOL` may follow it, as a judge sends them to a
// contestant in wire form: then these symbols are offered. Otherwise the grader
// draws them itself, always the same.
//
// A broken rule ends the game without a score. The reason is the judge's verdict;
// without a judge it goes to standard error, and the exit status is 1.
//
// The contestant shares this process, so the judge trusts it. Grader and judge talk
// over copies of the standard streams. The contestant's own standard input is empty,
// and its standard output is a file in memory that has to stay empty.
#include "lucky.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

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
// Where the judge's verdict goes; -1 without a judge.
int verdict_descriptor = -1;
std::string answers;

// Copies of the standard streams.
int calls_descriptor, answers_descriptor;

// Gives the contestant streams of its own, before its static constructors run.
__attribute__((constructor(101))) void begin() {
    if (const char *number = std::getenv("VERDICT_FD")) {
        verdict_descriptor = std::atoi(number);
        fcntl(verdict_descriptor, F_SETFD, FD_CLOEXEC);
    }
    calls_descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    answers_descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    int nothing = open("/dev/null", O_RDONLY);
    int printed = memfd_create("printed", MFD_CLOEXEC);
    if (calls_descriptor < 0 || answers_descriptor < 0 || dup2(nothing, STDIN_FILENO) < 0 ||
        dup2(printed, STDOUT_FILENO) < 0) {
        std::perror("standard streams");
        std::_Exit(2);
    }
    close(nothing);
    close(printed);
}

bool is_judged() { return verdict_descriptor >= 0; }

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
    if (phase == Phase::NewRound) return text + ", newRound";
    return turn_number > TURNS ? text : text + ", turn " + std::to_string(turn_number);
}

void write_all(int descriptor, const std::string &text) {
    std::size_t done = 0;
    while (done < text.size()) {
        ssize_t count = write(descriptor, text.data() + done, text.size() - done);
        if (count <= 0) std::_Exit(2);
        done += count;
    }
}

// Sends the answers and the verdict to the judge.
void send(const std::string &verdict) {
    write_all(answers_descriptor, answers);
    write_all(verdict_descriptor, verdict + "\n");
}

// Ends the game at a broken rule, without running any more of the contestant's code.
[[noreturn]] void fail(const std::string &reason) {
    const std::string text = where() + ": " + reason;
    if (is_judged()) {
        send(text);
        std::_Exit(0);
    }
    std::fprintf(stderr, "%s\n", text.c_str());
    std::fflush(stderr);
    std::_Exit(1);
}

// Ends the game if the contestant has printed something.
void check_printed() {
    std::cout.flush();
    std::fflush(stdout);
    char start[41] = "";
    if (pread(STDOUT_FILENO, start, sizeof start - 1, 0) <= 0) return;
    start[std::strcspn(start, "\n")] = 0;
    fail("`" + std::string(start) + "` was written to standard output");
}

// A program that ends with another status has no verdict.
void report_exit(int status, void *) {
    if (status == 0) fail("exit(0) was called");
}

[[noreturn]] void refuse_input(const std::string &problem) {
    std::fprintf(stderr, "the input: %s\n", problem.c_str());
    std::_Exit(2);
}

void answer(const std::string &call) {
    if (phase != Phase::PlayTurn) fail(call + " was called outside playTurn");
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
    check_printed();
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
    if (is_judged()) answers += call + "\n";
}

void discard() {
    answer("discard");
    if (is_judged()) answers += "discard\n";
}

int main(int argc, char **argv) {
    if (argc > 1) {
        std::fprintf(stderr, "usage: %s < CASE\n", argv[0]);
        return 2;
    }
    input = fdopen(calls_descriptor, "r");
    read_case();
    round_number = 1;
    read_round();
    if (!calls_given) draw_round();
    round_number = 0;
    on_exit(report_exit, nullptr);
    init(game.rows, game.cols, game.symbols, game.pairs, game.values, game.points, game.x, game.y);
    check_printed();
    for (round_number = 1; round_number <= ROUNDS; round_number++) play_round();
    if (is_judged()) {
        send("OK");
    } else {
        dprintf(answers_descriptor, "%lld.%02lld\n", total / ROUNDS, total % ROUNDS);
    }
    // Without the contestant's destructors.
    std::_Exit(0);
}
