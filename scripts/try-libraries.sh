#!/usr/bin/env bash
# Tests the service's /kupo and /ogmios with unchanged releases of five libraries, and an exported file with DuckDB. The libraries are not
# dev dependencies, because they would add more than 420 MB to `npm ci`. Each library is installed into its own cache folder, because the
# libraries need different versions of libsodium, and an ES module of one version does not load with the other version. The two clients of
# Ogmios build no transactions, so the core of cardano-js-sdk builds them. Exit code 75 if the libraries are not available; otherwise the
# exit code of the tests.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
libraries=${XDG_CACHE_HOME:-$HOME/.cache}/launchpad-backend/libraries
core='@cardano-sdk/core@0.46.14 @cardano-sdk/crypto@0.4.6'

# The newest releases that can be installed: a dependency of Lucid Evolution 0.6.5 is not published.
while read -r release others; do
  folder=$libraries/${release//\//-}
  [ -e "$folder/installed" ] && continue
  mkdir -p "$folder"
  [ -e "$folder/package.json" ] || echo '{ "private": true, "type": "module" }' >"$folder/package.json"
  # shellcheck disable=SC2086 # a list
  npm install --prefix "$folder" --save-exact --ignore-scripts --no-audit --no-fund "$release" $others >&2 </dev/null || {
    echo "$release was not tested: npm cannot install it" >&2
    exit 75
  }
  touch "$folder/installed"
done <<LIST
@lucid-evolution/lucid@0.4.34
@meshsdk/core@1.9.1
@blaze-cardano/sdk@0.2.48
@cardano-ogmios/client@6.14.0 $core
@cardano-sdk/ogmios@0.18.52
@duckdb/node-api@1.5.6-r.1
LIST

cd "$root"
LIBRARIES=$libraries exec node scripts/run.mjs test wallet-libraries duckdb
