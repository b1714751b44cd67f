// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The declarations in Swift files that are not parsed, by keyword and name. They are sufficient to
/// find a file on which another file depends, and to determine whether a name is unique.
struct SwiftDeclarations: Sendable {
    /// The keyword of functions. Functions are indexed in advance, like types and extensions;
    /// constants are searched for on demand.
    private static let functions = SearchTerm("func ", isWhole: false)
    private static let types = ["class ", "struct ", "enum ", "actor "].map { SearchTerm($0) }
    private static let extensions = SearchTerm("extension ")

    private var texts: [String: SearchText] = [:]
    private var filesOfFunctions: [String: [String]] = [:]
    private var filesOfTypes: [String: [String]] = [:]
    private var filesOfExtensions: [String: [String]] = [:]

    mutating func add(_ text: SearchText, of path: String) {
        texts[path] = text
        for offset in text.offsets(of: Self.functions) {
            filesOfFunctions[text.name(at: offset + 5), default: []].append(path)
        }
        for offset in text.offsets(of: Self.extensions) {
            filesOfExtensions[text.name(at: offset + 10), default: []].append(path)
        }
        for (keyword, count) in zip(Self.types, [6, 7, 5, 6]) {
            for offset in text.offsets(of: keyword) {
                filesOfTypes[text.name(at: offset + count), default: []].append(path)
            }
        }
    }

    /// Returns whether a file is small enough to be parsed only because another file depends on it.
    func isSmall(_ path: String) -> Bool {
        (texts[path]?.byteCount ?? 0) <= FileTreeLimits.followedByteCountMax
    }

    /// Removes a file after it was parsed.
    mutating func remove(_ path: String) { texts[path] = nil }

    /// Returns the files that declare a function. A file that declares the function twice is listed
    /// twice.
    func files(ofFunction name: String) -> [String] {
        (filesOfFunctions[name] ?? []).filter { texts[$0] != nil }
    }

    /// Returns the files that declare a type.
    func files(ofType name: String) -> [String] {
        (filesOfTypes[name] ?? []).filter { texts[$0] != nil }
    }

    /// Returns the files that extend a type.
    func files(ofExtensionsOf name: String) -> [String] {
        (filesOfExtensions[name] ?? []).filter { texts[$0] != nil }
    }

    /// Returns the files that declare a constant in the form `let name`, `var name` or `case name`.
    ///
    /// - Parameter owner: another name that the file must contain, for instance the name of the
    ///   enclosing type.
    func files(ofConstant name: String, owner: String?) -> [String] {
        let terms = ["let ", "var ", "case "].map { SearchTerm($0 + name, isWhole: true) }
        let owner = owner.map { SearchTerm($0, isWhole: true) }
        return texts.filter { _, text in
            terms.contains { text.contains($0) } && (owner.map { text.contains($0) } ?? true)
        }.keys.sorted()
    }
}
