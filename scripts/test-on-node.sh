#!/usr/bin/env bash
# Tests on another Node version, 22 or newer. `scripts/test-on-node.sh 24` runs the tests of `npm run test:all`. With words, as in
# `scripts/test-on-node.sh 22 api/ log`, only files whose path contains one of the words are run. Nothing is installed on the machine
# (other-node.sh). A copy of this tree and its node_modules stay in the cache folder. Exit code 75 if the Node version is not available;
# otherwise the exit code of the tests.
set -euo pipefail

version=${1:?usage: scripts/test-on-node.sh MAJOR [WORD...]}
shift
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/scripts/other-node.sh"
tree=$cache/tree-$version

# Copies the files that git tracks or would add. Their node_modules are kept while package-lock.json is the same.
copy_tree() {
  mkdir -p "$tree"
  find "$tree" -mindepth 1 -maxdepth 1 ! -name node_modules ! -name installed -exec rm -rf {} +
  (cd "$root" && git ls-files -z --cached --others --exclude-standard | tar --null --ignore-failed-read -cT -) |
    tar -xC "$tree"
  if ! cmp -s "$tree/package-lock.json" "$tree/installed"; then
    rm -f "$tree/installed"
    # From Node 22 on no install script compiles or fetches a dependency.
    (cd "$tree" && npm ci --ignore-scripts --no-audit --no-fund)
    cp "$tree/package-lock.json" "$tree/installed"
  fi
  touch "$tree/node_modules/.package-lock.json"
}

use_node
copy_tree >&2
echo "On Node $(node -p 'process.versions.node'), glibc $(
  node -p 'process.report.getReport().header.glibcVersionRuntime ?? "none"'
):"
cd "$tree"
exec node scripts/run.mjs test:all "$@"
