"""Writes bytes that are not text, then waits for the end of its input."""

import sys

sys.stdout.buffer.write(b"\0\xff\xfe \x80 1\0\n")
sys.stdout.flush()
sys.stdin.buffer.read()
