// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The temporary folder of all phones in this process. The folder is removed when the process
/// exits, but not when a signal ends the process.
enum TemporaryFiles {
    /// Returns the URL of a folder that nothing else uses. The folder does not exist yet.
    static func newFolder(_ name: String) -> URL {
        root.appendingPathComponent("\(name)-\(UUID().uuidString)", isDirectory: true)
    }

    private static let root: URL = {
        atexit { TemporaryFiles.remove() }
        return FileManager.default.temporaryDirectory.appendingPathComponent(
            "bellhop-phones-\(UUID().uuidString)", isDirectory: true)
    }()

    private static func remove() { try? FileManager.default.removeItem(at: root) }
}
