#!/usr/bin/env bash
# Knote in five minutes with curl. Needs a running server (npm start) and a token:
#   TOKEN=$(npm run --silent knote token) examples/curl-tour.sh
set -euo pipefail

BASE_URL=${BASE_URL:-http://127.0.0.1:8420}
: "${TOKEN:?Set TOKEN: TOKEN=\$(npm run --silent knote token) $0}"

say() { printf '\n\033[1m# %s\033[0m\n' "$*"; }
call() { curl --silent --show-error --fail-with-body -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' "$@"; }
field() { node -e 'let text = ""; process.stdin.on("data", (part) => (text += part)).on("end", () => console.log(JSON.parse(text)[process.argv[1]]));' "$1"; }

say "Write a belief"
created=$(call "$BASE_URL/api/workspace/notes" -d '{
  "title": "Rereading is the best way to study",
  "content": "Going over a chapter again and again makes it stick.",
  "note_type": "belief", "tags": ["learning"]
}')
echo "$created"
old=$(field id <<<"$created")

say "A year later, write what you have learned since"
created=$(call "$BASE_URL/api/workspace/notes" -d '{
  "title": "Retrieval practice beats rereading",
  "content": "Students who test themselves remember more after a week than students who read the text again.",
  "note_type": "fact", "tags": ["learning", "memory"], "importance": 0.9
}')
echo "$created"
new=$(field id <<<"$created")

say "Link them: the newer claim supersedes the older one"
call "$BASE_URL/api/workspace/links" -d "{\"source_id\": \"$new\", \"target_id\": \"$old\", \"relation\": \"supersedes\"}"

say "Search the full text: words are stemmed, and the old note shows its state"
call "$BASE_URL/api/graph/notes?q=reread"

say "Ask: the answer cites the newer note"
call "$BASE_URL/api/ask" -d '{"query": "Does rereading beat retrieval practice?"}'

say "Recall: the notes that an answer would be built from"
call "$BASE_URL/api/recall" -d '{"query": "how should I study", "limit": 3}'

say "This month's usage, and the graph in numbers"
call "$BASE_URL/api/quota"
echo
call "$BASE_URL/api/graph/stats"
echo
