// Descriptors over which runner and grader talk.
#ifndef DESCRIPTORS_H
#define DESCRIPTORS_H

// The judge's stream: the case, then all calls.
const int CALLS = 3;
// The grader's answers, a line each, then the nonce.
const int ANSWERS = 4;
// The nonce, without a line end.
const int NONCE = 5;
const int FIRST_FREE = 6;

#endif
