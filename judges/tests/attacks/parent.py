#!/usr/bin/env python3
# Asks for a kill signal when its parent exits; that must not happen during the case.
import ctypes, sys, time
ctypes.CDLL(None).prctl(1, 9)
time.sleep(0.3)
sys.exit(7)
