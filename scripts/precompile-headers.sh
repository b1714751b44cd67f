#!/usr/bin/env bash
# Compiles the headers of the C++ standard library that BoringSSL includes, and prints the options of
# `swift build` that use the result. Two packages contain BoringSSL, each with some 260 files in C++:
# reading these headers again for each file takes a third of the time of compiling the files.
#
#   scripts/build.sh $(scripts/precompile-headers.sh)
#
# This is for a build from scratch with the options of CI: the compiler rejects the result after an update
# of the compiler or of the headers, and with another level of optimization. Without Swift's own clang, the script prints
# nothing, and the build takes longer.
set -euo pipefail
cd "$(dirname "$0")/.."

# SwiftPM runs the compiler in the package's folder. The options may not contain a space, as its path may.
folder=.build/precompiled
clang=$(dirname "$(readlink -f "$(command -v "${SWIFT:-swift}")")")/clang
if [ ! -x "$clang" ]; then
    echo "precompile-headers: $clang does not exist; each file reads the headers again" >&2
    exit 0
fi
mkdir -p "$folder"
header=$folder/standard-library.h
# A file is not replaced by the same content, because everything that uses it would be compiled again.
[ -e "$header" ] || printf '#include <%s>\n' algorithm array atomic bitset functional initializer_list iterator limits memory \
    mutex new optional string string_view tuple type_traits utility vector >"$header"
# SwiftPM's options for C++ on Linux that both packages have.
"$clang" -x c++-header -std=c++17 -O0 -g -fPIC -fblocks -fno-omit-frame-pointer "$header" -o "$header.new"
if cmp -s "$header.new" "$header.pch"; then rm "$header.new"; else mv "$header.new" "$header.pch"; fi
echo "-Xcxx -include-pch -Xcxx $header.pch"
