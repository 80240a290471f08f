"""Thinks without end."""

while True:
    pass
