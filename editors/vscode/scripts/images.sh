#!/usr/bin/env bash
# Takes the pictures of the README and the walkthrough over from those that the tests have made (out/shots).
set -euo pipefail
cd "$(dirname "$0")/.."
for name in finding game hover quickfix completion go-to-game; do
  for theme in dark light; do
    picture=out/shots/$name-$theme.png
    if [ -e "$picture" ]; then cp "$picture" images/; fi
  done
done
