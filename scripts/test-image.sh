#!/usr/bin/env bash
# Repeats the Dockerfile's steps without Docker: copies the files that .dockerignore permits, runs `npm ci` without dev dependencies and
# install scripts on Node 24 and Debian 13's C library, lays out the image, and starts the image's service as a user that can write only to
# the data. Then runs the health check, opens the page, makes a backup and stops the service by SIGTERM. Needs root, to use the other user.
# Exit code 75 if Node is not available.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
version=$(sed -n 's/^FROM node:\([0-9]*\).*/\1/p' "$root/Dockerfile" | head -n 1)
. "$root/scripts/other-node.sh"
use_node

work=$(mktemp -d)
user=65534
pid=
end() {
  [ -z "$pid" ] || kill -9 "$pid" 2>/dev/null || true
  rm -rf "$work"
}
trap end EXIT
chmod 755 "$work"
# The cache may be in a home directory that other users cannot enter.
cp -r "$node" "$work/node"
[ ! -e "$libc" ] || cp -r "$libc" "$work/libc"
if ! has_libc; then
  libc=$work/libc use_libc "$work/node/bin/node"
fi
export PATH=$work/node/bin:$PATH

mkdir "$work/app"
(cd "$root" && sed -n 's/^!//p' .dockerignore | xargs git ls-files -z --cached --others --exclude-standard -- |
  tar --null --ignore-failed-read --exclude='*.test.ts' --exclude='*.test.tsx' -cT -) | tar -xC "$work/app"
cd "$work/app"
# The Dockerfile's own steps, without the tool that shortens Node.
sed -n 's/^RUN \(npm\) /\1 /p' "$root/Dockerfile" | bash -euxo pipefail
node scripts/image/lay-out.mjs "$work/image"
echo "The image has $(du -sm --apparent-size "$work/image" | cut -f1) MB, of which the service $(du -sm --apparent-size "$work/image/app" | cut -f1) MB."
cd "$work/image/app"
chmod -R a+rX,go-w "$work"
install -d -o $user -g $user "$work/data" "$work/backups" "$work/tmp"

port=$(node -e 'const s=require("net").createServer().listen(0,()=>{console.log(s.address().port);s.close()})')
as_user=(env -i "PATH=$PATH" "TMPDIR=$work/tmp" NODE_ENV=production HOST=127.0.0.1 "PORT=$port" DEVNET_PORT=0 "DATA_DIR=$work/data"
  setpriv --reuid=$user --regid=$user --clear-groups --no-new-privs --inh-caps=-all)
"${as_user[@]}" node scripts/run.mjs start 2>"$work/tmp/log" &
pid=$!
for _ in $(seq 600); do
  "${as_user[@]}" node deploy/healthcheck.mjs && break
  kill -0 "$pid" 2>/dev/null || { cat "$work/tmp/log"; exit 1; }
  sleep 0.5
done
"${as_user[@]}" node deploy/healthcheck.mjs || { echo 'the service did not answer' >&2; exit 1; }
for _ in $(seq 600); do
  node -e "fetch('http://127.0.0.1:$port/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))" && break
  sleep 0.5
done
node -e "
  const get = async (path) => {
    const answer = await fetch('http://127.0.0.1:$port' + path)
    if (!answer.ok) throw new Error(path + ' is answered with ' + answer.status)
    return answer.text()
  }
  get('/').then((page) => get(/src=\"([^\"]+)\"/.exec(page)[1]))
  get('/v1/trades').then((trades) => get('/token/' + JSON.parse(trades).items[0].asset + '/picture'))"
"${as_user[@]}" node scripts/run.mjs export trades --format parquet --out "$work/tmp/trades.parquet"
"${as_user[@]}" node scripts/run.mjs backup "$work/backups/one"
kill -TERM "$pid"
wait "$pid"
pid=
echo "$(node -p process.version), glibc $(node -p 'process.report.getReport().header.glibcVersionRuntime'): the service started, answered, was backed up and stopped."
