// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// An assignment to a build setting, in a project or a configuration file.
struct SettingAssignment: Sendable {
    /// A condition on the assignment, for instance `sdk=iphoneos*`.
    struct Condition: Hashable, Sendable {
        let name: String
        let pattern: String
    }

    let key: String
    let conditions: [Condition]
    let value: String
    let location: Diagnostic.Location

    /// Reads a key with its conditions, for instance `CODE_SIGN_IDENTITY[sdk=iphoneos*]`.
    init(_ text: String, value: String, location: Diagnostic.Location) {
        let parts = text.split(separator: "[")
        key = parts.first.map(String.init) ?? ""
        conditions = parts.dropFirst().flatMap { part in
            part.prefix { $0 != "]" }.split(separator: ",").compactMap { condition in
                let sides = condition.split(separator: "=", maxSplits: 1)
                guard sides.count == 2 else { return nil }
                return Condition(name: String(sides[0]), pattern: String(sides[1]))
            }
        }
        self.value = value
        self.location = location
    }
}

/// The values that are compared with the conditions of build settings. They represent a build for a
/// device.
struct SettingEnvironment: Sendable {
    /// The SDK, for instance `iphoneos`.
    var sdk: String
    /// The configuration, for instance `Debug`.
    var configuration: String

    func meets(_ condition: SettingAssignment.Condition) -> Bool {
        switch condition.name {
        case "sdk":
            // A pattern may include a version, as in iphoneos17.2, or match any version.
            Self.matches(sdk + "99.9", condition.pattern) || Self.matches(sdk, condition.pattern)
        case "arch": Self.matches("arm64", condition.pattern)
        case "config": Self.matches(configuration, condition.pattern)
        case "variant": Self.matches("normal", condition.pattern)
        default: false
        }
    }

    /// Returns whether a text matches a pattern in which `*` matches any text.
    static func matches(_ text: String, _ pattern: String) -> Bool {
        let text = Array(text.utf8)
        let pattern = Array(pattern.utf8)
        var (at, next) = (0, 0)
        var star: (pattern: Int, text: Int)?
        while at < text.count {
            if next < pattern.count, pattern[next] == UInt8(ascii: "*") {
                star = (next, at)
                next += 1
            } else if next < pattern.count, pattern[next] == text[at] {
                at += 1
                next += 1
            } else if let last = star {
                star = (last.pattern, last.text + 1)
                at = last.text + 1
                next = last.pattern + 1
            } else {
                return false
            }
        }
        return pattern[next...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
