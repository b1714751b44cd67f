// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Functions for paths in a checkout. These paths are relative to the checkout's root, have parts
/// separated by slashes, and contain neither `.` nor `..`.
enum FilePath {
    /// Resolves a path relative to a folder. Returns `nil` if the path is absolute or leads out of
    /// the checkout.
    static func join(_ folder: String, _ path: String) -> String? {
        guard !path.hasPrefix("/"), !path.hasPrefix("~") else { return nil }
        var parts: [Substring] = []
        for part in folder.split(separator: "/") + path.split(separator: "/") {
            switch part {
            case ".": continue
            case "..":
                guard parts.popLast() != nil else { return nil }
            default: parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }

    /// Returns the folder that contains a file; empty for the root.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    /// Returns the last part of a path.
    static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// Returns the file name extension in lower case, without its dot; empty if the name has no
    /// extension.
    static func ending(of path: String) -> String {
        let name = name(of: path)
        guard let stop = name.lastIndex(of: "."), stop != name.startIndex else { return "" }
        return name[name.index(after: stop)...].lowercased()
    }

    /// Returns whether a path is the given folder or is inside it. Every path is inside the root.
    static func isInside(_ path: String, _ folder: String) -> Bool {
        guard !folder.isEmpty else { return true }
        guard path.utf8.starts(with: folder.utf8) else { return false }
        return path.utf8.count == folder.utf8.count
            || path.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/")
    }

    /// Returns whether a path contains a folder that is always skipped, for instance `Pods`.
    static func isSkipped(_ path: String) -> Bool {
        path.split(separator: "/").contains { FileTreeLimits.skippedFolders.contains(String($0)) }
    }
}
