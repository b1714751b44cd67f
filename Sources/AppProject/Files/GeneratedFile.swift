// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Files that a build needs but that checkouts often lack, because a tool or a developer creates
/// them.
enum GeneratedFile {
    /// Returns whether a tool creates the file at a path. Such a file is in a folder of
    /// dependencies or generated files, or is a configuration file of CocoaPods or Flutter.
    static func isGenerated(_ path: String) -> Bool {
        if FilePath.isSkipped(path) { return true }
        let parts = path.split(separator: "/")
        if parts.contains("Target Support Files") || parts.contains("ephemeral") { return true }
        let name = FilePath.name(of: path)
        return name.hasPrefix("Pods-") && name.hasSuffix(".xcconfig")
            || ["Generated.xcconfig", "Flutter-Generated.xcconfig"].contains(name)
    }

    /// Returns the remedy for a missing file. If the checkout contains a template for the file, the
    /// remedy mentions it.
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
        return "if this file is generated or stored elsewhere, its settings are not taken into "
            + "account"
    }
}
