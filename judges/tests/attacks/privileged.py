#!/usr/bin/env python3
# Tries calls that need capabilities, in harmless forms: restart and console get invalid
# arguments; clock and host name are set to their present values.
import ctypes, errno, os, socket, stat, struct, sys, time
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *args):
    if getattr(libc, name)(*args) == -1: raise OSError(ctypes.get_errno(), name)
def by_handle(path):
    handle = ctypes.create_string_buffer(struct.pack('Ii', 128, 0) + bytes(128))
    mount = ctypes.c_int()
    call('name_to_handle_at', -100, path, handle, ctypes.byref(mount), 0)
    call('open_by_handle_at', os.open('/', os.O_RDONLY), handle, 0)
tried = {
    'restart': lambda: call('reboot', 0x12345),
    'console': lambda: call('klogctl', 8, None, 0),
    'clock': lambda: time.clock_settime(time.CLOCK_REALTIME, time.clock_gettime(time.CLOCK_REALTIME)),
    'name': lambda: socket.sethostname(socket.gethostname()),
    'handle': lambda: by_handle(os.path.realpath(sys.argv[0]).encode()),
    'device': lambda: os.mknod('/tmp/judged-%d' % os.getpid(), stat.S_IFCHR | 0o600, os.makedev(1, 3)),
    'groups': lambda: os.setgroups([]),
    'root': lambda: os.chroot('/'),
    'raw socket': lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1),
}
for name, act in tried.items():
    try: act()
    except PermissionError: continue
    except OSError as error:
        if name == 'handle' and error.errno in (errno.EOPNOTSUPP, errno.EOVERFLOW): continue
        sys.exit(name + ': ' + str(error))
    sys.exit(name)
sys.exit(7)
