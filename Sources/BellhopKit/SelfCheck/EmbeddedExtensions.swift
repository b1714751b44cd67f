// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The extensions in an app's bundle, according to their property lists.
enum EmbeddedExtensions {
    /// `NSExtensionPointIdentifier` of a notification service extension ("Modifying content in
    /// newly delivered notifications").
    static let service = "com.apple.usernotifications.service"
    /// The maximum number of files that are examined.
    static let countMax = 100

    /// Returns whether a folder of plug-ins contains an extension of a kind.
    ///
    /// - Parameter folder: `PlugIns` of an app's bundle; `nil` when it has none.
    static func has(_ point: String, in folder: URL?) -> Bool {
        guard let folder,
            let entries = try? FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: nil)
        else { return false }
        return entries.prefix(countMax).contains { entry in
            guard entry.pathExtension == "appex" else { return false }
            // On a Mac, the file is one folder deeper in the bundle.
            return ["Info.plist", "Contents/Info.plist"].contains {
                pointIdentifier(entry.appendingPathComponent($0)) == point
            }
        }
    }

    private static func pointIdentifier(_ file: URL) -> String? {
        guard let data = try? Data(contentsOf: file),
            let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
        else { return nil }
        let entry = (list as? [String: Any])?["NSExtension"] as? [String: Any]
        return entry?["NSExtensionPointIdentifier"] as? String
    }
}
