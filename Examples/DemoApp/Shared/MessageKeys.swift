// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

#if canImport(CryptoKit)
public import CryptoKit
#else
public import Crypto
#endif

/// Where the keys of encrypted messages are.
public protocol MessageKeys: Sendable {
    /// The key with a name; `nil` when this phone does not have it.
    func key(_ id: String) async throws -> SymmetricKey?
}

/// Keys in the folder of the App Group, so that app and service extension find them.
///
/// An app in the App Store keeps them in a keychain access group instead, with
/// `kSecAttrAccessibleAfterFirstUnlock`: pushes arrive while the phone is locked.
public struct GroupKeys: MessageKeys {
    private let folder: URL?

    public init(folder: URL? = AppGroup.folder) { self.folder = folder }

    private var file: URL? { folder?.appending(path: "message-keys.json") }

    public func key(_ id: String) async throws -> SymmetricKey? {
        guard let file, FileManager.default.fileExists(atPath: file.path) else { return nil }
        let keys = try JSONDecoder().decode([String: Data].self, from: Data(contentsOf: file))
        return keys[id].map { SymmetricKey(data: $0) }
    }

    /// Replaces all keys.
    ///
    /// - Throws: an error of the file system.
    public func save(_ keys: [String: Data]) throws {
        guard let file else { return }
        #if canImport(UIKit)
        let options: Data.WritingOptions = [
            .atomic, .completeFileProtectionUntilFirstUserAuthentication,
        ]
        #else
        let options: Data.WritingOptions = [.atomic]
        #endif
        try JSONEncoder().encode(keys).write(to: file, options: options)
    }
}
