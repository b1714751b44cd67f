#!/bin/sh
# Writes the commit into the tool, so that `bellhop --version` shows it. Before a build for a
# distribution: scripts/stamp.sh COMMIT. Afterwards: scripts/stamp.sh, which removes the commit.
set -eu
file="$(dirname "$0")/../Sources/CommandSupport/BuildStamp.swift"
commit="${1:-}"
case "$commit" in
*[!0-9a-f]*) echo "stamp.sh: \"$commit\" is not a commit; use hexadecimal digits" >&2; exit 64 ;;
esac
sed "s/static let commit = \".*\"/static let commit = \"$commit\"/" "$file" >"$file.new"
cat "$file.new" >"$file"
rm "$file.new"
