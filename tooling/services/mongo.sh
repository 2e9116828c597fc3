#!/usr/bin/env bash
# A MongoDB stand-in for development and CI where no mongod can be had: mongoeco's wire server
# (a Python package over SQLite), on 127.0.0.1 only, acting as a standalone mongod 8.0.
#
#   mongo.sh install   put the pinned packages in the cache (does nothing when they are there)
#   mongo.sh start     install if needed, start detached, wait until it answers, print the URL
#   mongo.sh stop      stop the server of MONGO_PORT, by its pid
#   mongo.sh status    say whether it runs (exit 0) or not (exit 3)
#   mongo.sh url       print the URL
#   mongo.sh python    print the Python that it would use
#
#   MONGO_PORT          27117
#   MONGO_DIR           data folder, kept over stop/start; unset: a temporary one under the cache, removed by stop
#   MONGO_ENGINE        sqlite (durable, default) or memory (keeps nothing)
#   MONGO_TRANSACTIONS  1: accept transactions, one at a time; default: refuse them as a standalone mongod does
#   MONGO_PYTHON        a Python 3.13 or newer; unset: looked for on PATH and among pyenv's versions
set -euo pipefail

VERSION=4.11.0
PORT=${MONGO_PORT:-27117}
ENGINE=${MONGO_ENGINE:-sqlite}
HOME_DIR=${XDG_CACHE_HOME:-$HOME/.cache}/knote-services/mongo
VENV=$HOME_DIR/venv-$VERSION-1
SERVER=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/mongo_standin.py
RUN=$HOME_DIR/run
PID_FILE=$RUN/$PORT.pid
DIR_FILE=$RUN/$PORT.tempdir
LOG=$RUN/$PORT.log
URL=mongodb://127.0.0.1:$PORT

NO_PYTHON="needs Python 3.13 or newer (with venv and sqlite3); name one in MONGO_PYTHON"

say() { printf 'mongo.sh: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

[[ $PORT =~ ^[0-9]+$ ]] || die "MONGO_PORT is not a number: $PORT"
[[ $ENGINE == sqlite || $ENGINE == memory ]] || die "MONGO_ENGINE is sqlite or memory, not $ENGINE"

find_python() {
  local p root
  root=${PYENV_ROOT:-$HOME/.pyenv}
  for p in "${MONGO_PYTHON:-}" python3.15 python3.14 python3.13 python3 \
    "$root"/versions/3.15*/bin/python3 "$root"/versions/3.14*/bin/python3 "$root"/versions/3.13*/bin/python3; do
    [[ -n $p ]] || continue
    if "$p" -c 'import sys, venv, sqlite3, ensurepip; sys.exit(sys.version_info < (3, 13))' >/dev/null 2>&1; then
      "$p" -c 'import sys; print(sys.executable)'
      return 0
    fi
  done
  return 1
}

install() {
  mkdir -p "$HOME_DIR" "$RUN"
  (
    if command -v flock >/dev/null; then flock 9; fi
    [[ -e $VENV/.complete ]] && exit 0
    py=$(find_python) || die "$NO_PYTHON"
    say "installing mongoeco $VERSION with $py (once)"
    rm -rf "$VENV"
    "$py" -m venv "$VENV"
    cat >"$VENV/pins.txt" <<'PINS'
attrs==26.1.0
cxp==5.0.0
dnspython==2.9.2
jsonschema==4.26.0
jsonschema-specifications==2025.9.1
msgspec==0.22.0
numkong==7.8.6
numpy==2.5.5
pymongo==4.20.0
pyuca==1.2
referencing==0.37.0
rfc8785==0.1.4
rpds-py==2026.9.1
shapely==2.2.0
tqdm==4.70.1
usearch==2.26.6
PINS
    PIP_DISABLE_PIP_VERSION_CHECK=1 "$VENV/bin/python" -m pip install --quiet --no-input \
      --only-binary=numpy,numkong,msgspec,pymongo,rpds-py,shapely,usearch \
      --constraint "$VENV/pins.txt" "mongoeco==$VERSION" pymongo >&2
    "$VENV/bin/python" -c 'import mongoeco.wire.proxy, bson' >&2
    touch "$VENV/.complete"
  ) 9>"$HOME_DIR/install.lock"
}

# prints the pid of our server on this port, or nothing; never that of another process with the same pid
running_pid() {
  local pid
  [[ -s $PID_FILE ]] || return 1
  pid=$(tr -cd '0-9' <"$PID_FILE")
  [[ -n $pid ]] && kill -0 "$pid" 2>/dev/null || return 1
  case $(ps -p "$pid" -o command= 2>/dev/null) in
    *"$SERVER $PORT "*) echo "$pid" ;;
    *) return 1 ;;
  esac
}

answers() {
  "$VENV/bin/python" -c '
import sys
from pymongo import MongoClient
MongoClient(sys.argv[1], serverSelectionTimeoutMS=3000, directConnection=True).admin.command("ping")
' "$URL" >/dev/null 2>&1
}

drop_tempdir() {
  local d
  [[ -s $DIR_FILE ]] || return 0
  d=$(cat "$DIR_FILE")
  case $d in "$HOME_DIR"/tmp/*) rm -rf -- "$d" ;; esac
  rm -f "$DIR_FILE"
}

start() {
  local pid where launched
  install
  exec 8>"$RUN/$PORT.lock"
  if command -v flock >/dev/null; then flock 8; fi
  if pid=$(running_pid); then
    answers || die "pid $pid holds port $PORT but does not answer; see $LOG"
    echo "$URL"
    return 0
  fi
  rm -f "$PID_FILE"
  drop_tempdir
  if (exec 3<>"/dev/tcp/127.0.0.1/$PORT") 2>/dev/null; then die "port $PORT is taken by another program; set MONGO_PORT"; fi
  if [[ $ENGINE == memory ]]; then
    where=memory
  elif [[ -n ${MONGO_DIR:-} ]]; then
    mkdir -p "$MONGO_DIR"
    where=$(cd "$MONGO_DIR" && pwd)/mongo.sqlite
  else
    mkdir -p "$HOME_DIR/tmp"
    where=$(mktemp -d "$HOME_DIR/tmp/$PORT.XXXXXX")
    echo "$where" >"$DIR_FILE"
    where=$where/mongo.sqlite
  fi
  local detach=(nohup)
  if command -v setsid >/dev/null; then detach=(setsid nohup); fi
  "${detach[@]}" "$VENV/bin/python" "$SERVER" "$PORT" "$where" "$PID_FILE" </dev/null >"$LOG" 2>&1 8>&- &
  launched=$!
  for _ in $(seq 1 300); do
    if [[ -s $PID_FILE ]] && answers; then
      echo "$URL"
      return 0
    fi
    kill -0 "$launched" 2>/dev/null || [[ -s $PID_FILE ]] || break
    sleep 0.1
  done
  kill "$launched" 2>/dev/null || true
  tail -n 5 "$LOG" >&2 || true
  drop_tempdir
  die "the server did not answer on port $PORT; log: $LOG"
}

stop() {
  local pid
  if pid=$(running_pid); then
    kill -TERM "$pid" 2>/dev/null || true
    for _ in $(seq 1 100); do
      kill -0 "$pid" 2>/dev/null || break
      sleep 0.1
    done
    if kill -0 "$pid" 2>/dev/null; then kill -KILL "$pid" 2>/dev/null || true; fi
    say "stopped pid $pid"
  else
    say "not running on port $PORT"
  fi
  rm -f "$PID_FILE"
  drop_tempdir
}

status() {
  local pid
  if pid=$(running_pid); then
    echo "running pid $pid $URL"
  else
    echo "not running on port $PORT"
    return 3
  fi
}

case ${1:-} in
  install) install; echo "$VENV" ;;
  start) start ;;
  stop) stop ;;
  status) status ;;
  url) echo "$URL" ;;
  python) find_python || die "$NO_PYTHON" ;;
  *) echo "usage: ${0##*/} install|start|stop|status|url|python" >&2; exit 2 ;;
esac
