#!/usr/bin/env bash
# package.sh TARGET BINARY OUTPUT [NOTICES]: makes the .vsix for a platform (linux-x64, darwin-arm64, win32-x64 and others of `vsce package --target`)
# with the server's program inside, and
# the licences of what is in it. Without BINARY (""), the package has none, and the one on the PATH is used.
set -euo pipefail
target=$1 binary=$2 output=$(realpath -m "$3") notices=${4:+$(realpath "$4")}
cd "$(dirname "$0")/.."

rm -rf bin dist
mkdir -p bin "$(dirname "$output")"
if [ -n "$binary" ]; then
  case $target in
    win32-*) program=bin/scoresheet.exe ;;
    *) program=bin/scoresheet ;;
  esac
  cp "$binary" "$program"
  chmod 755 "$program"
  # Names of functions are most of the file. A linker of another platform cannot take them out, and need not.
  strip "$program" 2>/dev/null || true
fi
cp ../../LICENSE-GPL LICENSE
[ -z "$notices" ] || cp "$notices" bin/NOTICES
node esbuild.mjs --production
# Without these, pictures of the README are looked for at the top of the repository.
repository=https://github.com/scoresheet/scoresheet folder=HEAD/editors/vscode
npx --no-install vsce package --no-dependencies --target "$target" --out "$output" \
  --baseContentUrl "$repository/blob/$folder" --baseImagesUrl "$repository/raw/$folder"
