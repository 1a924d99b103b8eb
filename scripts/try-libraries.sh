#!/usr/bin/env bash
# Tests the service's /kupo and /ogmios with unchanged releases of Lucid Evolution and Mesh. They are not dev dependencies, because they
# would add 103 and 69 MB to `npm ci`. Each is installed into its own cache folder, because they need different versions of libsodium,
# and an ES module of one version does not load with the other version. Exit code 75 if they are not available; otherwise the exit code of
# the tests.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
libraries=${XDG_CACHE_HOME:-$HOME/.cache}/launchpad-backend/libraries

# The newest releases that can be installed: a dependency of Lucid Evolution 0.6.5 is not published.
for release in @lucid-evolution/lucid@0.4.34 @meshsdk/core@1.9.1; do
  folder=$libraries/${release//\//-}
  [ -e "$folder/installed" ] && continue
  mkdir -p "$folder"
  [ -e "$folder/package.json" ] || echo '{ "private": true, "type": "module" }' >"$folder/package.json"
  npm install --prefix "$folder" --save-exact --ignore-scripts --no-audit --no-fund "$release" >&2 || {
    echo "$release was not tested: npm cannot install it" >&2
    exit 75
  }
  touch "$folder/installed"
done

cd "$root"
WALLET_LIBRARIES=$libraries exec node scripts/run.mjs test wallet-libraries
