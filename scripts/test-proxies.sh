#!/usr/bin/env bash
# Tests deploy/nginx.conf and deploy/Caddyfile with nginx and Caddy of this Debian, unpacked into a temporary folder: it sends requests and
# WebSockets through both to a service. An indexer and a replica reach PostgreSQL through PgBouncer. Exit code 75 if these programs
# are not available.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && apt-get -q update && apt-get -q -o APT::Sandbox::User= download nginx caddy pgbouncer libc-ares2 libevent-2.1-7) >&2 || {
  echo 'the proxies were not tested: nginx, caddy and pgbouncer cannot be downloaded' >&2
  exit 75
}
for package in "$work"/*.deb; do dpkg -x "$package" "$work/root"; done
cd "$root"
export PATH=$work/root/usr/sbin:$work/root/usr/bin:$PATH LD_LIBRARY_PATH=$(echo "$work"/root/usr/lib/*-linux-gnu)
node --import tsx --test scripts/deployment.int.test.ts projections/postgres/pgbouncer.int.test.ts
