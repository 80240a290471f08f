#!/usr/bin/env python3
"""Prints the folder of the programs that `make build` builds.

Cargo is asked for the folder, since projects may share one (`CARGO_TARGET_DIR`, or `build.target-dir` in
cargo's configuration). All scripts that run these programs ask this script.
"""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

WORKSPACE = Path(__file__).resolve().parent.parent


def programs(profile="release"):
    """Returns the folder of the programs that cargo builds with this profile."""
    metadata = subprocess.run(["cargo", "metadata", "--no-deps", "--offline", "--format-version=1"],
                              cwd=WORKSPACE, stdout=subprocess.PIPE, check=True)
    return Path(json.loads(metadata.stdout)["target_directory"], profile)


def guard(main):
    """Exits with the status of `main`; after an error, with 3 and one line instead of a traceback."""
    # As with other commands, the reader of the output may exit early without an error.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        status = main()
    except KeyboardInterrupt:
        status = 128 + signal.SIGINT
    except Exception as error:
        about = f"{error.filename}: {error.strerror}" if getattr(error, "filename", None) else error
        print(f"error: {about}", file=sys.stderr)
        status = 3
    sys.stdout.flush()
    # Exits at once, without threads that still wait for programs.
    os._exit(status or 0)


if __name__ == "__main__":
    guard(lambda: print(programs()))
