# Provides another Node version than this machine's. A script sets `version` (a major version), sources this file and calls `use_node`,
# which puts this Node first in PATH. Nothing is installed on the machine, since Node comes from npm. If the C library is too old for
# uWebSockets.js, Debian 13's C library is unpacked beside Node, and the Node binary is changed to use it. Both stay in
# ${XDG_CACHE_HOME:-~/.cache}/launchpad-backend, so that a second run begins immediately. Remove the folder to get the newest release. Exit
# code 75 if Node or the C library is not available.
# shellcheck shell=bash
cache=${XDG_CACHE_HOME:-$HOME/.cache}/launchpad-backend
node=$cache/node-$version
libc=$cache/libc

case $(uname -m) in
  x86_64) arch=x64 ;;
  aarch64 | arm64) arch=arm64 ;;
  *) arch=$(uname -m) ;;
esac
package=node-$(uname -s | tr '[:upper:]' '[:lower:]')-$arch

unavailable() {
  echo "Node $version was not tested: $1" >&2
  exit 75
}

# Whether this machine has glibc 2.38, which uWebSockets.js needs on Linux.
has_libc() {
  [ "$(uname -s)" != Linux ] || printf '2.38\n%s\n' "$(getconf GNU_LIBC_VERSION | cut -d' ' -f2)" | sort -CV
}

# Gets Debian 13's C and C++ libraries, and the tool that changes the library path of a binary, from the mirror that apt already uses.
fetch_libc() {
  local partial=$libc.partial codename mirror apt
  rm -rf "$partial" && mkdir -p "$partial"/{debs,lists/partial,root} || return
  codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
  mirror=$(apt-get update --print-uris -o Dir::State::lists="$partial/lists" |
    sed -n "s|^'\(.*\)/dists/$codename/InRelease'.*|\1|p" | head -n 1)
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" >"$partial/sources.list"
  apt=(apt-get -q -o Dir::State::lists="$partial/lists" -o Dir::Etc::sourcelist="$partial/sources.list"
    -o Dir::Etc::sourceparts=- -o Dir::Cache="$partial" -o APT::Sandbox::User=)
  "${apt[@]}" update &&
    (cd "$partial/debs" && "${apt[@]}" download libc6 libstdc++6 libgcc-s1 patchelf) &&
    find "$partial/debs" -name '*.deb' -exec dpkg -x {} "$partial/root" \; &&
    mv "$partial/root" "$libc" && rm -rf "$partial"
}

# Makes a binary, and processes that it starts by process.execPath, use the libraries beside it. patchelf 0.18 damages a binary of this
# size if it makes both changes in one run, so there are two runs, in this order.
use_libc() {
  local loader libraries
  loader=$(find "$libc/usr" -name 'ld-linux-*' -type f) && libraries=$(dirname "$loader") || return
  local patchelf=("$loader" --library-path "$libraries" "$libc/usr/bin/patchelf")
  "${patchelf[@]}" --force-rpath --set-rpath "$libraries" "$1" && "${patchelf[@]}" --set-interpreter "$loader" "$1"
}

fetch_node() {
  local partial=$node.partial
  local binary=$partial/node_modules/$package/bin/node
  rm -rf "$partial" && mkdir -p "$partial" &&
    npm install --prefix "$partial" --no-audit --no-fund --loglevel=error "$package@$version" &&
    { has_libc || use_libc "$binary"; } && "$binary" --version &&
    mv "$partial/node_modules/$package" "$node" && rm -rf "$partial"
}

use_node() {
  mkdir -p "$cache"
  if ! has_libc && [ ! -e "$libc" ]; then
    fetch_libc >&2 || unavailable 'the C library (glibc 2.38) is too old here and Debian 13 is not to be had'
  fi
  if [ ! -e "$node" ]; then
    fetch_node >&2 || unavailable "npm's $package@$version is not to be had"
  fi
  export PATH=$node/bin:$PATH
}
