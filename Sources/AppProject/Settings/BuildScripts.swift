// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Reads the scripts that a target runs during its build, including the script files to which they
/// refer.
struct BuildScripts {
    /// The maximum size of a script file in bytes.
    private static let fileByteCountMax = 256 << 10
    /// The total size of a target's scripts, in bytes, at which no further scripts are read.
    private static let textCountMax = 1 << 20

    private let tree: CheckoutFiles
    /// The folder to which paths in scripts are relative.
    private let root: String

    init(in tree: CheckoutFiles, root: String) {
        self.tree = tree
        self.root = root
    }

    func text(of scripts: [String]) -> BuildScriptText {
        var text = ""
        var seen: Set<String> = []
        for script in scripts where text.utf8.count < Self.textCountMax {
            text += script + "\n"
            for path in paths(in: script) where seen.insert(path).inserted {
                guard let bytes = tree.tree.read(path, byteCountMax: Self.fileByteCountMax) else {
                    continue
                }
                text += String(decoding: bytes, as: UTF8.self) + "\n"
            }
        }
        return BuildScriptText(text)
    }

    /// Returns the files in the checkout to which a script refers. The reference is a path relative
    /// to the project's folder, or begins with a build setting such as `$SRCROOT`.
    private func paths(in script: String) -> [String] {
        script.split { " \t\n\"';&|()".contains($0) }.compactMap { part in
            guard part.contains("."), part.utf8.count < 1_000 else { return nil }
            var argument = String(part)
            for name in ["SRCROOT", "PROJECT_DIR", "SOURCE_ROOT"] {
                for mark in ["${\(name)}/", "$\(name)/", "$(\(name))/"] {
                    if argument.hasPrefix(mark) { argument.removeFirst(mark.count) }
                }
            }
            guard let path = FilePath.join(root, argument), tree.contains(path) else { return nil }
            return tree.actual(path)
        }
    }
}

/// The text of all scripts in a target's build phases.
package struct BuildScriptText: Sendable {
    private let text: SearchText
    /// Whether any line changes entitlements, either those of the signed app (`.xcent`) or those in
    /// an entitlements file.
    package let writesEntitlements: Bool

    /// The commands that indicate that a line changes a file.
    private static let writers = ["PlistBuddy", "plutil", "sed ", "cp ", "cat ", "mv "]

    init(_ text: String = "") {
        self.text = SearchText(Array(text.utf8))
        writesEntitlements =
            text.contains("ntitlement")
            && text.split(separator: "\n").contains { line in
                // Signing commands mention entitlements, too.
                line.contains("ntitlement") && !line.contains("codesign")
                    && Self.writers.contains { line.contains($0) }
            } || text.contains(".xcent")
    }

    /// Returns whether the scripts contain the given text.
    package func mentions(_ word: String) -> Bool { text.contains(SearchTerm(word)) }
}
