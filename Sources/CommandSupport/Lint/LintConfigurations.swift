// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The configurations of a run: either one configuration that was specified explicitly, or the
/// configurations that were found near the payloads.
struct LintConfigurations {
    private let given: LintConfiguration?
    /// The configurations that were found, by folder.
    private var found: [String: LintConfiguration] = [:]

    init(given: LintConfiguration?) { self.given = given }

    /// Returns the configuration for a file. This is the nearest configuration in the file's folder
    /// or the enclosing folders, up to the root of the Git repository. Folders above the root are
    /// ignored, so that another user's file in a shared folder has no effect.
    mutating func forFile(_ path: String) throws -> LintConfiguration {
        if let given { return given }
        let absolute = URL(fileURLWithPath: path).standardizedFileURL.path
        let folder = absolute.split(separator: "/").dropLast().joined(separator: "/")
        return try forFolder("/" + folder)
    }

    private mutating func forFolder(_ folder: String) throws -> LintConfiguration {
        if let known = found[folder] { return known }
        var configuration = LintConfiguration()
        let trimmed = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        let path = trimmed + "/" + LintConfiguration.fileName
        if FileManager.default.fileExists(atPath: path) {
            configuration = try LintConfiguration(reading: path)
            configuration.folder = trimmed
        } else if !trimmed.isEmpty, !FileManager.default.fileExists(atPath: trimmed + "/.git") {
            let above = trimmed.split(separator: "/").dropLast().joined(separator: "/")
            configuration = try forFolder("/" + above)
        }
        found[folder] = configuration
        return configuration
    }
}
