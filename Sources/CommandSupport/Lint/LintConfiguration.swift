// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import PushLint

/// What a `.bellhop-lint.yml` says: which rules run where and how bad they are, and which app the
/// payloads are for.
package struct LintConfiguration {
    /// The name that is looked for, from a payload's folder upwards.
    package static let fileName = ".bellhop-lint.yml"
    /// The largest file that is read, in bytes.
    static let byteCountMax = 64 * 1024

    /// What a rule counts as; `nil` is off.
    typealias Levels = [String: Severity?]

    /// Other levels for some files.
    struct PathLevels {
        /// `*` and `?` within a folder, `**` across folders; relative to the configuration.
        let pattern: PathPattern
        let levels: Levels
    }

    var levels: Levels = [:]
    /// The later wins.
    var paths: [PathLevels] = []
    /// Files that are not looked at, unless they are named.
    var excluded: [PathPattern] = []
    var minimumOS: OSVersion?
    var app: LintApp?
    /// The folder that patterns are relative to; empty for where the tool was called.
    var folder = ""

    /// Whether a file that was found in a folder is left out.
    func excludes(_ path: String) -> Bool {
        let path = relative(path)
        return excluded.contains { $0.matches(path) }
    }

    /// A finding with the severity that it has here; `nil` when its rule is off.
    func apply(to diagnostic: Diagnostic, of path: String) -> Diagnostic? {
        var diagnostic = diagnostic
        var level: Severity?? = levels[diagnostic.rule]
        let path = relative(path)
        for entry in paths where entry.pattern.matches(path) {
            if let own = entry.levels[diagnostic.rule] { level = own }
        }
        guard let level else { return diagnostic }
        guard let severity = level else { return nil }
        diagnostic.severity = severity
        return diagnostic
    }

    private func relative(_ path: String) -> String {
        guard !folder.isEmpty else { return path }
        let absolute =
            path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        let root = folder.hasSuffix("/") ? folder : folder + "/"
        return absolute.hasPrefix(root) ? String(absolute.dropFirst(root.count)) : path
    }
}

/// A pattern of paths.
struct PathPattern {
    /// Steps that one match may take; a pattern of many stars could take very long.
    private static let stepCountMax = 100_000

    private let pattern: [UInt8]

    init(_ text: String) { pattern = Array(text.utf8) }

    /// Whether a path, or a folder it is in, fits.
    func matches(_ path: String) -> Bool {
        let bytes = Array(path.utf8)
        var steps = 0
        if Self.matches(pattern[...], bytes[...], &steps) { return true }
        // A folder means everything in it.
        return bytes.indices.contains { index in
            bytes[index] == UInt8(ascii: "/") && Self.matches(pattern[...], bytes[..<index], &steps)
        }
    }

    private static func matches(
        _ pattern: ArraySlice<UInt8>, _ path: ArraySlice<UInt8>, _ steps: inout Int
    ) -> Bool {
        steps += 1
        guard steps <= stepCountMax else { return false }
        guard let first = pattern.first else { return path.isEmpty }
        if pattern.starts(with: "**/".utf8), matches(pattern.dropFirst(3), path, &steps) {
            return true
        }
        if pattern.starts(with: "**".utf8) {
            let rest = pattern.drop { $0 == UInt8(ascii: "*") }
            return (path.startIndex...path.endIndex).contains {
                matches(rest, path[$0...], &steps)
            }
        }
        if first == UInt8(ascii: "*") {
            let end = path.firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
            return (path.startIndex...end).contains {
                matches(pattern.dropFirst(), path[$0...], &steps)
            }
        }
        guard let byte = path.first else { return false }
        let isAny = first == UInt8(ascii: "?") && byte != UInt8(ascii: "/")
        return (isAny || first == byte) && matches(pattern.dropFirst(), path.dropFirst(), &steps)
    }
}
