#!/usr/bin/env bash
# Tries deploy/nginx.conf and deploy/Caddyfile with nginx and Caddy of this Debian, unpacked into a temporary folder: both
# run before a service, and requests and WebSockets are sent through them. Exit code 75 when they cannot be had.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && apt-get -q update && apt-get -q -o APT::Sandbox::User= download nginx caddy) >&2 || {
  echo 'the proxies were not tested: nginx and caddy are not to be had' >&2
  exit 75
}
for package in "$work"/*.deb; do dpkg -x "$package" "$work/root"; done
cd "$root"
PATH=$work/root/usr/sbin:$work/root/usr/bin:$PATH node --import tsx --test scripts/deployment.int.test.ts
