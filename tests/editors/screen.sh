# Sourced by tests that look at an editor in a terminal: keys go in, the text of the screen comes out. $WORK is for what they write.

FAILED=0
TMUX_NAME=scoresheet$$

# How long a text is waited for, in tenths of a second.
PATIENCE=100

tmux_() {
  tmux -L "$TMUX_NAME" -f /dev/null "$@"
}

# start COMMAND: runs an editor in a terminal of 110 by 40.
start() {
  LC_ALL=C.UTF-8 TERM=xterm-256color tmux_ -u new-session -d -s editor -x 110 -y 40 "$1 2>$WORK/stderr"
  trap 'tmux_ kill-server 2>/dev/null' EXIT
}

screen() {
  tmux_ capture-pane -p -t editor
}

# keys KEY...: presses them, with time for the editor to act on each.
keys() {
  local key
  for key in "$@"; do
    tmux_ send-keys -t editor "$key"
    sleep 0.2
  done
}

# literally TEXT: types it, none of it being the name of a key.
literally() {
  tmux_ send-keys -t editor -l "$1"
  sleep 0.2
}

# shows TEXT: waits until the screen has it.
shows() {
  local _
  for _ in $(seq "$PATIENCE"); do
    screen | grep -qF -- "$1" && return 0
    sleep 0.1
  done
  return 1
}

# shows_after KEY TEXT: presses a key, again and again if need be, until the screen has a text. For what an editor gives up when
# something else comes in between.
shows_after() {
  local _ __
  for _ in 1 2 3 4 5; do
    keys "$1"
    for __ in $(seq 20); do
      screen | grep -qF -- "$2" && return 0
      sleep 0.1
    done
  done
  return 1
}

# lacks TEXT: waits until the screen does not have it.
lacks() {
  local _
  for _ in $(seq "$PATIENCE"); do
    screen | grep -qF -- "$1" || return 0
    sleep 0.1
  done
  return 1
}

# ends: waits until the editor has ended.
ends() {
  local _
  for _ in $(seq "$PATIENCE"); do
    tmux_ has-session -t editor 2>/dev/null || return 0
    sleep 0.1
  done
  return 1
}

# check NAME COMMAND...: says whether it succeeds, and keeps the screen.
check() {
  local name=$1
  shift
  if "$@"; then
    echo "ok   $name"
  else
    echo "FAIL $name"
    screen
    FAILED=$((FAILED + 1))
  fi
  screen >"$WORK/$(echo "$name" | tr ' ' '-').txt" 2>/dev/null || true
}

# finish EDITOR: the exit code of the test.
finish() {
  echo "$1: $FAILED failed"
  exit $((FAILED > 0))
}
