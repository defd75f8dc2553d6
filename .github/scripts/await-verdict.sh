#!/usr/bin/env bash
# await-verdict.sh <remote> <url>: waits while the remote has a canary, then fails unless this checkout's build is live.
# The judge in the installation promotes or aborts; its reason is in the audit log, which is printed.
set -euo pipefail
remote=$1 url=$2
version=$(node -p "JSON.parse(require('fs').readFileSync('$remote/dist/remote.json', 'utf8')).version")

# A canary is listed with its share of visitors: `1.4.0 (10 %)`. A failed request to the publishing API is no verdict.
misses=0
while true; do
  if list=$(npm run --silent remote -- list "$remote" --to "$url"); then
    misses=0
    [[ $list =~ \([0-9.]+\ %\) ]] || break
  elif ((++misses == 30)); then
    echo "The publishing API $url returned no list of $remote 30 times in a row. The last line above says why; the canary continues." >&2
    exit 1
  fi
  echo "$list"
  sleep "${POLL_SECONDS:-60}"
done

npm run --silent remote -- audit "$remote" --to "$url" | head -n 12
if ! awk -v remote="$remote" -v version="$version" '$1 == remote && $2 == version { live = 1 } END { exit !live }' <<<"$list"; then
  echo "$remote $version did not go live. The audit log above says why." >&2
  exit 1
fi
echo "$remote $version is live"
