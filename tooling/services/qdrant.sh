#!/usr/bin/env bash
# The Qdrant stand-in for development and tests: qdrant.sh install|start|stop|status|url
#
#   QDRANT_PORT     port on 127.0.0.1 (default 6433)
#   QDRANT_DATA     folder that keeps the data (default: one for each port, in the cache);
#                   "temp" keeps nothing after stop
#   QDRANT_API_KEY  when set, requests must carry it, as with the real server
#   PYTHON          interpreter for the virtual environment (default python3, 3.10 or newer)
set -euo pipefail

ENGINE="qdrant-edge-py==0.9.0"
HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
ROOT="${XDG_CACHE_HOME:-$HOME/.cache}/knote-services/qdrant"
VENV="$ROOT/venv-${ENGINE//[^A-Za-z0-9.]/-}"
PORT="${QDRANT_PORT:-6433}"
DATA="${QDRANT_DATA:-$ROOT/data-$PORT}"
PIDFILE="$ROOT/qdrant-$PORT.pid"
LOG="$ROOT/qdrant-$PORT.log"
mkdir -p "$ROOT"

locked() { # one installer or starter at a time
  exec 9>"$ROOT/lock-$1"
  flock -w 300 9
}

running() { # the pid of our server on this port, if it is alive
  local pid
  [[ -r "$PIDFILE" ]] || return 1
  pid="$(<"$PIDFILE")"
  [[ "$pid" =~ ^[0-9]+$ ]] || return 1
  tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline" | grep -q "qdrant_standin.py --port $PORT" || return 1
  echo "$pid"
}

ready() {
  local line
  exec 3<>"/dev/tcp/127.0.0.1/$PORT" || return 1
  printf 'GET /readyz HTTP/1.0\r\n\r\n' >&3
  IFS= read -r -t 5 line <&3 || line=""
  exec 3<&- 3>&-
  [[ "$line" == *" 200 "* ]]
}

install() {
  [[ -e "$VENV/ok" ]] && return
  ( locked install
    [[ -e "$VENV/ok" ]] && exit 0
    rm -rf "$VENV"
    "${PYTHON:-python3}" -m venv "$VENV"
    "$VENV/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: "$ENGINE"
    "$VENV/bin/python" -c 'import qdrant_edge'
    touch "$VENV/ok" )
}

start() {
  install
  ( locked "$PORT"
    if pid="$(running)"; then echo "qdrant: running already (pid $pid) on http://127.0.0.1:$PORT"; exit 0; fi
    if (ready) 2>/dev/null; then echo "qdrant: port $PORT is taken by another server" >&2; exit 1; fi
    store=(--storage "$DATA")
    [[ "$DATA" == temp ]] && store=()
    setsid nohup "$VENV/bin/python" "$HERE/qdrant_standin.py" --port "$PORT" "${store[@]}" \
      >"$LOG" 2>&1 </dev/null 9>&- &
    pid=$!
    echo "$pid" >"$PIDFILE"
    for _ in $(seq 1 600); do
      if (ready) 2>/dev/null; then echo "qdrant: ready (pid $pid) on http://127.0.0.1:$PORT"; exit 0; fi
      kill -0 "$pid" 2>/dev/null || break
      sleep 0.05
    done
    echo "qdrant: did not start; the end of $LOG:" >&2
    tail -n 20 "$LOG" >&2
    exit 1 )
}

stop() {
  local pid
  if ! pid="$(running)"; then rm -f "$PIDFILE"; echo "qdrant: not running on port $PORT"; return; fi
  kill -TERM "$pid"
  for _ in $(seq 1 600); do
    running >/dev/null || break
    sleep 0.05
  done
  if running >/dev/null; then kill -KILL "$pid"; fi
  rm -f "$PIDFILE"
  echo "qdrant: stopped"
}

status() {
  local pid
  if pid="$(running)" && (ready) 2>/dev/null; then
    echo "qdrant: running (pid $pid) on http://127.0.0.1:$PORT"
  else
    echo "qdrant: not running on port $PORT"
    return 3
  fi
}

case "${1:-}" in
  install | stop | status) "$1" ;;
  start)
    start
    echo "http://127.0.0.1:$PORT" # the last line, for scripts
    ;;
  url) echo "http://127.0.0.1:$PORT" ;;
  *) echo "usage: ${0##*/} install|start|stop|status|url" >&2; exit 2 ;;
esac
