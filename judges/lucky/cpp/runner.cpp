// Runs a program of grader and contestant for the judge, and keeps the judge's
// streams out of the contestant's reach.
//
//   runner PROGRAM < CASE AND CALLS > ANSWERS
//
// The program gets the judge's stream, a pipe for its answers and one with a
// random word, the nonce, on descriptors of their own (see grader.cpp). Its
// standard input is empty, its standard output a pipe that must stay so.
//
// The answers count only if the grader ends them with the nonce: a contestant
// that prints answers or leaves early does not know it. The program's exit
// status or signal becomes that of the runner.
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "descriptors.h"

namespace {

// Exit status for a failure of the system, as of a shell that cannot start a program.
const int CANNOT_RUN = 127;

[[noreturn]] void give_up(const char *what) {
    std::fprintf(stderr, "runner: %s: %s\n", what, std::strerror(errno));
    std::_Exit(CANNOT_RUN);
}

struct Pipe {
    int read_end, write_end;

    Pipe() {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) give_up("pipe");
        read_end = ends[0];
        write_end = ends[1];
    }
};

// 32 random hexadecimal digits.
std::string random_word() {
    unsigned char bytes[16];
    int source = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    if (source < 0 || read(source, bytes, sizeof bytes) != ssize_t(sizeof bytes)) give_up("urandom");
    close(source);
    std::string word;
    for (unsigned char byte : bytes) {
        word += "0123456789abcdef"[byte / 16];
        word += "0123456789abcdef"[byte % 16];
    }
    return word;
}

[[noreturn]] void become(char **command, int answers, int nonce, int output) {
    // Descriptors above those of the grader, so that none is overwritten.
    int calls = fcntl(0, F_DUPFD, FIRST_FREE);
    answers = fcntl(answers, F_DUPFD, FIRST_FREE);
    nonce = fcntl(nonce, F_DUPFD, FIRST_FREE);
    int empty = open("/dev/null", O_RDONLY);
    if (calls < 0 || answers < 0 || nonce < 0 || empty < 0) give_up("descriptors");
    dup2(empty, 0);
    dup2(output, 1);
    dup2(calls, CALLS);
    dup2(answers, ANSWERS);
    dup2(nonce, NONCE);
    for (int descriptor : {calls, answers, nonce}) close(descriptor);
    if (empty > ANSWERS) close(empty);
    execv(command[0], command);
    give_up(command[0]);
}

// Reads what is there; false at the end.
bool take(int descriptor, std::string &text) {
    char buffer[1 << 16];
    ssize_t count = read(descriptor, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) return true;
    if (count > 0) text.append(buffer, count);
    return count > 0;
}

void write_all(const std::string &text) {
    std::size_t done = 0;
    while (done < text.size()) {
        ssize_t count = write(1, text.data() + done, text.size() - done);
        if (count < 0 && errno != EINTR) std::_Exit(1);
        if (count > 0) done += count;
    }
}

}  // namespace

int main(int argc, char **argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: runner PROGRAM\n");
        return 2;
    }
    const std::string nonce = random_word();
    Pipe answers, output, secret;
    // The word fits the pipe's buffer.
    if (write(secret.write_end, nonce.data(), nonce.size()) != ssize_t(nonce.size())) give_up("nonce");
    pid_t child = fork();
    if (child < 0) give_up("fork");
    if (child == 0) become(argv + 1, answers.write_end, secret.read_end, output.write_end);
    for (int end : {answers.write_end, output.write_end, secret.read_end, secret.write_end, 0}) {
        close(end);
    }

    std::string said, printed;
    pollfd watched[2] = {{answers.read_end, POLLIN, 0}, {output.read_end, POLLIN, 0}};
    while (printed.empty() && (watched[0].fd >= 0 || watched[1].fd >= 0)) {
        if (poll(watched, 2, -1) < 0 && errno != EINTR) give_up("poll");
        if (watched[0].revents != 0 && !take(answers.read_end, said)) watched[0].fd = -1;
        if (watched[1].revents != 0 && !take(output.read_end, printed)) watched[1].fd = -1;
    }
    if (!printed.empty()) {
        kill(child, SIGKILL);
        write_all("the contestant wrote to standard output\n");
        return 0;
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    const std::string end = nonce + "\n";
    if (said.size() >= end.size() && said.compare(said.size() - end.size(), end.size(), end) == 0) {
        said.resize(said.size() - end.size());
        write_all(said);
    }
    if (WIFSIGNALED(status)) {
        rlimit no_core = {0, 0};
        setrlimit(RLIMIT_CORE, &no_core);
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : CANNOT_RUN;
}
