// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Files that a build needs and that are often not in a checkout because a tool or a person creates
/// them.
enum GeneratedFile {
    /// Whether a tool creates a file: files in folders of dependencies, and the configuration files
    /// of CocoaPods and Flutter.
    static func isGenerated(_ path: String) -> Bool {
        if FilePath.isSkipped(path) { return true }
        let parts = path.split(separator: "/")
        if parts.contains("Target Support Files") || parts.contains("ephemeral") { return true }
        let name = FilePath.name(of: path)
        return name.hasPrefix("Pods-") && name.hasSuffix(".xcconfig")
            || ["Generated.xcconfig", "Flutter-Generated.xcconfig"].contains(name)
    }

    /// Returns a remedy for a missing file; a checkout often contains a template of it.
    static func remedy(for path: String, in tree: CheckoutFiles) -> String {
        let stem = path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path
        let ending = FilePath.ending(of: path)
        let marks = ["template", "example", "sample", "dist", "default"]
        let template = marks.lazy.flatMap { mark in
            ["\(path).\(mark)", "\(stem).\(mark).\(ending)", "\(stem)-\(mark).\(ending)"]
        }.first(where: tree.contains)
        if let template {
            return "copy \(template) to this path; otherwise its settings are not "
                + "taken into account"
        }
        return "if it is generated or stored elsewhere, its settings are not taken into account"
    }
}
