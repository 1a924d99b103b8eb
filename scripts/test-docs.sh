#!/usr/bin/env bash
# Runs the commands of docs/operate/systemd.md and docs/operate/mainnet.md as in the last commit, with Node 24. The commands see this
# machine's root through an overlay, which keeps the changes and is deleted at the end. A recorded chain replaces the node. Without systemd
# as the first process, systemctl only enables a unit, so this script starts the unit's command with the unit's user, environment and
# directory. Needs root. Exit code 75 if mounts or Node are not available.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)

if [ "${1:-}" != inside ]; then
  version=24
  . "$root/scripts/other-node.sh"
  use_node
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  unshare --mount mount -t tmpfs none "$work" 2>/dev/null || {
    echo 'the documents were not tested: file systems cannot be mounted here' >&2
    exit 75
  }
  git clone --quiet --bare "$root" "$work/source.git"
  mkdir "$work/node" && cp -r "$node" "$work/node/node"
  [ ! -e "$libc" ] || cp -r "$libc" "$work/node/libc"
  cp "$root/scripts/other-node.sh" "$work/node"
  unshare --mount --pid --fork --kill-child "$0" inside "$work"
  exit
fi

work=$2
new=$work/new
mkdir "$work/upper" "$new"
# Changes are kept in memory, because the root that the overlay covers may not contain them.
mount -t tmpfs none "$work/upper" && mkdir "$work/upper/files" "$work/upper/work"
mount -t overlay -o "lowerdir=/,upperdir=$work/upper/files,workdir=$work/upper/work" none "$new"
mount -t proc none "$new/proc"
mount --rbind /dev "$new/dev"
for empty in run tmp var/tmp; do mount -t tmpfs none "$new/$empty"; done
cp -r "$work/source.git" "$new/tmp/source.git"
cp -r "$work/node" "$new/usr/local/lib/node"

# Prints the lines that match a pattern in a document's blocks of a language.
commands() {
  git -C "$root" show "HEAD:docs/operate/$1" | awk -v language="$2" '
    /^ *```/ { if (inside) inside = 0; else if ($1 == "```" language) inside = 1; next }
    inside { sub(/^ +/, ""); print }' | grep -E "$3"
}

{
  cat <<'PART'
version=24
. /usr/local/lib/node/other-node.sh
libc=/usr/local/lib/node/libc
has_libc || use_libc /usr/local/lib/node/node/bin/node
ln -sf /usr/local/lib/node/node/bin/node /usr/bin/node
cd /tmp
set -x
PART
  commands systemd.md sh '^(useradd|git|npm|cp|chmod|install|systemctl) ' |
    sed -e 's|git clone …|git clone --quiet file:///tmp/source.git|' -e 's|^systemctl enable --now|systemctl enable|'
} >"$new/tmp/install.sh"
commands systemd.md ini = |
  sed 's|^OGMIOS_URL=.*|CHAIN_FILE=/opt/launchpad-backend/fixtures/chains/mainnet-launch.ndjson.gz|' >"$new/etc/launchpad.env"

{
  cat <<'PART'
unit=/etc/systemd/system/launchpad.service
backup=/etc/systemd/system/launchpad-backup
test "$(readlink -f /etc/systemd/system/multi-user.target.wants/launchpad.service)" = $unit
test "$(readlink -f /etc/systemd/system/timers.target.wants/launchpad-backup.timer)" = $backup.timer
systemd-analyze verify $unit $backup.service $backup.timer
of() { sed -n "s/^$1=//p" $unit; }
install -d -o launchpad -g launchpad -m "$(of StateDirectoryMode)" "/var/lib/$(of StateDirectory)"
ip link set lo up
cd "$(of WorkingDirectory)"
as_user="runuser -u $(of User) -- env HOME=/nonexistent"
$as_user $(of Environment) $(cat "$(of EnvironmentFile)") $(of ExecStart) 2>/tmp/log &
pid=$!
trap 'cat /tmp/log' ERR
until curl -sf -o /dev/null http://127.0.0.1:8080/readyz; do
  kill -0 $pid
  sleep 0.2
done
set -x
PART
  commands mainnet.md sh '^curl ' | sed 's|$| -sSf -o /dev/null|'
  echo '$as_user $(of Environment) $(cat "$(of EnvironmentFile)") $(sed -n "s/^ExecStart=//p" $backup.service)'
  commands mainnet.md sh 'npm run (backup|snapshot) ' | sed 's|^|$as_user |'
  cat <<'PART'
kill "$(pgrep -u launchpad -f 'run.mjs start' | head -n 1)"
wait $pid
mv /var/lib/launchpad /var/lib/before
install -d -o launchpad -g launchpad /var/lib/launchpad
PART
  commands mainnet.md sh 'npm run (restore|verify) ' | sed 's|^|$as_user |'
} >"$new/tmp/run.sh"

export npm_config_update_notifier=false
chroot "$new" bash -euo pipefail /tmp/install.sh
# In its own network, so that the service can listen on the documents' ports.
unshare --net chroot "$new" bash -euo pipefail /tmp/run.sh
echo 'The commands of docs/operate/systemd.md and docs/operate/mainnet.md work.'
