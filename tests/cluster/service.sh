#!/usr/bin/env bash
# The unit of `tengen serve` under a systemd that runs: one of its own, over this machine's files
# copied on write, in namespaces of its own. It must answer as a user of its own, take its settings,
# come back after a kill, and stop. Skipped where no such systemd can be started.
source "$(dirname "$0")/lib.sh"
unit=$(cd "$here/../../cluster/packaging" && pwd)/tengen-serve.service
systemd=/lib/systemd/systemd
proof=$data/proofs/black.proof
groups=$scratch/groups

skip() {
  echo "skipped: $*"
  exit 0
}
[[ $EUID == 0 ]] || skip "not root"
[[ -x $systemd ]] && command -v curl unshare pivot_root >/dev/null || skip "no systemd here"

# Control groups below one of our own, which goes when we do.
ours=$groups/tengen-test-$$
leave() {
  [[ -d $ours ]] && find "$ours" -depth -type d -exec rmdir {} + 2>/dev/null
  umount "$groups" 2>/dev/null
  rm -rf "$scratch"
}
trap leave EXIT
mkdir -p "$groups" root
mount -t cgroup2 cgroup2 "$groups" && mkdir "$ours" || skip "no control groups"

# What the first process of the namespaces does before it becomes systemd.
cat >enter.sh <<ENTER
set -e
echo \$\$ >"$ours/cgroup.procs"
exec unshare --cgroup bash become.sh
ENTER
cat >become.sh <<BECOME
set -e
mount --make-rprivate /
mount -t tmpfs tmpfs root
mkdir -p root/{up,work,top}
mount -t overlay overlay -o lowerdir=/,upperdir=root/up,workdir=root/work root/top
cd root/top
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs dev
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
for device in null zero full random urandom tty; do touch dev/\$device; mount --bind /dev/\$device dev/\$device; done
mount -t tmpfs tmpfs sys/fs/cgroup
mount -t cgroup2 cgroup2 sys/fs/cgroup
rm -rf etc/systemd/system/* etc/default/tengen-serve var/lib/tengen
cp "$tengen" usr/bin/tengen
cp "$unit" lib/systemd/system/
mkdir -p test old
mount --bind "$scratch" test
cp "$proof" test/one.proof
cat >etc/systemd/system/test.target <<'UNIT'
[Unit]
Requires=basic.target test.service
After=basic.target
UNIT
cat >etc/systemd/system/test.service <<'UNIT'
[Service]
Type=oneshot
ExecStart=/bin/bash /test/inside.sh
StandardOutput=append:/test/inside.out
StandardError=append:/test/inside.err
ExecStopPost=/bin/systemctl poweroff --force --force
UNIT
pivot_root . old
umount -l old
exec env -i container=test PATH="\$PATH" $systemd --system --unit=test.target --log-target=journal
BECOME
# Said as NAME VALUE, and judged outside.
cat >inside.sh <<'INSIDE'
say() { echo "$1 $(cat)"; }
main_pid() { systemctl show tengen-serve -p MainPID --value; }
healthy() { # PORT: within ten seconds
  for _ in {1..40}; do [[ $(curl -s "http://127.0.0.1:$1/healthz") == ok ]] && echo yes && return; sleep 0.25; done
  echo no
}
ip link set lo up
mkdir -p /var/lib/tengen
/usr/bin/tengen import /test/one.proof --format proof --book /var/lib/tengen/book >&2
systemctl start tengen-serve >&2
healthy 8815 | say answers
ps -o user:32= -p "$(main_pid)" | say user
curl -s 'http://127.0.0.1:8815/v1/stats' | say stats
grep -E '^(NoNewPrivs|Seccomp|CapEff):' "/proc/$(main_pid)/status" | tr -s '\t\n' ' ' | say held
echo TENGEN_SERVE_PORT=8816 >/etc/default/tengen-serve
systemctl restart tengen-serve
healthy 8816 | say restarted
[[ $(main_pid) != 0 ]] && kill -KILL "$(main_pid)"
sleep 1
healthy 8816 | say again
systemctl show tengen-serve -p NRestarts --value | say restarts
systemctl stop tengen-serve
systemctl show tengen-serve -p Result --value | say stopped
systemctl is-active tengen-serve | say state
journalctl --no-pager --unit tengen-serve >&2
INSIDE
timeout -k 5 100 unshare --mount --pid --uts --ipc --net --fork --kill-child bash enter.sh >boot.log 2>&1
[[ -s inside.out ]] || skip "systemd does not start here: $(tail -n 1 boot.log)"

is() { # NAME VALUE
  grep -qxE -- "$1 $2" inside.out || fault "$1 is not '$2': $(grep "^$1" inside.out)"
}
is answers yes
is user 'tengen-.*'
is stats '.*"records":[1-9].*'
is held 'CapEff: 0+ NoNewPrivs: 1 Seccomp: 2 ?'
is restarted yes
is again yes
is restarts 1
is stopped success
is state inactive
((failures == 0)) || tail -n 30 inside.err
finish
