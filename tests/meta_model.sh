#!/usr/bin/env bash
# Fetches the Language Server Protocol's description of itself, metaModel.json, against which the tests check every message: out of the
# sources of a Debian package, from wherever apt fetches its packages on this machine. It is kept in the cache folder of the user.
set -euo pipefail

version=1.0.0~git20230424.1320922
archive=node-vscode-lsp_$version.orig.tar.xz
sum=c886fec0b77832a63f58edba366b0532332c97c692a9b3e5317cd7e3d4250f65
cache=${XDG_CACHE_HOME:-$HOME/.cache}/scoresheet

[ -s "$cache/metaModel.json" ] && exit 0
mkdir -p "$cache"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for mirror in $(apt-get indextargets --format '$(REPO_URI)' | sort -u); do
  if curl -sfL --retry 2 "${mirror}pool/main/n/node-vscode-lsp/$archive" -o "$work/$archive"; then break; fi
done
[ -s "$work/$archive" ] || { echo "metaModel.json could not be fetched" >&2; exit 1; }
echo "$sum  $work/$archive" | sha256sum --check --quiet
tar --extract --xz --file "$work/$archive" --directory "$work" --strip-components=2 --wildcards '*/protocol/metaModel.json'
mv "$work/metaModel.json" "$cache/metaModel.json"
