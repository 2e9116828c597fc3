#!/usr/bin/env bash
# A Redis for tests, kept in memory alone: redis.sh start|stop|status|url
#
#   REDIS_PORT   port on 127.0.0.1 (default 6633)
set -euo pipefail

PORT=${REDIS_PORT:-6633}
URL=redis://127.0.0.1:$PORT
RUN=${XDG_CACHE_HOME:-$HOME/.cache}/knote-services/redis
PID_FILE=$RUN/$PORT.pid
LOG=$RUN/$PORT.log

die() { printf 'redis.sh: %s\n' "$*" >&2; exit 1; }

[[ $PORT =~ ^[0-9]+$ ]] || die "REDIS_PORT is not a number: $PORT"

# prints the pid of our server on this port, or nothing; never that of another process with the same pid
running_pid() {
  local pid
  [[ -s $PID_FILE ]] || return 1
  pid=$(tr -cd '0-9' <"$PID_FILE")
  case $(ps -p "$pid" -o command= 2>/dev/null) in
    *redis-server*":$PORT"*) echo "$pid" ;;
    *) return 1 ;;
  esac
}

answers() {
  local line
  exec 3<>"/dev/tcp/127.0.0.1/$PORT" || return 1
  printf 'PING\r\n' >&3
  IFS= read -r -t 5 line <&3 || line=""
  exec 3>&-
  [[ $line == +PONG* ]]
}

start() {
  command -v redis-server >/dev/null || die "redis-server is not installed (on Debian: apt-get install redis-server)"
  mkdir -p "$RUN"
  if running_pid >/dev/null; then echo "$URL"; return 0; fi
  if (answers) 2>/dev/null; then die "port $PORT is taken by another server; set REDIS_PORT"; fi
  redis-server --port "$PORT" --bind 127.0.0.1 --save "" --appendonly no --dir "$RUN" \
    --daemonize yes --pidfile "$PID_FILE" --logfile "$LOG" >&2
  for _ in $(seq 1 100); do
    if (answers) 2>/dev/null; then echo "$URL"; return 0; fi
    sleep 0.1
  done
  die "the server did not answer on port $PORT; log: $LOG"
}

stop() {
  local pid
  pid=$(running_pid) || return 0
  kill -TERM "$pid" 2>/dev/null || true
  for _ in $(seq 1 100); do
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
  done
  rm -f "$PID_FILE" "$LOG"
}

status() {
  local pid
  if pid=$(running_pid); then echo "running pid $pid $URL"; else echo "not running on port $PORT"; return 3; fi
}

case ${1:-} in
  start) start ;;
  stop) stop ;;
  status) status ;;
  url) echo "$URL" ;;
  *) echo "usage: ${0##*/} start|stop|status|url" >&2; exit 2 ;;
esac
