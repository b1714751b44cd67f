// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Storage for secret keys: the keychain on Apple's systems, files elsewhere and in tests.
public protocol KeyStorage: Sendable {
    /// Returns the secret with the given name; `nil` when there is none.
    ///
    /// - Throws: an error when the storage cannot be read now, as before the first unlock.
    func read(_ name: String) throws -> Data?
    /// Stores a secret, replacing one with the same name.
    func write(_ secret: Data, as name: String) throws
    /// Deletes a secret. It is not an error when there is none with this name.
    func remove(_ name: String) throws
    /// Returns all names.
    func names() throws -> [String]
}

/// Stores secrets in files that only their owner can read. Intended for systems without a keychain.
public struct FileKeyStorage: KeyStorage {
    private static let suffix = ".key"
    private let folder: URL

    /// - Parameter folder: the keys are in its subfolder `keys`.
    public init(_ folder: SharedFolder) {
        self.folder = folder.url.appendingPathComponent("keys", isDirectory: true)
    }

    public func read(_ name: String) throws -> Data? {
        do { return try Data(contentsOf: file(name)) } catch CocoaError.fileReadNoSuchFile {
            return nil
        }
    }

    public func write(_ secret: Data, as name: String) throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let new = folder.appendingPathComponent("new-\(UUID().uuidString)")
        // The file must never exist with other permissions, so it is created with these
        // permissions.
        let descriptor = open(new.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteNoPermission) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: secret)
            try handle.close()
            guard rename(new.path, file(name).path) == 0 else {
                throw CocoaError(.fileWriteUnknown)
            }
        } catch {
            try? FileManager.default.removeItem(at: new)
            throw error
        }
    }

    public func remove(_ name: String) throws {
        do { try FileManager.default.removeItem(at: file(name)) } catch CocoaError.fileNoSuchFile {}
    }

    public func names() throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .filter { $0.hasSuffix(Self.suffix) }
            .compactMap { Hex.decode($0.dropLast(Self.suffix.count)) }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the file for a name. The file's name is the secret's name in hex digits, because the
    /// names are case-sensitive, but some file systems are not.
    private func file(_ name: String) -> URL {
        folder.appendingPathComponent(Hex.encode(name.utf8) + Self.suffix)
    }
}
