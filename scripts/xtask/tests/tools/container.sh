#!/bin/sh
# Runs the cycle of a task as a container does: in a root folder of its own, without the rights to mount or to make
# namespaces. FOLDER has the task; `app` in it becomes /app, and `logs` /logs/verifier. With a second
# argument, solution/solve.sh runs first.
set -e
if [ "$3" != inside ]; then
    unshare --user sleep 1000 &
    trap 'kill $!' EXIT
    until [ "$(readlink /proc/$!/ns/user)" != "$(readlink /proc/self/ns/user)" ]; do sleep 0.01; done
    echo 0 0 65536 >/proc/$!/uid_map
    echo 0 0 65536 >/proc/$!/gid_map
    nsenter --user --target $! --setuid 0 --setgid 0 \
        unshare --mount --pid --ipc --net --fork --kill-child "$0" "$1" "$2" inside
    exit
fi
task=$1
new=$task/root
toolchain=$(rustc --print sysroot)
mkdir -p "$new"
mount --make-rprivate /
mount -t tmpfs -o mode=755 root "$new"
cd "$new"
mkdir -p usr etc proc dev/shm root app logs/verifier tests solution opt/rust tmp var/tmp run/lock
chmod 1777 tmp var/tmp run/lock
chmod 700 root
for folder in bin sbin lib lib64; do ln -s "usr/$folder" "$folder"; done
mount --rbind /usr usr
mount --bind "$toolchain" opt/rust
cp -r /etc/alternatives /etc/ld.so.cache etc/
id=900
for user in builder player1 player2; do
    id=$((id + 1))
    echo "$user:x:$id:$id::/nonexistent:/bin/sh" >>etc/passwd
    echo "$user:x:$id:" >>etc/group
done
cp -r "$task/tests" "$task/solution" .
cp -a "$task/app" .
mount --bind "$task/logs" logs/verifier
mount -t proc proc proc
mount -t tmpfs -o mode=1777 shm dev/shm
for device in null zero full random urandom; do
    touch "dev/$device"
    mount --bind "/dev/$device" "dev/$device"
done
ln -s /proc/self/fd dev/fd
for limit in proc/sys/user/max_*_namespaces; do echo 0 >"$limit"; done
# That of an image, since the host's may have other folders.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
run() { setpriv --bounding-set=-sys_admin,-sys_ptrace,-sys_resource,-sys_nice,-net_admin chroot "$new" "$@"; }
[ -z "$2" ] || run /bin/sh /solution/solve.sh
run /bin/bash /tests/test.sh
