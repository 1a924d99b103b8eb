#!/usr/bin/env bash
# Tests deploy/nginx.conf, deploy/Caddyfile and deploy/haproxy.cfg with this Debian's packages of these proxies, unpacked into a temporary
# folder. Sends requests and WebSockets through the proxies to a service. Lets an indexer reach PostgreSQL through PgBouncer. Exit code 75
# if these programs are not available.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
packages='nginx caddy haproxy liblua5.3-0 libopentracing1 libopentracing-c-wrapper0 pgbouncer libc-ares2 libevent-2.1-7'
# shellcheck disable=SC2086
(cd "$work" && apt-get -q update && apt-get -q -o APT::Sandbox::User= download $packages) >&2 || {
  echo 'the proxies were not tested: nginx, caddy, haproxy and pgbouncer cannot be downloaded' >&2
  exit 75
}
for package in "$work"/*.deb; do dpkg -x "$package" "$work/root"; done
cd "$root"
export PATH=$work/root/usr/sbin:$work/root/usr/bin:$PATH LD_LIBRARY_PATH=$(echo "$work"/root/usr/lib/*-linux-gnu)
node --import tsx --test scripts/deployment.long.test.ts projections/copies/postgres/pgbouncer.int.test.ts
