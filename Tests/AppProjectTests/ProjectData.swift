// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import Diagnostics
import Foundation

/// The projects under `Data`.
enum ProjectData {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Data").path

    /// Reads a project from disk.
    static func read(_ name: String) throws -> AppProject {
        ProjectReader.read(try DiskTree(root: folder + "/" + name))
    }

    /// The files of a project, so that a test can change them.
    static func files(_ name: String) throws -> [String: [UInt8]] {
        let tree = try DiskTree(root: folder + "/" + name)
        return Dictionary(
            uniqueKeysWithValues: tree.paths.compactMap { path in
                tree.read(path, byteCountMax: FileTreeLimits.fileByteCountMax).map { (path, $0) }
            })
    }
}
