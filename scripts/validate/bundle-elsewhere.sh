#!/usr/bin/env bash
# Unpacks and runs a bundle on bare systems, which debootstrap makes: results/bundle.csv has the observations.
#
#   scripts/validate/bundle-elsewhere.sh [--roots DIR] [SYSTEM…]
#
#   --roots DIR      keeps the systems in DIR, and uses those already there (without it each is made anew, in 2 min, and removed)
#
# SYSTEM is a release of Debian; the default is bullseye, bookworm, trixie and sid. The systems come from the mirror that this
# machine's apt uses. Needs root. Exit status: 0 if all went as expected, 2 if something did not, 1 if a system or the bundle can't be had. The
# loader of a system whose glibc is too old must refuse the bundle; that is expected.
set -euo pipefail
here=$PWD
cd "$(dirname "$0")/../.."

fail() { echo "bundle-elsewhere: $1" >&2; exit 1; }

roots=
if [ "${1:-}" = --roots ]; then
  roots=$(cd "$here" && realpath -m "${2:?}")
  shift 2
fi
systems=("$@")
[ ${#systems[@]} -gt 0 ] || systems=(bullseye bookworm trixie sid)
name=syncbench-$(scripts/publish/version.sh)-linux-x86_64
bundle=$PWD/dist/$name.tar.gz
[ -f "$bundle" ] || fail "there is no '$bundle': make bundle"
[ "$(id -u)" -eq 0 ] || fail "only root can make a system and enter it"
scripts/ci/setup.sh bundle-elsewhere
version=$(scripts/publish/bundle.sh --check "$bundle" | head -1)
need=$(sed -n 's/.* with glibc \([0-9.]*\) or newer)$/\1/p' <<<"$version")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
roots=${roots:-$work/roots}
mkdir -p "$roots"
table=$work/bundle.csv
unexpected=0

# Debian's mirror, from apt's sources (one-line or deb822 format).
mirror() {
  # Either file may be missing.
  { cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null || :; } |
    sed -nE 's/^URIs: *([^ ]+).*/\1/p; s/^deb +(\[[^]]*\] +)?([^ ]+) .*/\2/p' | sed 's,/*$,,' |
    awk '/\/debian$/ && !found { print; found = 1 } END { exit !found }' || fail "apt's sources name no mirror of Debian"
}

make_system() { # SYSTEM
  [ ! -e "$roots/$1/.made" ] || return 0
  rm -rf "${roots:?}/$1"
  echo "bundle-elsewhere: making a bare $1" >&2
  debootstrap --variant=minbase "$1" "$roots/$1" "$(mirror)" >"$work/$1.log" 2>&1 || { tail -3 "$work/$1.log" >&2; return 1; }
  touch "$roots/$1/.made"
}

# Runs a command inside the system, with a container's file systems; they are unmounted when it ends.
inside() { # SYSTEM COMMAND
  ROOT=$roots/$1 COMMAND=$2 unshare --mount --propagation private bash -c '
    mount -t proc proc "$ROOT/proc" && mount -t sysfs sysfs "$ROOT/sys" && mount --rbind /dev "$ROOT/dev" &&
      mount -t tmpfs tmpfs "$ROOT/tmp" || exit 125
    exec chroot "$ROOT" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root sh -c "cd /root && $COMMAND"'
}

# Runs and times one command in the system, and appends its row to the table. FUNCTION… prints the text of the column `seen`, from the
# command's output in $work/out and $work/err or from the system's files. The column `agrees` is `no` if the status is not the expected
# one, or if FUNCTION prints nothing.
row() { # SYSTEM STEP EXPECTED-STATUS COMMAND FUNCTION…
  local system=$1 step=$2 expected=$3 command=$4 status=0 begin end seen
  shift 4
  begin=$(date +%s%N)
  inside "$system" "$command" >"$work/out" 2>"$work/err" || status=$?
  end=$(date +%s%N)
  seen=$("$@" | tr '\n' ' ' | sed 's/  */ /g; s/"/'"'"'/g; s/ *$//') || seen=
  local agrees=yes
  if [ "$status" -ne "$expected" ] || [ -z "$seen" ]; then
    agrees=no
    unexpected=1
    tail -3 "$work/err" >&2
  fi
  printf '%s,"%s",%s,%s,%s,%s,%s.%01d,"%s"\n' "$system" "$os" "$glibc" "$step" "$agrees" "$status" \
    $(((end - begin) / 1000000000)) $(((end - begin) / 100000000 % 10)) "$seen" | tee -a "$table"
}

refusal() { sed -n "s/.*\(version .GLIBC_[0-9.]*' not found\).*/\1/p" "$work/err" | sort -V | tail -1; }
is_version() { [ "$(cat "$work/out")" != "$version" ] || echo "$version"; }
facts() {
  sed -nE 's/^  (glibc|Swift runtime) +(.*)/\1 \2;/p' "$work/out"
  echo "without: $(sed -nE 's/^ +no +.*: ([a-z]+) is missing$/\1/p' "$work/out" | paste -sd ' ')"
}
cases() { sed -nE 's/^([0-9]+ cases: [^;]*).*/\1/p' "$work/out"; }
page() { tail -c 20 "$roots/$1/root/report.html" | grep -q '</html>' && echo "a page of $(stat -c %s "$roots/$1/root/report.html") bytes"; }
ranking() { echo "$(grep -c '^    [–0-9 ]* *[a-z]' "$work/out") lines"; }

try() { # SYSTEM
  local os glibc tool=$name/bin/syncbench
  os=$(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' "$roots/$1/etc/os-release")
  glibc=$(inside "$1" 'getconf GNU_LIBC_VERSION' | sed 's/.* //')
  rm -rf "$roots/$1/root/"*
  cp "$bundle" "$roots/$1/root/bundle.tar.gz"
  row "$1" unpack 0 "tar xzf bundle.tar.gz" test_unpacked "$1"
  if [ "$(printf '%s\n' "$need" "$glibc" | sort -V | head -1)" != "$need" ]; then
    row "$1" start 1 "$tool --version" refusal
    return
  fi
  row "$1" start 0 "$tool --version" is_version
  row "$1" run 0 "$tool run --profile smoke --seed 1 --quiet --output smoke" cases
  row "$1" doctor 0 "$tool doctor --watch 1" facts
  row "$1" report 0 "$tool report smoke --output report.html" page "$1"
  row "$1" show 0 "$tool show smoke" ranking
}
test_unpacked() { (cd "$roots/$1/root" && find "$name" -type f | wc -l | sed 's/$/ files/'); }

echo "# $version; bare systems by debootstrap --variant=minbase on Linux $(uname -r | sed 's/-.*//'); agrees: the status is the expected one, and the expected output was seen" >"$table"
echo "system,os,glibc,step,agrees,status,seconds,seen" >>"$table"
for system in "${systems[@]}"; do
  make_system "$system" || fail "$system can't be had from this machine's mirror"
  try "$system"
  rm -rf "$roots/$system/root/"*
done
# Only a run over all default systems replaces results/bundle.csv.
if [ $# -eq 0 ]; then cp "$table" results/bundle.csv; fi
[ "$unexpected" -eq 0 ] || exit 2
