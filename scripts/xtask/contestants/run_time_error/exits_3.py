"""Ends with a status other than 0."""

import sys

sys.exit(3)
