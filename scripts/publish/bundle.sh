#!/usr/bin/env bash
# Makes the bundle: the tool with the Swift runtime linked in, to be unpacked and run on a Linux without Swift.
#
#   scripts/publish/bundle.sh                 builds, and writes dist/syncbench-VERSION-linux-x86_64.tar.xz and .tar.gz
#   scripts/publish/bundle.sh --check FILE    checks that a bundle is intact: size, checksums, libraries, version, layout
#
# Both archives hold the same files. There are two, because gzip does not come below 20 MB and bare systems have no xz. The bundle
# is built in .build/bundle, so that the ordinary build stays as it is. Exit status: 0, or 1 with the fault.
set -euo pipefail
here=$PWD
cd "$(dirname "$0")/../.."

# The most bytes of each archive.
declare -A most=([xz]=20000000 [gz]=36000000)
# The libraries that every glibc has. Any other library might be missing on the target.
allowed='^(libc\.so\.6|libm\.so\.6|ld-linux-x86-64\.so\.2)$'

fail() { echo "bundle.sh: $1" >&2; exit 1; }

needed() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'; }

newest_glibc() { readelf -V "$1" | grep -oE 'Name: GLIBC_[0-9.]+' | sed 's/.*_//' | sort -V | tail -1; }

# Makes a folder of symbolic links to the static archives of libraries that would otherwise be linked as shared ones. The linker
# takes a library from the first folder that has it.
link_archives() { # FOLDER
  mkdir -p "$1"
  local name archive
  for name in pfm z stdc++; do
    archive=$(gcc -print-file-name="lib$name.a")
    [ -e "$archive" ] || fail "there is no lib$name.a; scripts/ci/setup.sh bundle installs it"
    ln -sfn "$(realpath "$archive")" "$1/lib$name.a"
  done
}

build() {
  local archives=$PWD/.build/bundle/archives
  link_archives "$archives"
  gcc -O2 -c scripts/publish/bundle/arc4random.c -o "$archives/arc4random.o"
  swift build -c release --product syncbench --scratch-path .build/bundle --static-swift-stdlib -Xswiftc -gnone \
    -Xswiftc "-L$archives" -Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xlinker "$archives/arc4random.o"
}

# The tool without debug information, and the library that it preloads. SwiftPM would link a Swift runtime into this library too,
# and in a process with the library this runtime would replace the tool's; so gcc compiles the library's C file.
stage() { # FOLDER
  mkdir -p "$1"
  strip --strip-debug -o "$1/syncbench" .build/bundle/release/syncbench
  gcc -O2 -shared -fPIC -Wl,-soname,libSyncbenchAllocations.so -ISources/CAllocationCounter/include \
    -o "$1/libSyncbenchAllocations.so" Sources/CAllocationCounter/*.c
  strip "$1/libSyncbenchAllocations.so"
}

describe() { # FOLDER VERSION
  local line
  line=$("$1/bin/syncbench" --version)
  sed -e "s/@VERSION@/$2/g" -e "s/@GLIBC@/$(newest_glibc "$1/bin/syncbench")/g" \
    -e "s/@COMMIT@/$(sed 's/.*(commit \([^,]*\),.*/\1/' <<<"$line")/" \
    -e "s/@SWIFT@/$(sed 's/.*, \(Swift [^, ]*\) linked in,.*/\1/' <<<"$line")/" scripts/publish/bundle/README.md >"$1/README.md"
  (cd "$1" && find . -type f ! -name SHA256SUMS -printf '%P\n' | sort | xargs sha256sum >SHA256SUMS)
}

# Packs the same files of the same commit to the same bytes: without a user's name, and with the commit's time.
pack() { # PARENT NAME FILE-WITHOUT-ENDING
  mkdir -p "$(dirname "$3")"
  tar -C "$1" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" -cf "$1/$2.tar" "$2"
  # The x86 filter gives all calls of a function the same bytes, wherever the calls are, so they compress.
  xz -c --x86 --lzma2=preset=9 "$1/$2.tar" >"$3.tar.xz.part"
  gzip -9nc "$1/$2.tar" >"$3.tar.gz.part"
  for ending in xz gz; do mv "$3.tar.$ending.part" "$3.tar.$ending"; done
}

check_libraries() { # FOLDER
  local file libraries library
  for file in bin/syncbench lib/libSyncbenchAllocations.so; do
    libraries=$(needed "$1/$file" 2>/dev/null || true)
    [ -n "$libraries" ] || fail "$file is no program or library"
    for library in $libraries; do
      [[ $library =~ $allowed ]] || fail "$file needs $library, which a target may lack"
    done
  done
  # A need of libgcc_s does not show in the list of needed libraries: glibc loads libgcc_s only when pthread_cancel is called.
  ! readelf --wide --dyn-syms "$1/bin/syncbench" | grep ' pthread_cancel@' >/dev/null ||
    fail "bin/syncbench cancels threads, for which glibc wants libgcc_s.so.1: a target may lack it"
}

check_sums() { # FOLDER
  (cd "$1" && sha256sum --quiet --strict -c SHA256SUMS >&2) || fail "a file is not what SHA256SUMS says"
  local listed found
  listed=$(sed 's/^[0-9a-f]*  //' "$1/SHA256SUMS" | sort)
  found=$(cd "$1" && find . ! -type d ! -name SHA256SUMS -printf '%P\n' | sort)
  [ "$listed" = "$found" ] || fail "SHA256SUMS does not list what is there: $(comm -3 <(echo "$listed") <(echo "$found") | xargs)"
}

# Checks the line of `--version`, and prints it: its version must be the one in the archive's name, its commit must be whole, and
# its glibc must be the newest that the tool's symbols require. README.md must name this glibc too.
check_version() { # FOLDER VERSION
  local line glibc
  line=$(env -i "$1/bin/syncbench" --version) || fail "the tool does not start"
  glibc=$(newest_glibc "$1/bin/syncbench")
  [[ $line =~ ^syncbench\ "$2"\ \(commit\ [0-9a-f]{40}(-dirty)?,\ Swift\ [0-9.]+\ linked\ in, ]] ||
    fail "--version is '$line', which is not the version of a bundle of $2 with its commit"
  [[ $line == *" with glibc $glibc or newer)" ]] || fail "--version is '$line', but its symbols ask for glibc $glibc"
  grep -q "glibc $glibc or newer" "$1/README.md" || fail "README.md does not name glibc $glibc"
  echo "$line"
}

check() { # FILE
  local file=$1 name folder part
  [ -f "$file" ] || fail "there is no '$file'; make bundle makes one"
  [[ $(basename "$file") =~ ^(syncbench-(.+)-linux-x86_64)\.tar\.(xz|gz)$ ]] ||
    fail "'$file' is not named syncbench-VERSION-linux-x86_64.tar.xz or .tar.gz"
  name=${BASH_REMATCH[1]}
  local version=${BASH_REMATCH[2]} limit=${most[${BASH_REMATCH[3]}]} bytes
  bytes=$(stat -c %s "$file")
  [ "$bytes" -le "$limit" ] || fail "'$file' has $bytes bytes; $limit is the limit"
  folder=$(mktemp -d)
  # shellcheck disable=SC2064
  trap "rm -rf '$folder'" EXIT
  tar -xf "$file" -C "$folder" || fail "'$file' can't be unpacked"
  [ "$(ls -A "$folder")" = "$name" ] || fail "'$file' does not unpack into a single folder $name"
  for part in README.md SHA256SUMS bin/syncbench lib/libSyncbenchAllocations.so share/man/man1/syncbench.1 \
    share/bash-completion/completions/syncbench share/zsh/site-functions/_syncbench \
    share/fish/vendor_completions.d/syncbench.fish; do
    [ -s "$folder/$name/$part" ] || fail "'$file' has no $part"
  done
  check_sums "$folder/$name"
  check_libraries "$folder/$name"
  check_version "$folder/$name" "$version"
  echo "$file: $bytes bytes, whole"
}

case ${1:-} in
  --check)
    [ $# -eq 2 ] || fail "usage: scripts/publish/bundle.sh --check FILE"
    if [[ $2 = /* ]]; then check "$2"; else check "$here/$2"; fi
    ;;
  '')
    [ "$(uname -m)" = x86_64 ] || fail "bundles are made on x86_64"
    # The commit is passed in the environment, as by the Makefile: if Package.swift asked git, SwiftPM would cache the answer.
    export SYNCBENCH_COMMIT=${SYNCBENCH_COMMIT:-$(git rev-parse HEAD)$(git diff --quiet HEAD || echo -dirty)}
    version=$(scripts/publish/version.sh)
    name=syncbench-$version-linux-x86_64
    build >&2
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    stage "$folder/built"
    SYNCBENCH_BUILT=$folder/built scripts/publish/install.sh "$folder/$name" >/dev/null
    describe "$folder/$name" "$version"
    pack "$folder" "$name" "dist/$name"
    for ending in xz gz; do (check "$PWD/dist/$name.tar.$ending"); done
    ;;
  *) fail "usage: scripts/publish/bundle.sh [--check FILE]" ;;
esac
