"""Reads a line and ends without an answer."""

input()
