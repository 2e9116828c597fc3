#!/usr/bin/env bash
# Runs a command with the servers that the cluster's tests talk to, on free ports and with data of their own,
# and stops them when it ends, however it ends:
#
#   tooling/services/with-services.sh npx vitest run packages/storage-mongo
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ $# -gt 0 ] || { echo "usage: ${0##*/} COMMAND [ARGUMENT…]" >&2; exit 2; }

PORTS=$(python3 -c '
import socket
sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(3)]
print(*(one.getsockname()[1] for one in sockets))')
read -r mongo_port qdrant_port redis_port <<<"$PORTS"

# the last line of each script's output is the address
mongo() { MONGO_PORT=$mongo_port MONGO_ENGINE=memory "$HERE/mongo.sh" "$1" | tail -n 1; }
qdrant() { QDRANT_PORT=$qdrant_port QDRANT_DATA=temp "$HERE/qdrant.sh" "$1" | tail -n 1; }
redis() { REDIS_PORT=$redis_port "$HERE/redis.sh" "$1" | tail -n 1; }

stop() {
  local server
  for server in mongo qdrant redis; do "$server" stop >/dev/null 2>&1 || true; done
}

# Ends the command; the servers stop when it has ended.
interrupt() {
  if [ -n "$child" ]; then kill -TERM "$child" 2>/dev/null || true; else exit 130; fi
}

child=
trap stop EXIT
trap interrupt INT TERM HUP
TEST_MONGODB_URL=$(mongo start)
TEST_QDRANT_URL=$(qdrant start)
TEST_REDIS_URL=$(redis start)
export TEST_MONGODB_URL TEST_QDRANT_URL TEST_REDIS_URL

"$@" <&0 &
child=$!
code=0
# A signal interrupts the first wait; the next one returns the command's own code.
while kill -0 "$child" 2>/dev/null; do
  code=0
  wait "$child" || code=$?
done
exit "$code"
