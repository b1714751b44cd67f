// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import PushLint

/// The contents of a `.bellhop-lint.yml`: the rules with their severities and files, and the app
/// that receives the payloads.
package struct LintConfiguration {
    /// The name of the file. The search for the file begins in the payload's folder and continues
    /// in the enclosing folders.
    package static let fileName = ".bellhop-lint.yml"
    /// The maximum size of a configuration, in bytes.
    static let byteCountMax = 64 * 1024

    /// The severities of rules; `nil` disables a rule.
    typealias Levels = [String: Severity?]

    /// Severities for the files that match a pattern.
    struct PathLevels {
        /// The pattern, which is relative to the configuration's folder. `*` and `?` match within a
        /// folder, and `**` matches across folders.
        let pattern: PathPattern
        let levels: Levels
    }

    var levels: Levels = [:]
    /// The severities for some files. Later entries take precedence.
    var paths: [PathLevels] = []
    /// The files that are not examined, unless they are specified explicitly.
    var excluded: [PathPattern] = []
    var minimumOS: OSVersion?
    var app: LintApp?
    /// The folder to which patterns are relative; empty for the folder in which the tool was
    /// called.
    var folder = ""

    /// Returns whether a file that was found in a folder is excluded.
    func excludes(_ path: String) -> Bool {
        let path = relative(path)
        return excluded.contains { $0.matches(path) }
    }

    /// Returns a finding with the severity for this file. Returns `nil` if the finding's rule is
    /// disabled.
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

/// A pattern for paths.
struct PathPattern {
    /// The maximum number of steps for one match. Without this limit, a pattern with many stars
    /// could take a very long time.
    private static let stepCountMax = 100_000

    private let pattern: [UInt8]

    init(_ text: String) { pattern = Array(text.utf8) }

    /// Returns whether the pattern matches a path or one of its enclosing folders.
    func matches(_ path: String) -> Bool {
        let bytes = Array(path.utf8)
        var steps = 0
        if Self.matches(pattern[...], bytes[...], &steps) { return true }
        // A pattern that matches a folder applies to all files in the folder.
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
