// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A path pattern in the syntax of manifests: `*` matches within one path component, and `**`
/// matches across components. The path of a folder matches all files in the folder.
struct PathPattern {
    /// The maximum number of `**` in a pattern. With a greater number, there would be too many ways
    /// to match a path.
    private static let starCountMax = 4

    private let parts: [String]

    init(_ pattern: String) { parts = pattern.split(separator: "/").map(String.init) }

    /// Returns whether the pattern matches a path or a folder that contains the path.
    func matches(_ path: String) -> Bool {
        guard parts.count(where: { $0 == "**" }) <= Self.starCountMax else { return false }
        return Self.matches(path.split(separator: "/").map(String.init)[...], parts[...])
    }

    private static func matches(_ path: ArraySlice<String>, _ parts: ArraySlice<String>) -> Bool {
        guard let part = parts.first else { return true }
        if part == "**" {
            // Successive `**` are equivalent to a single `**`.
            let rest = parts.drop { $0 == "**" }
            guard !rest.isEmpty else { return !path.isEmpty }
            return path.indices.contains { matches(path[$0...], rest) }
        }
        guard let first = path.first, SettingEnvironment.matches(first, part) else { return false }
        return matches(path.dropFirst(), parts.dropFirst())
    }

    /// Returns the files of a checkout that match patterns. The patterns are relative to a folder.
    static func files(_ patterns: [String], in folder: String, _ tree: CheckoutFiles) -> [String] {
        var files: Set<String> = []
        for pattern in patterns {
            // The components before the first star are the path of a folder, whose files are found
            // quickly.
            let fixed = pattern.split(separator: "/").prefix { !$0.contains("*") }
            guard let root = FilePath.join(folder, fixed.joined(separator: "/")) else { continue }
            let rest = pattern.split(separator: "/").dropFirst(fixed.count)
            let matcher = PathPattern(rest.joined(separator: "/"))
            for path in tree.files(under: root) {
                let inner =
                    path.utf8.count > root.utf8.count
                    ? path.dropFirst(root.isEmpty ? 0 : root.count + 1) : ""
                if rest.isEmpty || matcher.matches(String(inner)) { files.insert(path) }
            }
        }
        return files.sorted()
    }
}
