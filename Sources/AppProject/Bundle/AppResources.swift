// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Reads the resources of an app that matter for notifications.
enum AppResources {
    /// The table in which iOS looks up `loc-key` and similar keys.
    static let table = "Localizable"
    /// The file name extensions of sounds, including formats that iOS does not play.
    static let soundExtensions: Set<String> = [
        "aif", "aiff", "caf", "m4a", "m4r", "mp3", "ogg", "wav",
    ]

    /// Returns the names of the sound files among the paths of a bundle. Only files at the bundle's
    /// top level and in `.lproj` folders are included.
    static func sounds(_ paths: [String]) -> Set<String> {
        let names = paths.compactMap { path -> String? in
            let parts = path.split(separator: "/")
            guard let name = parts.last, let suffix = name.split(separator: ".").last,
                parts.count == 1 || parts.count == 2 && parts[0].hasSuffix(".lproj"),
                soundExtensions.contains(suffix.lowercased())
            else { return nil }
            return String(name)
        }
        return Set(names)
    }

    /// Returns the keys of the string tables, each with the largest number of arguments in any
    /// language. Returns `nil` if a table cannot be read, because a key that seems to be missing
    /// may be in that table.
    static func strings(_ paths: [String], in files: some FileTree) -> [String: Int]? {
        var strings: [String: Int] = [:]
        for path in paths {
            let name = path.split(separator: "/").last ?? ""
            guard name == table + ".strings" || name == table + ".stringsdict" else { continue }
            guard let source = files.source(path),
                let entries = try? PlistFile(reading: source).value.dictionary
            else { return nil }
            for (key, value) in entries {
                let format = value.string ?? value["NSStringLocalizedFormatKey"]?.string ?? ""
                strings[key] = max(strings[key] ?? 0, FormatString.argumentCount(of: format))
            }
        }
        return strings
    }
}
