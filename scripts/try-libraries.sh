#!/usr/bin/env bash
# Tries unchanged releases of Lucid Evolution and Mesh on the service's /kupo and /ogmios. They are no dev dependencies, as they
# would add 103 and 69 MB to what `npm ci` installs: their releases are installed into a cache folder, each into one of its own,
# because they need different versions of libsodium and an ES module of one does not load with that of the other. Exit code 75 when
# they cannot be had; otherwise that of the tests.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
libraries=${XDG_CACHE_HOME:-$HOME/.cache}/launchpad-backend/libraries

# Newest releases that install: of Lucid Evolution 0.6.5 a dependency is not published.
for release in @lucid-evolution/lucid@0.4.34 @meshsdk/core@1.9.1; do
  folder=$libraries/${release//\//-}
  [ -e "$folder/installed" ] && continue
  mkdir -p "$folder"
  [ -e "$folder/package.json" ] || echo '{ "private": true, "type": "module" }' >"$folder/package.json"
  npm install --prefix "$folder" --save-exact --ignore-scripts --no-audit --no-fund "$release" >&2 || {
    echo "$release was not tried: npm cannot install it" >&2
    exit 75
  }
  touch "$folder/installed"
done

cd "$root"
WALLET_LIBRARIES=$libraries exec node scripts/run.mjs test wallet-libraries
