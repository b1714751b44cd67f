#!/usr/bin/env bash
# Compiles the headers of the C++ standard library that BoringSSL includes, and prints the options of
# `swift build` that use the result. Two packages contain BoringSSL, each with some 260 files in C++:
# reading these headers again for each file takes a third of the time of compiling the files.
#
# The compiler rejects a precompiled header after an update of the compiler or of the headers, and with
# another level of optimization than -O0. So each run has the compiler check the existing file, and compiles the
# headers again if it is rejected. SwiftPM's own options must match as well: the script prints nothing for
# versions of Swift with which it was not tried, nor on macOS, and the build takes longer.
set -euo pipefail
cd "$(dirname "$0")/.."

# The versions of Swift with which this script was tried.
tried='Swift version 6.3'

[ "$(uname -s)" = Linux ] || exit 0
swift=${SWIFT:-swift}
clang=$(dirname "$(readlink -f "$(command -v "$swift")")")/clang
[ -x "$clang" ] || exit 0
version=$("$swift" --version 2>/dev/null) || exit 0
case "$version" in *"$tried"*) ;; *) exit 0 ;; esac

# SwiftPM runs the compiler in the package's folder. The options may not contain a space, as its path may.
folder=.build/precompiled
header=$folder/standard-library.h
# SwiftPM's options for C++ on Linux that both packages have.
options=(-std=c++17 -O0 -g -fPIC -fblocks -fno-omit-frame-pointer)

is_accepted() {
    [ -e "$header.pch" ] && "$clang" -x c++ "${options[@]}" -include-pch "$header.pch" -fsyntax-only /dev/null 2>/dev/null
}

if ! is_accepted; then
    mkdir -p "$folder"
    # A header whose time has changed is a header that has changed, to the compiler.
    [ -e "$header" ] || printf '#include <%s>\n' algorithm array atomic bitset functional initializer_list iterator limits memory \
        mutex new optional string string_view tuple type_traits utility variant vector >"$header"
    # Several builds may run at the same time.
    "$clang" -x c++-header "${options[@]}" "$header" -o "$header.$$" || exit 0
    mv "$header.$$" "$header.pch"
fi
echo "-Xcxx -include-pch -Xcxx $header.pch"
