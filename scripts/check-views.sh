#!/usr/bin/env bash
# Parses every file of the example app, including those that only Apple's systems compile, and
# type-checks its views and widgets, and those of Examples/App, against the stubs of SwiftUI and
# WidgetKit in Examples/Stubs, with BellhopKit's own views.
# A pass shows that the views match the app's own models; it does not replace Apple's SDK.
set -euo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
swiftc=${SWIFTC:-swiftc}
app=Examples/DemoApp
modules=${VIEWS_MODULES:-}
if [ -z "$modules" ]; then
    SWIFT=$swift scripts/build.sh --target DemoApp >&2
    SWIFT=$swift scripts/build.sh --target PostcardPush >&2
    modules=$(SWIFT=$swift scripts/build.sh --show-bin-path)/Modules
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
package=$(scripts/package-name.sh "$modules")
options=(-swift-version 6 -package-name "$package" -warnings-as-errors -I "$work" -I "$modules")
features=(
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility)
# The kit uses swift-crypto, whose C modules the compiler finds by their module maps.
for map in "$modules"/../C*.build/module.modulemap; do
    [ -e "$map" ] && options+=(-Xcc "-fmodule-map-file=$map")
done

find "$app" -name '*.swift' -print0 | xargs -0 "$swiftc" -frontend -parse

for stub in SwiftUI WidgetKit; do
    "$swiftc" "${options[@]}" "${features[@]}" -module-name "$stub" -parse-as-library \
        -emit-module -emit-module-path "$work/$stub.swiftmodule" "Examples/Stubs/$stub"/*.swift
done

# The kit is compiled again with its views, because the build has no SwiftUI.
find Sources/BellhopKit -name '*.swift' -not -path '*.docc/*' -print0 | xargs -0 \
    "$swiftc" "${options[@]}" "${features[@]}" -module-name BellhopKit -parse-as-library -wmo \
    -emit-module -emit-module-path "$work/BellhopKit.swiftmodule"

# As on Apple's systems, the views are part of the app's own module.
find "$app/Sources" "$app/Views/App" -name '*.swift' -print0 | xargs -0 \
    "$swiftc" "${options[@]}" "${features[@]}" -module-name DemoApp -parse-as-library -typecheck
"$swiftc" "${options[@]}" "${features[@]}" -module-name DemoWidgets -parse-as-library -typecheck \
    "$app"/Views/Widgets/*.swift

# The app that `bellhop init` writes: first its package with this kit, then its views.
postcard=Examples/App
"$swiftc" "${options[@]}" -module-name PostcardPush -parse-as-library -wmo -emit-module \
    -emit-module-path "$work/PostcardPush.swiftmodule" "$postcard"/Push/Sources/PostcardPush/*.swift
"$swiftc" "${options[@]}" -module-name Postcard -parse-as-library -typecheck "$postcard"/App/*.swift
