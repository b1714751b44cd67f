#!/usr/bin/env bash
# Type-checks the code that apps use from Bellhop as for Apple's systems, without Apple's SDKs: every
# branch for iOS, macOS, watchOS and visionOS, against substitutes.
#
#   scripts/check-kit.sh [SYSTEM …]    by default iOS macOS watchOS visionOS
#
# How: this script evaluates `os(…)` in a copy of the sources. Frameworks that OpenUserNotifications
# replaces (UserNotifications, UIKit, ActivityKit, …) are modules that re-export it; the others are
# the stubs in Examples/Stubs. Declarations that a system lacks, and those that only the virtual
# phone has, are marked as unavailable.
#
# A pass proves that every branch parses, that its names, types, labels and protocol requirements
# match the declarations that OpenUserNotifications and the stubs adopted from Apple's documentation,
# and that the kit does not use `UIApplication.shared`, which extensions must not use (on watchOS the
# delegate does, but it is unavailable in extensions).
# It does not cover the branches for tvOS, Catalyst and the Simulator, availability
# (`if #available`), differences between Apple's SDK and the substitutes in `Sendable` and actors,
# optional Objective-C requirements, selectors, linking and running. docs/mac-checklist.md covers
# those.
set -euo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
swiftc=${SWIFTC:-swiftc}
modules=${KIT_MODULES:-}
if [ -z "$modules" ]; then
    SWIFT=$swift scripts/build.sh --target BellhopKit >&2
    modules=$(SWIFT=$swift scripts/build.sh --show-bin-path)/Modules
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
open=Sources/OpenUserNotifications
features=(
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility)
package=$(scripts/package-name.sh "$modules")
options=(-swift-version 6 -package-name "$package" -warnings-as-errors -parse-as-library)
# The compiler finds swift-crypto's C modules by their module maps.
for map in "$modules"/../C*.build/module.modulemap; do
    [ -e "$map" ] && options+=(-Xcc "-fmodule-map-file=$map")
done

elsewhere="Darwin Glibc
ObjectiveC Foundation
CryptoKit Crypto"

# The frameworks that OpenUserNotifications replaces, and the systems that have them. On macOS,
# ActivityKit and BackgroundTasks can be imported but are empty.
has() {
    case "$1 $2" in
        "iOS "*) true ;;
        *" UserNotifications" | *" Intents" | *" PushKit" | *" CoreLocation") true ;;
        *" SwiftUI" | *" Combine") true ;;
        "macOS UserNotificationsUI" | "macOS ActivityKit" | "macOS BackgroundTasks") true ;;
        "watchOS UIKit" | "visionOS UIKit") true ;;
        "visionOS UserNotificationsUI" | "visionOS BackgroundTasks" | "visionOS CallKit") true ;;
        *) false ;;
    esac
}

# The types that a system lacks although it has their framework.
missing() {
    case "$1 $2" in
        "macOS ActivityKit" | "macOS BackgroundTasks") types "$2" ;;
        "watchOS UIKit") types UIKit/Application UIKit/Scenes
            echo UIView UIViewController UINavigationController UIWindow UILabel UIImageView ;;
    esac
}

# The names of the public types in folders of OpenUserNotifications.
types() {
    local folder
    for folder in "$@"; do
        grep -rhoE "^(@[A-Za-z]+ )?(public|open) (final )?(class|struct|enum|protocol|typealias) [A-Za-z]+" \
            "$open/$folder" | sed -E 's/.* //' | sort -u
    done
}

emit() { # emit SYSTEM MODULE FILE…
    local system=$1 module=$2
    shift 2
    "$swiftc" "${options[@]}" "${features[@]}" -I "$work/$system" -I "$modules" \
        -module-name "$module" -emit-module -emit-module-path "$work/$system/$module.swiftmodule" "$@"
}

# Copies sources and replaces conditions on the system by conditions that -D sets. The types of Core
# Foundation, which Foundation re-exports on Apple's systems, are in the stub of Security.
copy() { # copy SYSTEM FOLDER
    mkdir -p "$work/$1/src"
    cp -R "$2" "$work/$1/src/"
    # The code of tutorials is not part of the module.
    rm -rf "$work/$1/src/$(basename "$2")"/*.docc
    find "$work/$1/src/$(basename "$2")" -name '*.swift' -print0 | xargs -0 sed -E -i.orig \
        -e '/^ *#(else)?if /s/os\(([A-Za-z]+)\)/OS_\1/g' \
        -e '/^ *#(else)?if /s/canImport\((FoundationEssentials|Glibc|Musl|OpenUserNotifications)\)/OS_other/g'
    { grep -rlZ OSStatus "$work/$1/src" || true; } |
        xargs -0 -r sed -i.orig 's/^import Security$/public import Security/'
    find "$work/$1/src" -name '*.orig' -delete
}

check() {
    local system=$1 framework name other folder more
    mkdir -p "$work/$system/src"
    : >"$work/$system/missing"
    for folder in "$open"/*/; do
        framework=$(basename "$folder")
        case $framework in
            Bridge | Foundation | *.docc) continue ;;
            # Declarations that only the virtual phone has.
            Phone) types Phone >>"$work/$system/missing"; continue ;;
        esac
        if has "$system" "$framework"; then
            missing "$system" "$framework" >>"$work/$system/missing"
            echo "@_exported public import OpenUserNotifications" >"$work/$system/$framework.swift"
            more=()
            # Declarations that the kit uses and OpenUserNotifications does not have.
            [ -d "Examples/Stubs/$framework" ] && more=("Examples/Stubs/$framework"/*.swift)
            emit "$system" "$framework" "$work/$system/$framework.swift" "${more[@]}" || return 1
        else
            types "$framework" >>"$work/$system/missing"
        fi
    done
    # Modules of Apple's systems that have another name on other systems.
    while read -r name other; do
        echo "@_exported public import $other" >"$work/$system/$name.swift"
        emit "$system" "$name" "$work/$system/$name.swift" || return 1
    done <<<"$elsewhere"
    for folder in Examples/Stubs/*/; do
        name=$(basename "$folder")
        [ "$name" = Apple ] || [ -d "$open/$name" ] && continue
        emit "$system" "$name" "$folder"*.swift || return 1
    done
    {
        echo "// Written by scripts/check-kit.sh: what this system lacks."
        tr ' ' '\n' <"$work/$system/missing" | sort -u | while read -r name; do
            [ -n "$name" ] || continue
            echo "@available(*, unavailable, message: \"$system has no $name\")"
            echo "typealias $name = Never"
        done
    } >"$work/$system/Missing.swift"
    copy "$system" Sources/UserNotificationsShim
    emit "$system" UserNotificationsShim -D "OS_$system" \
        $(find "$work/$system/src/UserNotificationsShim" -name '*.swift') || return 1
    copy "$system" Sources/BellhopKit
    if ! find "$work/$system/src/BellhopKit" -name '*.swift' -print0 | xargs -0 \
        "$swiftc" "${options[@]}" "${features[@]}" -I "$work/$system" -I "$modules" \
        -D "OS_$system" -module-name BellhopKit -wmo -typecheck \
        "$work/$system/Missing.swift" Examples/Stubs/Apple/*.swift >"$work/$system.log" 2>&1
    then
        sed -n "s#^$work/$system/src/#Sources/#; /: error: /s/^/$system: /p" "$work/$system.log" |
            sort -u >&2
        grep -q ': error: ' "$work/$system.log" || cat "$work/$system.log" >&2
        return 1
    fi
    echo "$system: $(find Sources/BellhopKit -name '*.swift' -not -path '*.docc/*' | wc -l | tr -d ' ') files type-check"
}

find Sources/BellhopKit Sources/UserNotificationsShim -name '*.swift' -print0 |
    xargs -0 "$swiftc" -frontend -parse

status=0
if grep -rnE '(UIApplication|WKApplication|NSApplication|WKExtension)\.shared' \
    Sources/BellhopKit --include='*.swift' --exclude='PushAppDelegate+WatchKit.swift' |
    grep -vE ':[0-9]+: *//'; then
    echo "the kit must not use the shared application: extensions have none" >&2
    status=1
fi
for system in "${@:-iOS macOS watchOS visionOS}"; do
    for one in $system; do check "$one" || status=1; done
done
exit $status
