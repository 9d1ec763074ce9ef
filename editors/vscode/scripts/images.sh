#!/usr/bin/env bash
# Takes the pictures of the README and the walkthrough over from those that the tests have made (out/shots); smaller ones, if pngquant is there.
set -euo pipefail
cd "$(dirname "$0")/.."
for name in board finding game hover quickfix completion go-to-game graph study games training keymap; do
  for theme in dark light; do
    picture=out/shots/$name-$theme.png
    [ -e "$picture" ] || continue
    if command -v pngquant >/dev/null; then
      pngquant --force --skip-if-larger --output "images/$name-$theme.png" "$picture" || cp "$picture" images/
    else
      cp "$picture" images/
    fi
  done
done
