// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A directory of one test, which is removed with its contents at the end.
struct TemporaryFolder: Sendable {
    let path: String

    /// Runs a test with a new directory that only its owner can read.
    static func with<Value>(_ body: (TemporaryFolder) async throws -> Value) async throws -> Value {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "bellhop-test-\(UUID().uuidString.prefix(13))")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: url) }
        return try await body(TemporaryFolder(path: url.path))
    }

    func path(_ name: String) -> String { path + "/" + name }

    /// Writes a file and returns its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: path(name)))
        return path(name)
    }

    /// The text of a file without whitespace at its end; throws if there is no such file.
    func read(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
