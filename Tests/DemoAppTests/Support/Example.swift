// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The example payloads.
enum Example {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Examples/payloads")

    /// The text of an example payload, by the name of its file.
    static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name + ".apns"), encoding: .utf8)
    }
}
